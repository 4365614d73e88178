// SPDX-License-Identifier: Apache-2.0
// decode/bson/<collection>-<size>, with floors for the same bytes.
#include <fmt/format.h>

#include "benchmarks/bson/documents.hpp"
#include "benchmarks/harness/sample.hpp"

namespace hallmark::benchmarks {
namespace {

// Sizes that fit and do not fit into the cache, and the gibibyte of the performance goal.
struct Input {
  const char* collection_name;
  Collection collection;
  std::uint64_t mebibytes;

  [[nodiscard]] std::string name() const { return fmt::format("bson/{}-{}MiB", collection_name, mebibytes); }
  [[nodiscard]] Sample make() const { return {nullptr, documents(collection, mebibytes << 20), {}}; }
};
constexpr Input inputs[] = {{"mixed", Collection::mixed, 1},      {"records", Collection::records, 1},
                            {"vectors", Collection::vectors, 1},  {"mixed", Collection::mixed, 64},
                            {"records", Collection::records, 64}, {"vectors", Collection::vectors, 64},
                            {"mixed", Collection::mixed, 1024}};

}  // namespace

Workloads workloads_bson() {
  Workloads all;
  for (const Input& input : inputs) {
    const auto decode = [input] { return decoding(*codec_named("bson"), input.make()); };
    all.push_back({"decode/" + input.name(), decode, input.mebibytes == 1});
  }
  for (const Input& input : inputs) {
    if (input.collection == Collection::mixed) add_floors(all, input.name(), [input] { return input.make(); });
  }
  return all;
}

}  // namespace hallmark::benchmarks
