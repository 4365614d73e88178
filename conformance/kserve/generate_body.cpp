// Writes messages as bodies, in any spelling that JSON and the protocol leave open.
#include <fmt/format.h>

#include <cmath>

#include "conformance/generate/halves.hpp"
#include "conformance/kserve/generate.hpp"
#include "conformance/kserve/types.hpp"

namespace hallmark::kserve {
namespace {

// Speller writes one message in any order of members, white space, escapes and spellings of numbers.
class Speller {
 public:
  Speller(conformance::Choices& choices, Liberty liberty) : choices_(choices), compat_(liberty == Liberty::compat) {}

  std::string space() {
    std::string text;
    while (choices_.chance(8)) text += " \t\r\n"[choices_.below(4)];
    return text;
  }
  // Characters as they are or as escapes, with digits of either case.
  std::string string(std::string_view text) {
    std::string out = "\"";
    for (std::size_t i = 0; i < text.size();) {
      const auto lead = static_cast<unsigned char>(text[i]);
      const std::size_t size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
      const bool must = lead < 0x20 || lead == '"' || lead == '\\';
      constexpr std::string_view meanings = "\b\f\n\r\t\"\\/";
      const std::size_t simple = meanings.find(text[i]);
      if (simple != std::string_view::npos && (must ? !choices_.chance(3) : choices_.chance(4))) {
        out += '\\';
        out += "bfnrt\"\\/"[simple];
      } else if (must || choices_.chance(6)) {
        out += escaped(text.substr(i, size));
      } else {
        out += text.substr(i, size);
      }
      i += size;
    }
    return out += '"';
  }
  std::string list(char open, char close, const std::vector<std::string>& parts) {
    std::string out(1, open);
    // One choice a statement: the order within an expression is the compiler's.
    for (std::size_t i = 0; i < parts.size(); ++i) {
      out += (i == 0 ? "" : ",") + space();
      out += parts[i] + space();
    }
    return out + (parts.empty() ? space() : "") + close;
  }
  std::string array(const std::vector<std::string>& parts) { return list('[', ']', parts); }
  std::string object(std::vector<std::string> members) {
    for (std::size_t left = members.size(); left > 1; --left) {
      std::swap(members[left - 1], members[choices_.below(left)]);
    }
    return list('{', '}', members);
  }
  std::string member(std::string_view key, const std::string& value) {
    std::string out = string(key);
    out += space();
    out += ":" + space();
    return out + value;
  }

  // A value that no reader checks.
  std::string any_value(int depth = 0) {
    constexpr const char* scalars[] = {
        "null", "true", "false", "0", "-0", "1.50", "1e5", "2E-3", "123456789012345678901"};
    const std::uint32_t kind = choices_.below(depth < 3 ? 4 : 2);
    if (kind == 0) return scalars[choices_.below(std::size(scalars))];
    if (kind == 1) return string(stems[choices_.below(std::size(stems))]);
    std::vector<std::string> parts;
    for (std::uint32_t i = choices_.below(3); i > 0; --i) {
      parts.push_back(kind == 2 ? any_value(depth + 1) : member(fmt::format("k{}", i), any_value(depth + 1)));
    }
    return kind == 2 ? array(parts) : object(parts);
  }
  std::string scalar_parameter() {
    constexpr const char* scalars[] = {"0", "true", "false", "-1.5e3", "7"};
    return choices_.chance(3) ? string("\u00e9t\u00e9") : scalars[choices_.below(std::size(scalars))];
  }

  // Parameters, which compat takes as null where there are none.
  std::string objects(const std::vector<std::string>& parameters) {
    return compat_ && parameters.empty() && choices_.chance(2) ? "null" : object(parameters);
  }

  std::string tensor(const OwnedTensor& tensor) {
    const bool binary = tensor.encoding == Encoding::binary;
    std::vector<std::string> dims;
    for (const std::uint64_t size : tensor.dims) dims.push_back(fmt::format("{}", size));
    std::vector<std::string> members = {member("name", string(tensor.name)), member("shape", array(dims)),
                                        member("datatype", string(type_name(tensor.dtype)))};
    std::vector<std::string> parameters;
    if (binary) parameters.push_back(member("binary_data_size", fmt::format("{}", tensor.data.size())));
    if (choices_.chance(4)) parameters.push_back(member("p", scalar_parameter()));
    if (!parameters.empty() || choices_.chance(5)) members.push_back(member("parameters", objects(parameters)));
    const bool neither = compat_ && !binary && tensor.data.empty() && choices_.chance(2);
    if (binary && tensor.data.empty() && choices_.chance(2)) members.push_back(member("data", "null"));
    if (!binary && !neither) members.push_back(member("data", data(tensor)));
    if (choices_.chance(6)) members.push_back(member("unknown", any_value()));
    return object(members);
  }

  std::string requested(int index) {
    std::vector<std::string> members = {member("name", string(fmt::format("out{}", index)))};
    if (choices_.chance(2)) {
      members.push_back(member("parameters", object({member("binary_data", choices_.chance(2) ? "true" : "false")})));
    }
    if (members.size() == 1 && choices_.chance(4)) members.push_back(member("parameters", objects({})));
    if (choices_.chance(4)) members.push_back(member("more", any_value()));
    return object(members);
  }

