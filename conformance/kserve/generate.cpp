#include "conformance/kserve/generate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace hallmark::kserve {
namespace {

struct Type {
  const char* name;
  DType dtype;
};
constexpr Type types[] = {{"BOOL", DType::boolean}, {"UINT8", DType::u8},   {"UINT16", DType::u16},
                          {"UINT32", DType::u32},   {"UINT64", DType::u64}, {"INT8", DType::i8},
                          {"INT16", DType::i16},    {"INT32", DType::i32},  {"INT64", DType::i64},
                          {"FP16", DType::f16},     {"FP32", DType::f32},   {"FP64", DType::f64},
                          {"BYTES", DType::bytes},  {"BF16", DType::bf16}};

const char* type_name(DType dtype) {
  return std::ranges::find_if(types, [dtype](const Type& type) { return type.dtype == dtype; })->name;
}

// Texts of one to four bytes a character, and what JSON must escape.
constexpr std::string_view stems[] = {"a",
                                      "b",
                                      "A",
                                      "input_0",
                                      "input_00",
                                      "-",
                                      "\u00fc\u00df",
                                      "\u6f22",
                                      "\xf0\x9f\x8c\x8d",
                                      " ",
                                      "\x7f",
                                      "",
                                      "\"",
                                      "\\",
                                      "\n\x01",
                                      std::string_view("n\0l", 3)};

// A message that says the same under another order, in other white space.
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
    for (std::size_t i = 0; i < parts.size(); ++i) out += (i == 0 ? "" : ",") + space() + parts[i] + space();
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
    return string(key) + space() + ":" + space() + value;
  }

  // A value that nobody looks at.
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

  std::string tensor(const OwnedTensor& tensor) {
    const bool binary = tensor.encoding == Encoding::binary;
    std::vector<std::string> dims;
    for (const std::uint64_t size : tensor.dims) dims.push_back(fmt::format("{}", size));
    std::vector<std::string> members = {member("name", string(tensor.name)), member("shape", array(dims)),
                                        member("datatype", string(type_name(tensor.dtype)))};
    std::vector<std::string> parameters;
    if (binary) parameters.push_back(member("binary_data_size", fmt::format("{}", tensor.data.size())));
    if (choices_.chance(4)) parameters.push_back(member("p", scalar_parameter()));
    if (!parameters.empty() || choices_.chance(5)) members.push_back(member("parameters", object(parameters)));
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
    if (choices_.chance(4)) members.push_back(member("more", any_value()));
    return object(members);
  }

  std::string header(Role role, const OwnedTensors& tensors) {
    std::vector<std::string> listed;
    for (const OwnedTensor& one : tensors) listed.push_back(tensor(one));
    std::vector<std::string> members = {member(role == Role::request ? "inputs" : "outputs", array(listed))};
    for (const char* text : {"id", "model_name", "model_version"}) {
      const bool null = (role == Role::response || compat_) && choices_.chance(3);
      if (choices_.chance(3)) members.push_back(member(text, null ? "null" : string("m\u00fc")));
    }
    if (choices_.chance(4)) {
      members.push_back(
          member("parameters", object({member("binary_data_output", "true"), member("q", scalar_parameter())})));
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
    return unit(0xd800 + (code >> 10)) + unit(0xdc00 + (code & 0x3ff));
  }

  std::string real(double value, bool single) {
    if (std::isnan(value)) return "NaN";
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

class Generator {
 public:
  explicit Generator(conformance::Choices& choices) : choices_(choices) {}

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
    OwnedTensor tensor{std::move(name), types[choices_.below(std::size(types))].dtype, {}, {}, Encoding::json};
    const bool half = tensor.dtype == DType::f16 || tensor.dtype == DType::bf16;
    if (half || choices_.chance(2)) tensor.encoding = Encoding::binary;
    tensor.dims.resize(choices_.below(5));
    for (std::uint64_t& size : tensor.dims) size = 1 + choices_.below(3);
    if (!tensor.dims.empty() && choices_.chance(6)) {
      // Empty, so that the others may be of any size.
      for (std::uint64_t& size : tensor.dims) {
        size = choices_.chance(2) ? choices_.word() >> (1 + choices_.below(63)) : 1;
      }
      tensor.dims[choices_.below(tensor.dims.size())] = 0;
    }
    std::uint64_t count = 1;
    for (const std::uint64_t size : tensor.dims) count = size == 0 || count == 0 ? 0 : count * size;
    if (std::ranges::find(tensor.dims, std::uint64_t{0}) != tensor.dims.end()) count = 0;
    for (; count > 0; --count) element(tensor);
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
      // JSON has numbers alone.
      const bool real = tensor.dtype == DType::f32 || tensor.dtype == DType::f64;
      if (real && tensor.encoding == Encoding::json) bytes.back() &= std::byte{0xbf};
    }
    tensor.data.insert(tensor.data.end(), bytes.begin(), bytes.end());
  }

  conformance::Choices& choices_;
};

