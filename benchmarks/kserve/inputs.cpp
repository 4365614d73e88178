// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/kserve/inputs.hpp"

#include <fmt/format.h>

#include <bit>

#include "benchmarks/harness/random.hpp"
#include "codecs/core/integers.hpp"
#include "codecs/kserve/datatypes.hpp"

namespace hallmark::benchmarks {
namespace {

// The bits of a random value: an integer over most of its range, a float between -2 and 2.
std::uint64_t any_bits(DType dtype, Random& random) {
  const auto signed_below = [&random](std::uint64_t half) {
    return static_cast<std::int64_t>(random.below(2 * half)) - static_cast<std::int64_t>(half);
  };
  switch (dtype) {
    case DType::boolean: return random.below(2);
    case DType::f32: return std::bit_cast<std::uint32_t>(static_cast<float>(signed_below(1U << 24)) / 9699690.0F);
    case DType::f64:
      return std::bit_cast<std::uint64_t>(static_cast<double>(signed_below(std::uint64_t{1} << 52)) / 6469693230.0e6);
    case DType::u64: return random.below(UINT64_MAX);
    case DType::i64: return static_cast<std::uint64_t>(signed_below(std::uint64_t{1} << 62));
    default: return random.below(std::uint64_t{1} << (8 * size_of(dtype))) - integer_range(dtype).lowest;
  }
}

// The same as bytes; of BYTES a text of 11 characters.
std::string any_element(DType dtype, Random& random) {
  if (dtype == DType::bytes) return std::string("\x0b\0\0\0", 4) + fmt::format("word {:06}", random.below(1000000));
  std::string bits(sizeof(std::uint64_t), '\0');
  store_le(std::as_writable_bytes(std::span(bits)).data(), any_bits(dtype, random));
  return bits.substr(0, size_of(dtype));
}

}  // namespace

Sample body_of(std::string json, std::uint64_t data) {
  Options options;
  options.header_length = json.size();
  json.append(data, '\x3f');
  const Bytes bytes = as_bytes(json);
  return {File(bytes.begin(), bytes.end()), options};
}

Sample unframed(Sample body) {
  body.options = {};
  return body;
}

Sample kserve_typical() {
  constexpr std::size_t image = 3 * 224 * 224 * sizeof(float);
  const std::string json = fmt::format(
      R"({{"id":"7d0a2f3e-3c11-4a0e-9a3d-1f6f6a1a7d52","parameters":{{"sequence_id":0,"priority":1,"binary_data_output":true}},)"
      R"("inputs":[{{"name":"image_tensor","shape":[1,3,224,224],"datatype":"FP32","parameters":{{"binary_data_size":{}}}}}],)"
      R"("outputs":[{{"name":"probabilities","parameters":{{"binary_data":true}}}}]}})",
      image);
  return body_of(json, image);
}

Sample kserve_body(const kserve::OwnedTensors& tensors, kserve::Role role, std::string_view members) {
  kserve::Body body = kserve::encoded(role, kserve::Borrowed(tensors, members).view());
  Options options;
  options.header_length = body.header_length;
  return {std::move(body.bytes), options};
}

Sample kserve_json(const KserveData& data, kserve::Role role, std::string_view members) {
  Random random;
  const DType dtype = *kserve::dtype_of(as_bytes(data.datatype));
  kserve::OwnedTensor tensor{"x", dtype, {data.elements}, {}, kserve::Encoding::json};
  for (std::uint64_t i = 0; i < data.elements; ++i) {
    for (const char c : any_element(dtype, random)) tensor.data.push_back(static_cast<std::byte>(c));
  }
  return kserve_body({tensor}, role, members);
}

}  // namespace hallmark::benchmarks
