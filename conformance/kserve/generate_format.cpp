// The generators of KServe bodies, one for each direction.
#include <fmt/format.h>

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
  const bool request = role == Role::request;
  std::string labels;
  for (std::uint64_t left = 1 + noise.below(4); left > 0; --left) {
    labels += fmt::format("{}{}", labels.empty() ? "" : ", ", noise.below(1000));
  }
  const auto count = std::ranges::count(labels, ',') + 1;
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
  const auto json = [&](std::uint64_t raw) {
    std::string text = request ? R"({"id": "7f3a", "parameters": {"priority": 1}, "inputs": [)"
                               : R"({"model_name": "resnet50", "model_version": "1", "outputs": [)";
    text += fmt::format(R"({{"name": "labels", "shape": [{}], "datatype": "INT32", "data": [{}]}})", count, labels);
    if (side > 0) {
      text += fmt::format(R"(, {{"name": "image", "shape": [{}, 3, {}, {}], "datatype": "FP32", )", images, side, side);
      text += fmt::format(R"("parameters": {{"binary_data_size": {}}}}})", pixels);
    }
    if (raw > 0) {
      text += fmt::format(R"(, {{"name": "raw", "shape": [{}], "datatype": "UINT8", )", raw);
      text += fmt::format(R"("parameters": {{"binary_data_size": {}}}}})", raw);
    }
    return text + "]";
  };
  // The numbers of the raw bytes are part of the size; white space in front of the last brace makes up for theirs.
  const std::uint64_t taken = json(size).size() + 1 + pixels;
  const std::uint64_t raw = size > taken ? size - taken : 0;
  std::string text = json(raw);
  const std::uint64_t total = text.size() + 1 + pixels + raw;
  if (size > total) text.append(static_cast<std::size_t>(size - total), ' ');
  text += '}';
  out.write(as_bytes(text));
  write_elements(noise, DType::f32, pixels, out);
  write_elements(noise, DType::u8, raw, out);
  return {text.size(), {"header-framed"}};
}

template <Role role>
Input surrounded_by(const Input& broken, Choices& choices) {
  return surrounded(role, broken, choices);
}

}  // namespace
}  // namespace hallmark::kserve

namespace hallmark::conformance::generator {

using hallmark::kserve::Role;

extern const Generator kserve_request;
const Generator kserve_request{"kserve-request", "kserve-v2#inference-request-and-response",
                               hallmark::kserve::any<Role::request>, hallmark::kserve::sized<Role::request>,
                               hallmark::kserve::surrounded_by<Role::request>};
extern const Generator kserve_response;
const Generator kserve_response{"kserve-response", "kserve-v2#inference-request-and-response",
                                hallmark::kserve::any<Role::response>, hallmark::kserve::sized<Role::response>,
                                hallmark::kserve::surrounded_by<Role::response>};

}  // namespace hallmark::conformance::generator
