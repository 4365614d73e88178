// SPDX-License-Identifier: Apache-2.0
// decode/bson-vector/<dtype>-<elements> and encode/bson-vector/…: one payload.
#include "benchmarks/harness/sample.hpp"
#include "conformance/bson_vector/generate.hpp"

namespace hallmark::benchmarks {
namespace {

using bson_vector::VectorType;
using bson_vector::VectorView;

constexpr std::uint64_t calls = 1000;

struct Input {
  const char* name;
  VectorType dtype;
  std::uint8_t padding;
  std::uint64_t bytes;
};

constexpr Input inputs[] = {
    {"float32-128", VectorType::float32, 0, 512}, {"float32-768", VectorType::float32, 0, 3072},
    {"int8-768", VectorType::int8, 0, 768},       {"packed_bit-765", VectorType::packed_bit, 3, 96},
    {"int8-0", VectorType::int8, 0, 0},
};

File payload(const Input& input) {
  File data(input.bytes);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>((i + 2) * 8);
  return conformance::written(VectorView{input.dtype, input.padding, data});
}

Work decode(const Input& input) {
  const auto bytes = std::make_shared<File>(payload(input));
  const std::uint64_t expected = VectorView{input.dtype, input.padding, Bytes(*bytes).subspan(2)}.elements();
  // Constructs and reads the whole Decoded, but not the elements: any bytes are right. No scratch memory is needed.
  return repeated(calls, 0, [=](std::uint64_t) {
    clobber_memory();
    Scratch none;
    const auto decoded = bson_vector::decode(*bytes, none);
    check_answer(decoded && decoded->elements() == expected, "bson_vector::decode");
  });
}

Work encode(const Input& input) {
  const auto bytes = std::make_shared<File>(payload(input));
  const auto out = std::make_shared<File>(bytes->size());
  return repeated(calls, 2 + input.bytes, [=](std::uint64_t) {
    clobber_memory();
    Scratch none;
    const auto encoded = bson_vector::encode({input.dtype, input.padding, Bytes(*bytes).subspan(2)}, none, *out);
    check_answer(encoded && encoded.size == bytes->size() && out->back() == bytes->back(), "bson_vector::encode");
  });
}

}  // namespace

Workloads workloads_bson_vector() {
  Workloads all;
  for (const Input& input : inputs) {
    const std::string name = std::string("bson-vector/") + input.name;
    all.push_back({"decode/" + name, [input] { return decode(input); }, true});
    all.push_back({"encode/" + name, [input] { return encode(input); }, true});
    if (input.bytes >= 3072) add_floors(all, name, [input] { return payload(input); });
  }
  return all;
}

}  // namespace hallmark::benchmarks
