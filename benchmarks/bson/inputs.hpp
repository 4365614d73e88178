// The inputs over which `bson` and its peers are measured.
#pragma once

#include <string>

#include "benchmarks/harness/documents.hpp"

namespace hallmark::benchmarks {

struct BsonInput {
  Collection collection;
  std::uint64_t mebibytes;
  bool gated;

  [[nodiscard]] std::string name() const { return name_of(collection) + "-" + std::to_string(mebibytes) + "MiB"; }
  [[nodiscard]] Bytes bytes() const { return documents(collection, mebibytes << 20); }
};

// One that stays in cache, one that does not, and the gibibyte of the bar.
inline constexpr BsonInput bson_inputs[] = {
    {Collection::mixed, 1, true},     {Collection::records, 1, true},   {Collection::vectors, 1, true},
    {Collection::mixed, 64, false},   {Collection::records, 64, false}, {Collection::vectors, 64, false},
    {Collection::mixed, 1024, false},
};

}  // namespace hallmark::benchmarks