constexpr std::string_view words[] = {"0",
                                      "-0",
                                      "1",
                                      "2",
                                      "3",
                                      "4",
                                      "8",
                                      "-1",
                                      "1.0",
                                      "1e0",
                                      "256",
                                      "-129",
                                      "65536",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "1e39",
                                      "1e400",
                                      "1E-400",
                                      "01",
                                      "1.",
                                      "-",
                                      "1e",
                                      "true",
                                      "false",
                                      "null",
                                      "tru",
                                      "NaN",
                                      "Infinity",
                                      "-Infinity",
                                      "[]",
                                      "{}",
                                      "[1]",
                                      "[[1]]",
                                      "[true]",
                                      "\"\"",
                                      "[\"a\"]",
                                      "\"a\"",
                                      "\"\\u0000\"",
                                      "\"\\ud800\"",
                                      "\"\\udc00\"",
                                      "\"\\ud83d\\ude00\"",
                                      "\"\\x\"",
                                      "\"\x01\"",
                                      "\"\x80\"",
                                      "\"\xed\xa0\x80\"",
                                      "\"name\"",
                                      "\"shape\"",
                                      "\"datatype\"",
                                      "\"data\"",
                                      "\"parameters\"",
                                      "\"inputs\"",
                                      "\"outputs\"",
                                      "\"error\"",
                                      "\"id\"",
                                      "\"binary_data_size\"",
                                      "\"binary_data\"",
                                      "\"shared_memory_region\"",
                                      "\"BOOL\"",
                                      "\"UINT8\"",
                                      "\"INT8\"",
                                      "\"FP16\"",
                                      "\"FP32\"",
                                      "\"FP64\"",
                                      "\"BYTES\"",
                                      "\"INT64\"",
                                      "\"fp32\"",
                                      "{\"a\":1,\"\\u0061\":2}",
                                      "{\"binary_data_size\":0}",
                                      "{\"binary_data_size\":4}",
                                      "{\"binary_data_size\":1.0}",
                                      "{\"shared_memory_region\":\"r\"}",
                                      "{\"binary_data\":0}",
                                      "{\"a\":null}",
                                      ",",
                                      ":",
                                      "]",
                                      "}",
                                      "[",
                                      "{",
                                      "",
                                      " ",
                                      "\xef\xbb\xbf",
                                      "x"};

bool is_plain(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '.'; }

// The end of a word: a string, a run of what numbers and names are made of, brackets and all between them, or one
// character.
std::size_t end_of_word(std::string_view json, std::size_t first, bool brackets) {
  std::size_t end = first + 1;
  if (json[first] == '"') {
    while (end < json.size() && json[end] != '"') end += json[end] == '\\' ? 2 : 1;
    return std::min(end + 1, json.size());
  }
  if (is_plain(json[first])) {
    while (end < json.size() && is_plain(json[end])) ++end;
  } else if (brackets && (json[first] == '[' || json[first] == '{')) {
    for (int open = 1; end < json.size() && open > 0; ++end) {
      open += json[end] == '[' || json[end] == '{' ? 1 : json[end] == ']' || json[end] == '}' ? -1 : 0;
    }
  }
  return end;
}

char kind_of(std::string_view word) { return word.empty() ? ' ' : is_plain(word[0]) ? '0' : word[0]; }

}  // namespace

OwnedTensors owned(const MessageView& message) {
  OwnedTensors all;
  for (const MessageTensor& one : message.tensors) {
    OwnedTensor& to = all.emplace_back();
    to.name = one.tensor.name;
    to.dtype = one.tensor.dtype;
    for (std::uint64_t axis = 0; axis < one.tensor.shape.rank(); ++axis) to.dims.push_back(one.tensor.shape[axis]);
    to.data.assign(one.tensor.data.begin(), one.tensor.data.end());
    to.encoding = one.encoding;
  }
  return all;
}

Borrowed::Borrowed(const OwnedTensors& tensors) {
  for (const OwnedTensor& one : tensors) {
    std::vector<std::byte>& dims = dims_.emplace_back(one.dims.size() * sizeof(std::uint64_t));
    for (std::size_t axis = 0; axis < one.dims.size(); ++axis) store_le(dims.data() + 8 * axis, one.dims[axis]);
    tensors_.push_back({.tensor = {one.name, one.dtype, Shape(dims), one.data, true},
                        .encoding = one.encoding,
                        .object = {},
                        .parameters = {},
                        .values = {}});
  }
}

OwnedTensors any_tensors(conformance::Choices& choices, std::uint32_t most) { return Generator(choices).tensors(most); }

Body any_body(Role role, const OwnedTensors& tensors, conformance::Choices& choices, Framing framing, Liberty liberty) {
  Speller speller(choices, liberty);
  std::string text = speller.space() + speller.header(role, tensors);
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

Body spliced(const Body& body, conformance::Choices& choices) {
  const std::string_view whole = as_text(body.bytes);
  std::string json(whole.substr(0, static_cast<std::size_t>(body.header_length)));
  for (std::uint32_t left = 1 + (choices.chance(2) ? choices.below(3) : 0); left > 0 && !json.empty(); --left) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < json.size(); i = end_of_word(json, i, false)) starts.push_back(i);
    const std::size_t first = starts[choices.below(starts.size())];
    const std::size_t end = choices.chance(6) ? first : end_of_word(json, first, choices.chance(2));
    // Most often a word of the same kind stands there.
    std::string_view word = words[choices.below(std::size(words))];
    const bool like = choices.below(4) != 0;
    for (int tries = 0; like && tries < 20 && kind_of(word) != json[first] && !is_plain(json[first]); ++tries) {
      word = words[choices.below(std::size(words))];
    }
    json = json.substr(0, first) + std::string(word) + json.substr(end);
  }
  Body out;
  out.header_length = json.size();
  json += whole.substr(static_cast<std::size_t>(body.header_length));
  const Bytes bytes = as_bytes(json);
  out.bytes.assign(bytes.begin(), bytes.end());
  return out;
}

}  // namespace hallmark::kserve
