// SPDX-License-Identifier: Apache-2.0
// Makes the tensors of KServe messages from choices.
#include "conformance/kserve/generate.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "codecs/core/decimal.hpp"
#include "codecs/kserve/datatypes.hpp"
#include "codecs/kserve/walk.hpp"
#include "conformance/generate/formats.hpp"
#include "conformance/generate/noise.hpp"

namespace hallmark::kserve {
namespace {

class Generator {
 public:
  Generator(conformance::Choices& choices, Liberty liberty) : choices_(choices), compat_(liberty == Liberty::compat) {}

  OwnedTensors tensors(std::uint32_t most) {
    std::set<std::string> taken;
    OwnedTensors all;
    for (std::uint32_t left = 1 + choices_.below(most); left > 0; --left) {
      std::string name(stems[choices_.below(std::size(stems))]);
      while (!taken.insert(name).second) name += static_cast<char>('a' + taken.size() % 26);
      all.push_back(tensor(std::move(name)));
    }
    return all;
  }

 private:
  OwnedTensor tensor(std::string name) {
    OwnedTensor tensor{std::move(name), datatypes[choices_.below(std::size(datatypes))].dtype, {}, {}, Encoding::json};
    const bool half = (tensor.dtype == DType::f16 && !compat_) || tensor.dtype == DType::bf16;
    if (half || choices_.chance(2)) tensor.encoding = Encoding::binary;
    tensor.dims = conformance::small_dims(choices_);
    if (!tensor.dims.empty() && choices_.chance(6)) conformance::make_empty(tensor.dims, choices_, 1);
    for (std::uint64_t count = conformance::count_of(tensor.dims); count > 0; --count) element(tensor);
    return tensor;
  }

  void element(OwnedTensor& tensor) {
    std::vector<std::byte> bytes;
    if (tensor.dtype == DType::bytes) {
      const std::string_view text = stems[choices_.below(std::size(stems))];
      bytes = tensor.encoding == Encoding::json ? std::vector(as_bytes(text).begin(), as_bytes(text).end())
                                                : choices_.bytes(choices_.below(6));
      std::byte prefix[4];
      store_le(prefix, static_cast<std::uint32_t>(bytes.size()));
      bytes.insert(bytes.begin(), std::begin(prefix), std::end(prefix));
    } else {
      bytes = choices_.chance(3) ? std::vector<std::byte>(size_of(tensor.dtype), std::byte{0})
                                 : choices_.bytes(size_of(tensor.dtype));
      if (tensor.dtype == DType::boolean) bytes[0] &= std::byte{1};
      if (tensor.encoding == Encoding::json) make_number(tensor.dtype, bytes);
    }
    tensor.data.insert(tensor.data.end(), bytes.begin(), bytes.end());
  }

  // JSON has numbers alone, and under compat words for the quiet NaN and for infinity.
  void make_number(DType dtype, std::vector<std::byte>& bytes) {
    const bool real = dtype == DType::f32 || dtype == DType::f64;
    if (!real && dtype != DType::f16) return;
    bytes.back() &= std::byte{0xbf};
    if (!real || !compat_ || !choices_.chance(6)) return;
    const bool infinite = choices_.chance(2);
    const std::uint64_t bits =
        (infinite ? infinity_bits(dtype) : nan_bits(dtype)) | (infinite && choices_.chance(2) ? sign_bit(dtype) : 0);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
  }

  conformance::Choices& choices_;
  bool compat_;
};

}  // namespace

OwnedTensors owned(const MessageView& message) {
  OwnedTensors all;
  for (const MessageTensor& one : message.tensors) {
    OwnedTensor& to = all.emplace_back();
    to.name = one.tensor.name;
    to.dtype = one.tensor.dtype;
    to.dims = conformance::dims_of(one.tensor.shape);
    to.data.assign(one.tensor.data.begin(), one.tensor.data.end());
    to.encoding = one.encoding;
  }
  return all;
}

Borrowed::Borrowed(const OwnedTensors& tensors, std::string_view members) : members_(as_bytes(members)) {
  for (const OwnedTensor& one : tensors) {
    tensors_.push_back({.tensor = {one.name, one.dtype, true, shapes_.of(one.dims), one.data},
                        .encoding = one.encoding,
                        .object = {},
                        .parameters = {},
                        .values = {}});
  }
}

Body encoded(Role role, const MessageView& message) {
  Body body{std::vector<std::byte>(static_cast<std::size_t>(encoded_size(role, message)))};
  std::vector<std::byte> memory(static_cast<std::size_t>(encode_scratch(role, message)));
  Scratch scratch(memory);
  const Encoded written = encode(role, message, scratch, body.bytes);
  if (!written) throw std::invalid_argument(std::string(written.refusal.rule->id));
  body.header_length = written.header_length;
  return body;
}

std::string header(Role role, const MessageView& message) {
  const auto put = [&](Writer& to) { write_header(to, role, message); };
  std::string text(static_cast<std::size_t>(measured(put)), ' ');
  Writer to(std::as_writable_bytes(std::span(text)));
  put(to);
  return text;
}

OwnedTensors any_tensors(conformance::Choices& choices, std::uint32_t most, Liberty liberty) {
  return Generator(choices, liberty).tensors(most);
}

namespace {

using conformance::Choices;
using conformance::Input;

template <Role role>
Input any(Choices& choices) {
  const OwnedTensors tensors = any_tensors(choices, 3);
  Body body = any_body(role, tensors, choices, Framing::seed);
  // As often as not the length of the JSON is given from outside; white space after it counts where nothing follows.
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

const conformance::Generator kserve_request_generator{"kserve-request", "kserve-v2#inference-request-and-response",
                                                      any<Role::request>, sized<Role::request>};
const conformance::Generator kserve_response_generator{"kserve-response", "kserve-v2#inference-request-and-response",
                                                       any<Role::response>, sized<Role::response>};

}  // namespace hallmark::kserve
