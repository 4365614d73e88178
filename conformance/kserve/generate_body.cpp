// SPDX-License-Identifier: Apache-2.0
// Writes messages as bodies: JSON values with named members, in any spelling that JSON and the protocol leave open.
#include <fmt/format.h>

#include <cmath>

#include "codecs/core/integers.hpp"
#include "codecs/kserve/datatypes.hpp"
#include "conformance/generate/spelling.hpp"
#include "conformance/kserve/generate.hpp"
#include "hallmark/core/small_floats.hpp"

namespace hallmark::kserve {
namespace {

using conformance::as_written;
using conformance::Choices;
using Value = conformance::Json;

// Values chooses what the protocol leaves open of a message.
class Values {
 public:
  Values(Choices& choices, Liberty liberty) : choices_(choices), compat_(liberty == Liberty::compat) {}

  Value message(Role role, const OwnedTensors& tensors) {
    Value message;
    Value& list = message[role == Role::request ? "inputs" : "outputs"] = Value::array();
    for (const OwnedTensor& one : tensors) list.push_back(tensor(one));
    for (const char* const text : {"id", "model_name", "model_version"}) {
      if (!choices_.chance(3)) continue;
      const bool free = role == Role::request && text != std::string_view("id");  // a request has no such member
      const bool null = (role == Role::response || compat_) && choices_.chance(3);
      message[text] = free ? any_value() : null ? Value() : Value("m\u00fc");
    }
    if (choices_.chance(4)) {
      message["parameters"] = {{"binary_data_output", true}, {"q", scalar_parameter()}};
    } else if (choices_.chance(6)) {
      message["parameters"] = parameters(Value::object());
    }
    if (choices_.chance(4)) message["else"] = any_value();
    if (role == Role::request && choices_.chance(3)) {
      Value& wanted = message["outputs"] = Value::array();
      for (std::uint32_t i = choices_.below(3); i > 0; --i) wanted.push_back(requested(fmt::format("out{}", i)));
    }
    return message;
  }

 private:
  template <std::size_t size>
  Value one_of(const char* const (&texts)[size]) {
    return as_written(texts[choices_.below(size)]);
  }
  // A value that no reader checks.
  Value any_value(int depth = 0) {
    const std::uint32_t kind = choices_.below(depth < 3 ? 4 : 2);
    if (kind == 0) return one_of({"null", "true", "false", "0", "-0", "1.50", "1e5", "2E-3", "123456789012345678901"});
    if (kind == 1) return std::string(stems[choices_.below(std::size(stems))]);
    Value all = kind == 2 ? Value::array() : Value::object();
    for (std::uint32_t i = choices_.below(3); i > 0; --i) {
      (kind == 2 ? all.emplace_back() : all[fmt::format("k{}", i)]) = any_value(depth + 1);
    }
    return all;
  }
  Value scalar_parameter() {
    return choices_.chance(3) ? Value("\u00e9t\u00e9") : one_of({"0", "true", "false", "-1.5e3", "7"});
  }
  // Parameters, which compat takes as null where there are none.
  Value parameters(Value all) { return compat_ && all.empty() && choices_.chance(2) ? Value() : all; }

  Value requested(const std::string& name) {
    Value output = {{"name", name}};
    if (choices_.chance(2)) {
      output["parameters"]["binary_data"] = choices_.chance(2);
    } else if (choices_.chance(4)) {
      output["parameters"] = parameters(Value::object());
    }
    if (choices_.chance(4)) output["more"] = any_value();
    return output;
  }

  Value tensor(const OwnedTensor& tensor) {
    const bool binary = tensor.encoding == Encoding::binary;
    Value object = {
        {"name", tensor.name}, {"shape", tensor.dims}, {"datatype", std::string(datatype_of(tensor.dtype)->name)}};
    Value own = Value::object();
    if (binary) own["binary_data_size"] = tensor.data.size();
    if (choices_.chance(4)) own["p"] = scalar_parameter();
    if (!own.empty() || choices_.chance(5)) object["parameters"] = parameters(own);
    const bool neither = compat_ && !binary && tensor.data.empty() && choices_.chance(2);
    if (binary && tensor.data.empty() && choices_.chance(2)) object["data"] = nullptr;
    if (!binary && !neither) object["data"] = data(tensor);
    if (choices_.chance(6)) object["unknown"] = any_value();
    return object;
  }