  std::string header(Role role, const OwnedTensors& tensors) {
    std::vector<std::string> listed;
    for (const OwnedTensor& one : tensors) listed.push_back(tensor(one));
    std::vector<std::string> members = {member(role == Role::request ? "inputs" : "outputs", array(listed))};
    for (const std::string_view text : {"id", "model_name", "model_version"}) {
      if (!choices_.chance(3)) continue;
      const bool free = role == Role::request && text != "id";  // a request has no such member
      const bool null = (role == Role::response || compat_) && choices_.chance(3);
      members.push_back(member(text, free ? any_value() : null ? "null" : string("m\u00fc")));
    }
    if (choices_.chance(4)) {
      members.push_back(
          member("parameters", object({member("binary_data_output", "true"), member("q", scalar_parameter())})));
    } else if (choices_.chance(6)) {
      members.push_back(member("parameters", objects({})));
    }
    if (choices_.chance(4)) members.push_back(member("else", any_value()));
    if (role == Role::request && choices_.chance(3)) {
      std::vector<std::string> wanted;
      for (int i = static_cast<int>(choices_.below(3)); i > 0; --i) wanted.push_back(requested(i));
      members.push_back(member("outputs", array(wanted)));
    }
    return object(members);
  }

 private:
  std::string escaped(std::string_view character) {
    std::uint32_t code = static_cast<unsigned char>(character[0]);
    if (character.size() > 1) code &= 0xffU >> (character.size() + 1);
    for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned char>(c) & 0x3fU);
    const auto unit = [this](std::uint32_t value) {
      return choices_.chance(2) ? fmt::format("\\u{:04X}", value) : fmt::format("\\u{:04x}", value);
    };
    if (code < 0x10000) return unit(code);
    code -= 0x10000;
    const std::string high = unit(0xd800 + (code >> 10));
    return high + unit(0xdc00 + (code & 0x3ff));
  }

  std::string real(double value, bool single) {
    if (std::isnan(value)) return choices_.chance(2) ? "null" : "NaN";
    if (std::isinf(value)) return value < 0 ? "-Infinity" : "Infinity";
    switch (choices_.below(4)) {
      case 0: return single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
      case 1: return fmt::format("{:.17e}", value);
      case 2: return fmt::format("{:.17E}", value);
      default:
        return std::abs(value) < 1e20 && std::abs(value) > 1e-3 ? fmt::format("{:.30f}", value)
                                                                : fmt::format("{:.25e}", value);
    }
  }

  std::vector<std::string> elements(const OwnedTensor& tensor) {
    std::vector<std::string> list;
    const Bytes data = tensor.data;
    if (tensor.dtype == DType::bytes) {
      for (std::size_t at = 0; at < data.size();) {
        const std::size_t size = load_le<std::uint32_t>(data.data() + at);
        list.push_back(string(as_text(data.subspan(at + 4, size))));
        at += 4 + size;
      }
      return list;
    }
    const std::size_t size = size_of(tensor.dtype);
    for (std::uint64_t i = 0; i < data.size() / size; ++i) list.push_back(number(tensor.dtype, data, i));
    return list;
  }
  std::string number(DType dtype, Bytes data, std::uint64_t i) {
    switch (dtype) {
      case DType::boolean: return data[i] == std::byte{0} ? "false" : "true";
      case DType::u8: return integer(element<std::uint8_t>(data, i));
      case DType::u16: return integer(element<std::uint16_t>(data, i));
      case DType::u32: return integer(element<std::uint32_t>(data, i));
      case DType::u64: return integer(element<std::uint64_t>(data, i));
      case DType::i8: return integer(element<std::int8_t>(data, i));
      case DType::i16: return integer(element<std::int16_t>(data, i));
      case DType::i32: return integer(element<std::int32_t>(data, i));
      case DType::i64: return integer(element<std::int64_t>(data, i));
      case DType::f16: return real(conformance::value_of_half(element<std::uint16_t>(data, i)), false);
      case DType::f32: return real(double{element<float>(data, i)}, true);
      default: return real(element<double>(data, i), false);
    }
  }
  template <class T>
  std::string integer(T value) {
    return value == 0 && choices_.chance(4) ? "-0" : fmt::format("{}", +value);
  }

  std::string nested(const std::vector<std::uint64_t>& dims, std::size_t axis, std::vector<std::string>& rest) {
    if (axis == dims.size()) {
      std::string first = std::move(rest.front());
      rest.erase(rest.begin());
      return first;
    }
    std::vector<std::string> parts;
    for (std::uint64_t i = 0; i < dims[axis]; ++i) parts.push_back(nested(dims, axis + 1, rest));
    return array(parts);
  }

  std::string data(const OwnedTensor& tensor) {
    std::vector<std::string> all = elements(tensor);
    // Empty tensors may have huge dimensions, which nesting would have to write out.
    if (!tensor.dims.empty() && !all.empty() && choices_.chance(2)) return nested(tensor.dims, 0, all);
    if (compat_ && !all.empty() && choices_.chance(3)) {
      std::string& one = all[choices_.below(all.size())];
      one = "[" + one + "]";
    }
    return array(all);
  }

  conformance::Choices& choices_;
  bool compat_;
};

}  // namespace

Body any_body(Role role, const OwnedTensors& tensors, conformance::Choices& choices, Framing framing, Liberty liberty) {
  Speller speller(choices, liberty);
  std::string text = speller.space();
  text += speller.header(role, tensors);
  if (framing == Framing::header) text += speller.space();
  Body body;
  body.header_length = text.size();
  bool binary = false;
  for (const OwnedTensor& one : tensors) {
    if (one.encoding != Encoding::binary) continue;
    text += as_text(one.data);
    binary = binary || !one.data.empty();
  }
  if (!binary && framing == Framing::seed) text += speller.space();
  if (liberty == Liberty::compat && choices.chance(3)) text += "\x01 \n";
  const Bytes bytes = as_bytes(text);
  body.bytes.assign(bytes.begin(), bytes.end());
  return body;
}

}  // namespace hallmark::kserve
