// SPDX-License-Identifier: Apache-2.0
// JSON text to the JSON of the common model and back, numbers as their lexemes.
#include "conformance/kserve/model_json.hpp"

#include "codecs/kserve/json_rules.hpp"

namespace hallmark::kserve {
namespace {

using conformance::BadValue;
using conformance::Json;

constexpr const char* number_member = "number";
constexpr unsigned deepest = 1000;  // the JSON library calls itself for each level

// Reading takes one value after the other from text that is known to be valid.
class Reading {
 public:
  explicit Reading(Bytes text) : at_(text) {}

  Json value(unsigned depth = 0) {
    if (depth == deepest) throw BadValue("the JSON nests too deep to be shown");
    switch (next()) {
      case '{': return object(depth);
      case '[': return array(depth);
      case '"': return string();
      case 't': return at_ = at_.skip(4), true;
      case 'f': return at_ = at_.skip(5), false;
      case 'n': return at_ = at_.skip(4), nullptr;
      default: return number();
    }
  }

 private:
  char next() {
    at_ = skip_space(at_);
    if (at_.ended()) throw BadValue("the JSON ends early");
    return static_cast<char>(at_.peek());
  }
  void pass() { at_ = at_.next(); }

  Json object(unsigned depth) {
    // Keys are unique in what the codec accepts: none is looked for, or many would take a time that grows as their
    // square.
    Json::object_t members;
    pass();
    while (next() != '}') {
      if (next() == ',') pass();
      next();
      std::string key = string();
      next();
      pass();
      members.emplace_back(std::move(key), value(depth + 1));
    }
    pass();
    return members;
  }
  Json array(unsigned depth) {
    Json json = Json::array();
    pass();
    while (next() != ']') {
      if (next() == ',') pass();
      json.push_back(value(depth + 1));
    }
    pass();
    return json;
  }
  std::string string() {
    JsonString text;
    at_ = lexer_.string(at_, text);
    if (!at_) throw BadValue("a string is missing in the JSON");
    std::string out(text.raw.size(), '\0');
    auto* const first = reinterpret_cast<std::byte*>(out.data());
    out.resize(static_cast<std::size_t>(unescape(text.raw, first) - first));
    return out;
  }
  Json number() {
    const TextCursor first = at_;
    at_ = at_.skip_while([](unsigned byte) { return !is_space(byte) && byte != ',' && byte != ']' && byte != '}'; });
    return {{number_member, as_text(first.to(at_))}};
  }

  TextCursor at_;
  JsonLexer lexer_{json_rules};
};

bool is_lexeme(const Json& json) {
  return json.is_object() && json.size() == 1 && json.contains(number_member) && json.at(number_member).is_string();
}

void write(std::string& out, const Json& json) {
  if (is_lexeme(json)) {
    const auto& lexeme = json.at(number_member).get_ref<const std::string&>();
    const TextCursor text(as_bytes(lexeme));
    JsonLexer lexer(json_rules);
    JsonNumber read;
    const bool starts = !lexeme.empty() && (lexeme[0] == '-' || (lexeme[0] >= '0' && lexeme[0] <= '9'));
    if (!starts || lexer.number(text, read) != text.end()) {
      throw BadValue("/json: \"" + lexeme + "\" is no number");
    }
    out += lexeme;
  } else if (json.is_object()) {
    out += '{';
    for (const auto& [key, member] : json.items()) {
      if (out.back() != '{') out += ',';
      out += Json(key).dump() + ':';
      write(out, member);
    }
    out += '}';
  } else if (json.is_array()) {
    out += '[';
    for (const Json& element : json) {
      if (&element != &json.front()) out += ',';
      write(out, element);
    }
    out += ']';
  } else if (json.is_number()) {
    throw BadValue("/json: numbers are {\"number\": LEXEME}");
  } else {
    out += json.dump();
  }
}

}  // namespace

conformance::Json header_json(Bytes text) { return Reading(text).value(); }

std::string header_text(const conformance::Json& json) {
  std::string out;
  write(out, json);
  return out;
}

}  // namespace hallmark::kserve
