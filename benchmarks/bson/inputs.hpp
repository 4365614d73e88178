// Inputs for the BSON benchmarks and their peers.
#pragma once

#include <string>

#include "benchmarks/bson/documents.hpp"

namespace hallmark::benchmarks {

struct BsonInput {
  Collection collection;
  std::uint64_t mebibytes;
  bool gated;

  [[nodiscard]] std::string name() const { return name_of(collection) + "-" + std::to_string(mebibytes) + "MiB"; }
  [[nodiscard]] Bytes bytes() const { return documents(collection, mebibytes << 20); }
};

// Sizes that fit and do not fit into the cache, and the gibibyte of the performance goal.
inline constexpr BsonInput bson_inputs[] = {
    {Collection::mixed, 1, true},     {Collection::records, 1, true},   {Collection::vectors, 1, true},
    {Collection::mixed, 64, false},   {Collection::records, 64, false}, {Collection::vectors, 64, false},
    {Collection::mixed, 1024, false},
};

}  // namespace hallmark::benchmarks
