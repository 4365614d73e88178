// SPDX-License-Identifier: Apache-2.0
#include "conformance/model/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "conformance/model/decimal.hpp"

namespace hallmark::conformance {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int, 256> digits = [] {
  std::array<int, 256> values{};
  values.fill(-1);
  for (std::size_t i = 0; i < alphabet.size(); ++i)
    values[static_cast<unsigned char>(alphabet[i])] = static_cast<int>(i);
  return values;
}();

// Integers compare by value, whether written as numbers or, above 2^53-1, as decimal strings.
bool same_number(const Json& a, const Json& b) {
  const auto text = [](const Json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); };
  const auto digits_only = [](std::string_view s) {
    if (s.starts_with('-')) s.remove_prefix(1);
    return !s.empty() && s.size() <= 20 && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
  };
  const std::string left = text(a);
  return left == text(b) && digits_only(left);
}

// A number that keeps its spelling: {"number": LEXEME}.
const std::string* lexeme_of(const Json& value) {
  if (!value.is_object() || value.size() != 1) return nullptr;
  const auto number = value.find("number");
  return number == value.end() ? nullptr : number->get_ptr<const std::string*>();
}

// member_of returns a member of an object, null without one. It looks first where a member of another object stands.
const Json* member_of(const Json& object, std::size_t place, std::string_view name) {
  const auto& members = object.get_ref<const Json::object_t&>();
  if (place < members.size() && members.data()[place].first == name) return &members.data()[place].second;
  const auto found =
      std::ranges::find(members, name, [](const auto& member) -> std::string_view { return member.first; });
  return found == members.end() ? nullptr : &found->second;
}

}  // namespace

bool same_value(const Json& a, const Json& b) {
  if (a.is_object() && b.is_object()) {
    const std::string* const lexeme = lexeme_of(a);
    const std::string* const other_lexeme = lexeme == nullptr ? nullptr : lexeme_of(b);
    if (other_lexeme != nullptr) return same_decimal(*lexeme, *other_lexeme);
    const auto& members = a.get_ref<const Json::object_t&>();
    if (b.size() != members.size()) return false;
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Json* const other = member_of(b, i, members.data()[i].first);
      if (other == nullptr || !same_value(members.data()[i].second, *other)) return false;
    }
    return true;
  }
  if (a.is_array() && b.is_array()) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_value);
  }
  if (a.is_number_integer() != b.is_number_integer()) return same_number(a, b);
  return a == b;
}

Json in_order(const Model& model, Json value) {
  static const Json none;
  const auto name_of = [](const Json& entry) -> const Json& {
    for (const char* member : {"name", "key"}) {
      if (const auto found = entry.find(member); found != entry.end()) return *found;
    }
    return none;
  };
  const auto before = [&](const Json& a, const Json& b) { return name_of(a) < name_of(b); };
  for (const std::string_view table : model.tables) {
    if (!value.is_object() || !value.contains(table) || !value.at(table).is_array()) continue;
    auto& entries = value.at(table).get_ref<Json::array_t&>();
    if (!std::is_sorted(entries.begin(), entries.end(), before)) std::sort(entries.begin(), entries.end(), before);
  }
  return value;
}

Json comparable(const Model& model, Json value) {
  if (model.without_spelling != nullptr && value.is_object()) model.without_spelling(value);
  return in_order(model, std::move(value));
}

std::string to_hex(Bytes data) {
  std::string text;
  for (const std::byte byte : data) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return text;
}

std::string to_base64(Bytes data) {
  std::string text;
  text.reserve((data.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < data.size(); i += 3) {
    const std::size_t taken = std::min<std::size_t>(3, data.size() - i);
    unsigned group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < taken ? std::to_integer<unsigned>(data[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) text += k <= taken ? alphabet[group >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

std::vector<std::byte> from_base64(std::string_view text) {
  if (text.size() % 4 != 0) throw BadValue("base64 text is no multiple of 4 characters long");
  std::vector<std::byte> data;
  data.reserve(text.size() / 4 * 3);
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const bool last = i + 4 == text.size();
    const std::size_t padding = !last ? 0 : text[i + 2] == '=' ? 2 : text[i + 3] == '=' ? 1 : 0;
    unsigned group = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const int digit = k < 4 - padding ? digits[static_cast<unsigned char>(text[i + k])] : text[i + k] == '=' ? 0 : -1;
      if (digit < 0) throw BadValue("no base64 character at " + std::to_string(i + k));
      group = group << 6 | static_cast<unsigned>(digit);
    }
    for (std::size_t k = 0; k < 3 - padding; ++k) data.push_back(static_cast<std::byte>(group >> (16 - 8 * k) & 0xff));
    if (padding != 0 && (group & ((1U << (8 * padding)) - 1)) != 0) throw BadValue("base64 text ends with stray bits");
  }
  return data;
}

std::vector<std::byte> from_base64(const JsonAt& text) {
  const std::string& base64 = text.text();
  try {
    return from_base64(base64);
  } catch (const BadValue& bad) {
    text.fail(bad.what());
  }
}

}  // namespace hallmark::conformance
