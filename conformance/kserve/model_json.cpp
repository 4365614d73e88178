// JSON text to the JSON of the common model and back, numbers as their lexemes.
#include "conformance/kserve/model_json.hpp"

#include "codecs/kserve/rules.hpp"
#include "reports/bounded_json.hpp"

namespace hallmark::kserve {
namespace {

using conformance::BadValue;
using conformance::Json;

constexpr const char* number_member = "number";
constexpr std::size_t deepest = 1000;  // the JSON library calls itself for each level

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

// A library reads the text once numbers stand in it as objects.
conformance::Json header_json(Bytes text) {
  std::string out;
  JsonLexer lexer(json_rules);
  for (TextCursor at(text); !at.ended();) {
    const TextCursor first = at;
    const auto c = static_cast<char>(at.peek());
    const bool number = std::string_view("-0123456789NI").find(c) != std::string_view::npos;
    JsonString string;
    at = c == '"' ? lexer.string(at, string) : at.next();
    if (number)
      at = at.skip_while([](unsigned byte) { return !is_space(byte) && byte != ',' && (byte | 0x20) != '}'; });
    out += number ? conformance::Json{{number_member, as_text(first.to(at))}}.dump() : as_text(first.to(at));
  }
  try {
    return reports::parse_json(out, deepest);
  } catch (const reports::BadJson& bad) {
    throw BadValue(bad.what());
  }
}

std::string header_text(const conformance::Json& json) {
  std::string out;
  write(out, json);
  return out;
}

}  // namespace hallmark::kserve
