// Lexer of the oracle: words found by their prefixes, numbers digit by digit.
#include "conformance/futhark/oracle_lexer.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace hallmark::futhark::oracle {
namespace {

const std::string hexadecimal_digits = "0123456789abcdefABCDEF";
const std::string binary_digits = "01";
const std::set<int> foreign_spaces = {0x1c, 0x1d, 0x1e, 0x1f, 0x85, 0xa0};

}  // namespace

std::string Lexer::refused(const std::string& rule) const {
  const std::string_view rest = std::string_view(text).substr(position);
  // Compiled when first asked for: the program starts faster.
  static const std::regex bare_special("(nan|inf)", std::regex::icase);
  static const std::regex value_begins("[-0-9+._[\"]|true|false|empty|f(16|32|64)\\.");
  static const std::regex empty_begins("empty");
  static const std::regex comment_begins("--");
  static const std::regex prefix_goes_on("[xX][0-9A-Fa-f]");
  const auto begins = [&rest](const std::regex& what) {
    return std::regex_search(rest.begin(), rest.end(), what, std::regex_constants::match_continuous);
  };
  const size_t word_end = text.find_first_not_of(letters + decimal_digits + ".", position);
  const bool goes_on_to_underscore = word_end != text.npos && text[word_end] == '_';
  const bool nested = !log_.open.empty();
  const bool of_number =
      rule == "word" || rule == "digits-missing" || rule == "part-missing" || rule == "hexadecimal-exponent";
  if (!of_number && rule != "empty-size" && foreign_spaces.contains(here())) return "foreign-space";
  if ((rule == "value-start" || rule == "scalar-end") && here() == 0 && !nested) return "nul";
  if (rule == "value-start" && here() == '"') return "string";
  if (rule == "value-start" && nested && begins(empty_begins)) return "empty-element";
  if ((rule == "value-start" || rule == "digits-missing") && begins(bare_special)) return "bare-special";
  if (rule == "digits-missing" && nested) return "part-missing";
  if ((rule == "scalar-end" || rule == "word") && goes_on_to_underscore) return "name-underscore";
  if (rule == "scalar-end" && begins(prefix_goes_on)) return "hexadecimal-prefix";
  if (rule == "scalar-end" && begins(nested ? comment_begins : value_begins)) return "touching";
  if (rule == "array-syntax" && here() == '[') return "comma-missing";
  if (rule == "empty-syntax" && begins(comment_begins)) return "empty-comment";
  return rule;
}

void Lexer::separators() {
  for (;;) {
    while (is_white(here())) ++position;
    if (text.compare(position, 2, "--") != 0) return;
    const size_t end = std::min(text.find('\n', position), text.size());
    if (!comment) comment = {position, end - position};
    position = std::min(end + 1, text.size());
  }
}

Word Lexer::word(const std::map<std::string, Word>& list) {
  std::string read;
  for (;; ++position) {
    if (const auto found = list.find(read); found != list.end()) return found->second;
    if (here() < 0) truncated();
    read += static_cast<char>(here());
    const auto next = list.lower_bound(read);
    if (next == list.end() || !next->first.starts_with(read)) missing("word");
  }
}

Lexeme Lexer::scalar() {
  if (here() == 't' || here() == 'f' || (here() == '-' && at(position + 1) == 'f')) {
    Lexeme lexeme;
    lexeme.begin = position;
    lexeme.word = word(words);
    lexeme.end = position;
    return lexeme;
  }
  if (!is(decimal_digits + "+-._")) missing("value-start");
  return number(false);
}

Lexeme Lexer::number(bool quiet) {
  Lexeme number;
  number.begin = position;
  quiet_ = quiet;
  try {
    marks_.clear();
    body(number);
    number.suffix = suffix(number);
    number.end = position;
  } catch (const Mark& stop) {
    report_marks(quiet);
    log_.fail(stop.rule, stop.offset, stop.length);
  }
  report_marks(quiet);
  return number;
}

