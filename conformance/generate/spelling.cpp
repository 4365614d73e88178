// SPDX-License-Identifier: Apache-2.0
#include "conformance/generate/spelling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "conformance/generate/shapes.hpp"

namespace hallmark::conformance {
namespace {

// What a word begins with: letters, digits and signs are of one kind.
char kind_of(const std::string& word) {
  const bool plain = !word.empty() && (std::isalnum(static_cast<unsigned char>(word[0])) != 0 || word[0] == '-');
  return plain ? '0' : word[0];
}

std::string other_word(const std::string& word, const std::vector<std::string>& words, Choices& choices) {
  const bool like = choices.below(4) != 0;
  const bool inserted = choices.chance(6);
  for (int left = like ? 20 : 1;; --left) {
    const std::string& other = words[choices.below(words.size())];
    if (left == 1 || kind_of(other) == kind_of(word)) return inserted ? other + word : other;
  }
}

}  // namespace

std::string Spelling::space() {
  std::string text;
  while (choices_.chance(8)) text += " \t\r\n"[choices_.below(4)];
  return text;
}

std::string Spelling::text(const Json& json) {
  if (json.is_binary()) return {json.get_binary().begin(), json.get_binary().end()};
  if (json.is_string()) return string(json.get<std::string>());
  if (!json.is_structured()) return json.dump();
  // One choice a statement: the order within an expression is the compiler's.
  std::vector<std::string> parts;
  for (const auto& [key, each] : json.items()) {
    std::string part = json.is_array() ? "" : word(string(key));
    if (json.is_object()) part += space();
    if (json.is_object()) part += word(":") + space();
    parts.push_back(part + value(each));
  }
  if (json.is_object()) shuffle(parts, choices_);
  std::string out = word(json.is_array() ? "[" : "{");
  for (const std::string& part : parts) {
    out += (&part == &parts.front() ? "" : word(",")) + space();
    out += part + space();
  }
  return out + (parts.empty() ? space() : "") + word(json.is_array() ? "]" : "}");
}

std::string Spelling::word(std::string one) {
  if (left_ == 0 || !others_->chance(48)) return one;
  --left_;
  return other_word(one, words_, *others_);
}

std::string Spelling::string(const std::string& text) {
  std::string out = "\"";
  for (std::size_t i = 0, size = 0; i < text.size(); i += size) {
    const auto lead = static_cast<unsigned char>(text[i]);
    size = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const std::string character = text.substr(i, size);
    const bool must = lead < 0x20 || lead == '"' || lead == '\\';
    out += must || choices_.chance(5) ? escaped(character) : character;
  }
  return out += '"';
}

// A letter for what has one, or else the code in digits of either case.
std::string Spelling::escaped(const std::string& character) {
  if (character == "/") return "\\/";
  std::string out = Json(character).dump(-1, ' ', true);
  out = out.substr(1, out.size() - 2);
  if (character.size() == 1 && (out == character || choices_.chance(3)))
    out = fmt::format("\\u{:04x}", static_cast<int>(character[0]));
  if (out.size() == 2 || choices_.chance(2)) return out;
  std::ranges::transform(out, out.begin(),
                         [](char c) { return static_cast<char>(c >= 'a' && c <= 'f' ? c & 0xdf : c); });
  return out;
}

}  // namespace hallmark::conformance