  Value data(const OwnedTensor& tensor) {
    Value all = elements(tensor);
    // Empty tensors may have huge dimensions, which nesting would have to write out.
    if (tensor.dims.size() > 1 && !all.empty() && choices_.chance(2)) {
      for (std::size_t axis = tensor.dims.size(); --axis > 0;) all = rows(all, tensor.dims[axis]);
    } else if (compat_ && !all.empty() && choices_.chance(3)) {
      Value& one = all[choices_.below(all.size())];
      one = Value::array({one});
    }
    return all;
  }
  static Value rows(const Value& all, std::uint64_t size) {
    Value out = Value::array();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i % size == 0) out.push_back(Value::array());
      out.back().push_back(all[i]);
    }
    return out;
  }

  Value elements(const OwnedTensor& tensor) {
    Value list = Value::array();
    const bool text = tensor.dtype == DType::bytes;
    for (Bytes left = tensor.data; !left.empty();) {
      const std::size_t size = text ? 4 + load_le<std::uint32_t>(left.data()) : size_of(tensor.dtype);
      const Bytes one = left.first(size);
      list.push_back(text ? Value(as_text(one.subspan(4))) : number(tensor.dtype, one));
      left = left.subspan(size);
    }
    return list;
  }
  Value number(DType dtype, Bytes one) {
    if (dtype == DType::boolean) return one[0] == std::byte{1};
    if (dtype == DType::f16) return real(float_of_f16(element<std::uint16_t>(one, 0)), false);
    if (dtype == DType::f32) return real(double{element<float>(one, 0)}, true);
    if (dtype == DType::f64) return real(element<double>(one, 0), false);
    const std::uint64_t bits = load_up_to_word(one.data(), one.size());
    if (bits == 0 && choices_.chance(4)) return as_written("-0");
    if (integer_range(dtype).lowest == 0) return bits;
    const std::uint64_t above = 64 - 8 * one.size();
    return static_cast<std::int64_t>(bits << above) >> above;
  }
  Value real(double value, bool single) {
    if (std::isnan(value)) return as_written(choices_.chance(2) ? "null" : "NaN");
    if (std::isinf(value)) return as_written(value < 0 ? "-Infinity" : "Infinity");
    switch (choices_.below(4)) {
      case 0: return as_written(single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value));
      case 1: return as_written(fmt::format("{:.17e}", value));
      case 2: return as_written(fmt::format("{:.17E}", value));
      default: {
        const bool plain = std::abs(value) < 1e20 && std::abs(value) > 1e-3;
        return as_written(plain ? fmt::format("{:.30f}", value) : fmt::format("{:.25e}", value));
      }
    }
  }

  Choices& choices_;
  bool compat_;
};

}  // namespace

Body any_body(Role role, const OwnedTensors& tensors, Choices& choices, Framing framing, Liberty liberty,
              Choices* others) {
  const Value message = Values(choices, liberty).message(role, tensors);
  conformance::Spelling spelling(choices, words(), others);
  std::string text = spelling.space();
  text += spelling.value(message);
  if (framing == Framing::header) text += spelling.space();
  Body body;
  body.header_length = text.size();
  bool binary = false;
  for (const OwnedTensor& one : tensors) {
    if (one.encoding != Encoding::binary) continue;
    text += as_text(one.data);
    binary = binary || !one.data.empty();
  }
  if (!binary && framing == Framing::seed) text += spelling.space();
  if (liberty == Liberty::compat && choices.chance(3)) text += "\x01 \n";
  const Bytes bytes = as_bytes(text);
  body.bytes.assign(bytes.begin(), bytes.end());
  return body;
}

}  // namespace hallmark::kserve