void Lexer::report_marks(bool quiet) {
  std::ranges::stable_sort(marks_, {}, [](const Mark& one) { return one.offset + one.length; });
  bool underscore = false;
  for (const Mark& one : marks_) {
    if (quiet || (one.rule == "underscore" && underscore)) continue;
    underscore = underscore || one.rule == "underscore";
    log_.report(one.rule, one.offset, one.length);
  }
  marks_.clear();
}

void Lexer::stop(const std::string& rule) const {
  const bool part = rule == "part-missing";
  if (here() < 0) throw Mark{part ? "number-truncated" : "text-truncated", text.size(), 0};
  throw Mark{refused(rule), position, 1};
}

std::string Lexer::digits(const std::string& set, const std::string& rule) {
  if (!is(set)) stop(rule);
  std::string read;
  const auto digit = [&](int c) { return c > 0 && set.find(static_cast<char>(c)) != std::string::npos; };
  for (; is(set + "_"); ++position) {
    if (here() != '_') {
      read += static_cast<char>(here());
    } else if (!digit(at(position - 1)) || !digit(at(position + 1))) {
      mark("underscore", position);
    }
  }
  return read;
}

void Lexer::body(Lexeme& number) {
  if (here() == '+') mark("plus-sign", position);
  number.negative = here() == '-';
  if (here() == '+' || here() == '-') ++position;
  const size_t first = position;
  if (here() == '_') mark("underscore", position);
  while (here() == '_') ++position;
  const size_t digit = position;
  if (here() != '.' || digit != first) {
    number.whole = digits(decimal_digits, "digits-missing");
    const bool zero = text.substr(first, position - first) == "0";
    if (zero && (here() == 'x' || here() == 'X')) return hexadecimal(number);
    if (zero && here() == 'b' && (at(position + 1) == '0' || at(position + 1) == '1')) {
      mark("binary-digits", position - 1, 2);
      ++position;
      number.base = 2;
      number.whole = digits(binary_digits);
      return;
    }
    if (number.whole.size() > 1 && number.whole.front() == '0') mark("leading-zero", digit);
  }
  if (here() == '.') {
    if (number.whole.empty()) mark("whole-part", position);
    ++position;
    number.integer = false;
    number.fraction = digits(decimal_digits);
  }
  if (here() == 'e' || here() == 'E') {
    if (here() == 'E' && number.integer) mark("exponent-mark", position);
    number.integer = false;
    number.exponent = exponent();
  }
}

void Lexer::hexadecimal(Lexeme& number) {
  if (here() == 'X') mark("hexadecimal-mark", position);
  ++position;
  number.base = 16;
  number.whole = digits(hexadecimal_digits);
  if (is("pP") && !quiet_) stop("hexadecimal-exponent");
  if (here() != '.') return;
  mark("hexadecimal-float", number.begin, position + 1 - number.begin);
  ++position;
  number.integer = false;
  number.fraction = digits(hexadecimal_digits);
  if (here() == 'P' && !quiet_) stop("hexadecimal-exponent");
  if (here() == 'p') number.exponent = exponent();
}

std::string Lexer::exponent() {
  ++position;
  std::string sign;
  if (here() == '+' || here() == '-') sign = text[position++];
  return sign + digits(decimal_digits);
}

std::optional<DType> Lexer::suffix(Lexeme& number) {
  const std::string_view rest = std::string_view(text).substr(position);
  bool begun = false;
  for (const auto& [name, dtype] : named_types) {
    if (dtype == DType::boolean || (is_floating(dtype) && number.integer && number.base != 10)) continue;
    if (is_integral(dtype) && !number.integer) continue;
    if (rest.starts_with(name)) {
      position += name.size();
      number.integer = number.integer && is_integral(dtype);
      return dtype;
    }
    begun = begun || (!rest.empty() && name.starts_with(rest));
  }
  if (begun) throw Mark{"text-truncated", text.size(), 0};
  return std::nullopt;
}

}  // namespace hallmark::futhark::oracle
