// peer/libbson/<input>: libbson on the inputs of decode/bson/<input>, in the same run.
//
// bson_validate with these flags walks every element and checks the UTF-8 of keys and strings; it does not look inside
// subtype-9 binaries, which decode/bson does.
#include <bson/bson.h>

#include "benchmarks/bson/inputs.hpp"
#include "benchmarks/harness/workload.hpp"

namespace hallmark::benchmarks {

Workloads workloads_bson();

namespace {

std::uint64_t valid_documents(Bytes input) {
  constexpr auto flags = static_cast<bson_validate_flags_t>(BSON_VALIDATE_UTF8 | BSON_VALIDATE_UTF8_ALLOW_NULL);
  std::uint64_t valid = 0;
  while (!input.empty()) {
    const auto length = load_le<std::uint32_t>(input.data());
    bson_t document;
    if (!bson_init_static(&document, reinterpret_cast<const std::uint8_t*>(input.data()), length)) return 0;
    if (!bson_validate(&document, flags, nullptr)) return 0;
    ++valid;
    input = input.subspan(length);
  }
  return valid;
}

Work validate(Bytes input) {
  const std::uint64_t expected = count_documents(input);
  return {[=] { check_answer(valid_documents(input) == expected, "bson_validate"); }, 1, input.size()};
}

}  // namespace

Workloads workloads_peers() {
  Workloads all = workloads_bson();
  for (const BsonInput& input : bson_inputs) {
    all.push_back({"peer/libbson/" + input.name(), [input] { return validate(input.bytes()); }});
  }
  return all;
}

}  // namespace hallmark::benchmarks
