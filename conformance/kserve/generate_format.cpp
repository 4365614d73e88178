// SPDX-License-Identifier: Apache-2.0
// The generators of KServe bodies, one for each direction.
#include <algorithm>

#include "conformance/generate/noise.hpp"
#include "conformance/kserve/generate.hpp"

namespace hallmark::kserve {
namespace {

using conformance::Choices;
using conformance::Input;

template <Role role>
Input any(Choices& choices) {
  const OwnedTensors tensors = any_tensors(choices, 3);
  Body body = any_body(role, tensors, choices, Framing::seed);
  // As often as not the length of the JSON is given from outside; white space behind it counts where nothing follows.
  if (choices.below(2) == 0) return {std::move(body.bytes), {}, {"seed-framed"}};
  const bool binary = std::ranges::any_of(
      tensors, [](const OwnedTensor& one) { return one.encoding == Encoding::binary && !one.data.empty(); });
  const std::uint64_t length = binary ? body.header_length : body.bytes.size();
  return {std::move(body.bytes), length, {"header-framed"}};
}

// An image with its labels, or the scores of one; raw bytes bring the body to its size.
template <Role role>
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  conformance::Noise noise(seed);
  std::vector<std::byte> labels(4 * (1 + noise.below(4)));
  for (std::size_t at = 0; at < labels.size(); at += 4) {
    store_le(labels.data() + at, static_cast<std::uint32_t>(noise.below(1000)));
  }
  // Images of 3 colours: the largest square that leaves room for the JSON.
  constexpr std::uint64_t room = 640;
  std::uint64_t side = 0;
  std::uint64_t images = 1;
  for (std::uint64_t step = 512; step > 0; step /= 2) {
    if (12 * (side + step) * (side + step) + room <= size) side += step;
  }
  if (side > 1000) {
    side = 224;
    images = (size - room) / (12 * side * side);
  }
  const std::uint64_t pixels = 12 * images * side * side;
  conformance::Shapes shapes;
  const auto tensor = [&](const char* name, DType dtype, const conformance::Dims& dims, Bytes data, Encoding encoding) {
    return MessageTensor{{name, dtype, true, shapes.of(dims), data}, encoding, {}, {}, {}};
  };
  const auto json = [&](std::uint64_t raw) {
    std::vector tensors = {tensor("labels", DType::i32, {labels.size() / 4}, labels, Encoding::json)};
    if (side > 0) {
      tensors.push_back(tensor("image", DType::f32, {images, 3, side, side}, of_size(pixels), Encoding::binary));
    }
    if (raw > 0) tensors.push_back(tensor("raw", DType::u8, {raw}, of_size(raw), Encoding::binary));
    return header(role, {as_bytes(role == Role::request ? R"({"id":"7f3a","parameters":{"priority":1}})"
                                                        : R"({"model_name":"resnet50","model_version":"1"})"),
                         0, tensors});
  };
  // The numbers of the raw bytes are part of the size; white space in front of the last brace makes up for theirs.
  const std::uint64_t taken = json(size).size() + pixels;
  const std::uint64_t raw = size > taken ? size - taken : 0;
  std::string text = json(raw);
  const std::uint64_t total = text.size() + pixels + raw;
  if (size > total) text.insert(text.size() - 1, static_cast<std::size_t>(size - total), ' ');
  out.write(as_bytes(text));
  write_elements(noise, DType::f32, pixels, out);
  write_elements(noise, DType::u8, raw, out);
  return {text.size(), {"header-framed"}};
}

}  // namespace
}  // namespace hallmark::kserve

namespace hallmark::conformance::generator {

using hallmark::kserve::Role;

extern const Generator kserve_request;
const Generator kserve_request{"kserve-request", "kserve-v2#inference-request-and-response",
                               hallmark::kserve::any<Role::request>, hallmark::kserve::sized<Role::request>};
extern const Generator kserve_response;
const Generator kserve_response{"kserve-response", "kserve-v2#inference-request-and-response",
                                hallmark::kserve::any<Role::response>, hallmark::kserve::sized<Role::response>};

}  // namespace hallmark::conformance::generator
