// decode/bson/<collection>-<size>, with floors for the same bytes.
#include "hallmark/bson.hpp"

#include <memory>

#include "benchmarks/bson/inputs.hpp"
#include "benchmarks/harness/workload.hpp"

namespace hallmark::benchmarks {
namespace {

Work decode(Bytes input) {
  auto memory = std::make_shared<std::vector<std::byte>>(bson::scratch_bound(input));
  const std::uint64_t expected = count_documents(input);
  return {[=] {
            clobber_memory();
            Scratch scratch(*memory);
            const auto decoded = bson::decode(input, scratch);
            check_answer(decoded && decoded->documents == expected, "bson::decode");
          },
          1, input.size(), memory};
}

}  // namespace

Workloads workloads_bson() {
  Workloads all;
  for (const BsonInput& input : bson_inputs) {
    const std::string name = std::string(input.name());
    all.push_back({"decode/bson/" + name, [input] { return decode(input.bytes()); }, input.gated});
  }
  for (const BsonInput& input : bson_inputs) {
    if (input.collection == Collection::mixed)
      add_floors(all, "bson/" + input.name(), [input] { return input.bytes(); });
  }
  return all;
}

}  // namespace hallmark::benchmarks
