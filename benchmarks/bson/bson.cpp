// decode/bson/<collection>-<size>, with floors for the same bytes.
#include <fmt/format.h>

#include "benchmarks/bson/documents.hpp"
#include "benchmarks/harness/sample.hpp"

namespace hallmark::benchmarks {
namespace {

// Sizes that fit and do not fit into the cache, and the gibibyte of the performance goal.
struct Input {
  Collection collection;
  std::uint64_t mebibytes;

  [[nodiscard]] std::string name() const { return fmt::format("bson/{}-{}MiB", name_of(collection), mebibytes); }
  [[nodiscard]] Sample make() const { return {nullptr, documents(collection, mebibytes << 20), {}}; }
};
constexpr Input inputs[] = {{Collection::mixed, 1},   {Collection::records, 1},  {Collection::vectors, 1},
                            {Collection::mixed, 64},  {Collection::records, 64}, {Collection::vectors, 64},
                            {Collection::mixed, 1024}};

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
