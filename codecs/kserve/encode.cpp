// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/encoder_answers.hpp"
#include "core/integers.hpp"
#include "core/json_writer.hpp"
#include "hallmark/core/writer.hpp"
#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

// What is no number of JSON is written as the names that the decoder knows, and refuses. To many parsers a number
// without a point is an integer, and of those none is -0.
template <class Real>
void real(Writer& to, Real value) noexcept {
  if (value != value) return to.text("NaN");
  if (value > std::numeric_limits<Real>::max()) return to.text("Infinity");
  if (value < std::numeric_limits<Real>::lowest()) return to.text("-Infinity");
  if (value == 0 && std::signbit(value)) return to.text("-0.0");
  put_json_number(to, value);
}

void element(Writer& to, DType dtype, Bytes one) noexcept {
  if (dtype == DType::boolean) {
    return to.text(one[0] == std::byte{0} ? "false" : one[0] == std::byte{1} ? "true" : "null");
  }
  if (dtype == DType::f32) return real(to, hallmark::element<float>(one, 0));
  if (dtype == DType::f64) return real(to, hallmark::element<double>(one, 0));
  // What the decoder refuses whatever stands there.
  if (is_half(dtype) || datatype_of(dtype) == nullptr) return to.text("0");
  const std::uint64_t bits = load_up_to_word(one.data(), one.size());
  if (integer_range(dtype).lowest == 0) return put_json_number(to, bits);
  const std::uint64_t above = 64 - 8 * one.size();
  put_json_number(to, static_cast<std::int64_t>(bits << above) >> above);
}

// Elements of BYTES up to the first that is cut off.
void strings(Writer& to, Bytes data) noexcept {
  constexpr std::size_t prefix = sizeof(std::uint32_t);
  std::string_view comma;
  while (data.size() >= prefix) {
    const std::size_t size = load_le<std::uint32_t>(data.data());
    if (size > data.size() - prefix) break;
    to.text(std::exchange(comma, ","));
    put_json_string(to, as_text(data.subspan(prefix, size)), false);
    data = data.subspan(prefix + size);
  }
}

void values(Writer& to, const TensorView& tensor) noexcept {
  to.text("[");
  const auto size = static_cast<std::size_t>(size_of(tensor.dtype));
  if (tensor.dtype == DType::bytes) {
    strings(to, tensor.data);
  } else if (size != 0) {
    for (std::size_t at = 0; tensor.data.size() - at >= size; at += size) {
      if (at != 0) to.text(",");
      element(to, tensor.dtype, tensor.data.subspan(at, size));
    }
  }
  to.text("]");
}

// Members of an object but those that `left_out` names, each after a comma: that of the first is given.
template <class LeftOut>
void members(Writer& to, Bytes object, std::string_view& comma, const LeftOut& left_out) noexcept {
  (void)skim_json(TextCursor(object), [&](const JsonMember& member) {
    if (left_out(member.key)) return;
    to.text(std::exchange(comma, ","));
    to.bytes(member.whole);
  });
}

void tensor(Writer& to, const MessageTensor& message) noexcept {
  const TensorView& tensor = message.tensor;
  to.text("{\"name\":");
  put_json_string(to, tensor.name, false);
  to.text(",\"shape\":[");
  std::string_view comma;
  for (const std::uint64_t size : tensor.shape) {
    to.text(std::exchange(comma, ","));
    put_json_number(to, size);
  }
  const Datatype* const datatype = datatype_of(tensor.dtype);
  to.text("],\"datatype\":\"");
  to.text(datatype == nullptr ? name_of(tensor.dtype) : datatype->name);
  to.text("\"");
  const bool binary = message.encoding == Encoding::binary;
  if (binary || !message.parameters.empty()) {
    to.text(",\"parameters\":{");
    comma = "";
    members(to, message.parameters, comma, [](Bytes key) { return is_key(key, "binary_data_size"); });
    if (binary) {
      to.text(comma);
      to.text("\"binary_data_size\":");
      put_json_number(to, tensor.data.size());
    }
    to.text("}");
  }
  if (!binary) {
    to.text(",\"data\":");
    values(to, tensor);
  }
  comma = ",";
  members(to, message.object, comma, [](Bytes key) {
    constexpr std::string_view known[] = {"name", "shape", "datatype", "parameters", "data"};
    return std::ranges::any_of(known, [key](std::string_view name) { return is_key(key, name); });
  });
  to.text("}");
}

}  // namespace

void write_header(Writer& to, Role role, const MessageView& message) noexcept {
  const std::string_view list = list_of(role);
  to.text("{");
  std::string_view comma;
  bool error = false;
  std::uint64_t count = 0;
  members(to, message.json, comma, [&](Bytes key) {
    ++count;
    error = is_key(key, "error");
    return is_key(key, list);
  });
  // An error response has no list of tensors.
  if (role == Role::request || !message.tensors.empty() || !error || count != 1) {
    to.text(comma);
    to.text("\"");
    to.text(list);
    to.text("\":[");
    comma = "";
    for (const MessageTensor& one : message.tensors) {
      to.text(std::exchange(comma, ","));
      tensor(to, one);
    }
    to.text("]");
  }
  to.text("}");
}

namespace {

// The length of the JSON, which binary data follow.
std::uint64_t write(Writer& to, Role role, const MessageView& message) noexcept {
  write_header(to, role, message);
  const std::uint64_t length = to.size();
  for (const MessageTensor& one : message.tensors) {
    if (one.encoding == Encoding::binary) to.bytes(one.tensor.data);
  }
  return length;
}

}  // namespace

std::uint64_t encoded_size(Role role, const MessageView& message) noexcept {
  return measured([&](Writer& to) { (void)write(to, role, message); });
}

std::uint64_t encode_scratch(Role role, const MessageView& message) noexcept {
  return most_scratch(measured([&](Writer& to) { write_header(to, role, message); }));
}

Encoded encode(Role role, const MessageView& message, Scratch& scratch, std::span<std::byte> out) noexcept {
  const std::uint64_t size = encoded_size(role, message);
  if (out.size() < size) return too_short(out, size);
  Options options;
  Writer to(out);
  options.header_length = write(to, role, message);
  Encoded answer = checked(to, out, [&](Bytes written) { return decode(role, written, scratch, options); });
  answer.header_length = *options.header_length;
  return answer;
}

}  // namespace hallmark::kserve
