// SPDX-License-Identifier: Apache-2.0
// Lexer of the oracle: the words, numbers and separators of a stream, what they mean, and the faults in the way they
// are written. Integers have 128 bits, floats are the C library's.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "conformance/generate/halves.hpp"
#include "conformance/generate/wide.hpp"
#include "conformance/oracle/log.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::futhark::oracle {

using conformance::Wide;
using std::size_t;
using std::uint64_t;

inline const std::map<std::string, DType> types = {{"i8", DType::i8},   {"i16", DType::i16}, {"i32", DType::i32},
                                                   {"i64", DType::i64}, {"u8", DType::u8},   {"u16", DType::u16},
                                                   {"u32", DType::u32}, {"u64", DType::u64}, {"f16", DType::f16},
                                                   {"f32", DType::f32}, {"f64", DType::f64}, {"bool", DType::boolean}};

inline bool is_floating(DType dtype) { return name_of(dtype).starts_with('f'); }
inline bool is_integral(DType dtype) { return !is_floating(dtype) && dtype != DType::boolean; }

// holds is true for an integer that the type has.
inline bool holds(DType dtype, bool negative, Wide magnitude) {
  const bool has_sign = name_of(dtype).starts_with('i');
  const Wide reach = Wide{1} << (8 * size_of(dtype) - (has_sign ? 1 : 0));
  if (negative) return magnitude == 0 || (has_sign && magnitude <= reach);
  return magnitude < reach;
}

// Word is what a word means: a type, and the bits of one element.
struct Word {
  DType dtype;
  uint64_t bits;
};
inline const std::map<std::string, Word> words = {{"true", {DType::boolean, 1}},
                                                  {"false", {DType::boolean, 0}},
                                                  {"f16.nan", {DType::f16, 0x7e00}},
                                                  {"f16.inf", {DType::f16, 0x7c00}},
                                                  {"-f16.inf", {DType::f16, 0xfc00}},
                                                  {"f32.nan", {DType::f32, 0x7fc00000}},
                                                  {"f32.inf", {DType::f32, 0x7f800000}},
                                                  {"-f32.inf", {DType::f32, 0xff800000}},
                                                  {"f64.nan", {DType::f64, 0x7ff8000000000000}},
                                                  {"f64.inf", {DType::f64, 0x7ff0000000000000}},
                                                  {"-f64.inf", {DType::f64, 0xfff0000000000000}}};

inline uint64_t infinity(DType dtype) { return words.at(std::string(name_of(dtype)) + ".inf").bits; }

inline const std::string decimal_digits = "0123456789";
inline const std::string hexadecimal_digits = "0123456789abcdefABCDEF";
inline const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

inline bool is_white(int c) { return c == 0x20 || (c >= 0x09 && c <= 0x0d); }

// Lexeme is a scalar in text: a word, or a number as its digits without underscores.
struct Lexeme {
  size_t begin = 0;
  size_t end = 0;
  std::optional<uint64_t> word;  // its bits
  std::optional<DType> named;    // the type that the word or a suffix names
  bool negative = false;
  bool integer = true;
  unsigned base = 10;  // 2, 10 or 16
  std::string whole = {};
  std::string fraction = {};
  std::string exponent = {};  // with its sign; empty where there is none

  // magnitude is that of an integer, 2^64 for larger ones.
  [[nodiscard]] Wide magnitude() const {
    Wide value = 0;
    for (const char c : whole) {
      const int digit = std::stoi(std::string(1, c), nullptr, 16);
      value = std::min<Wide>(value * base + static_cast<unsigned>(digit), Wide{1} << 64);
    }
    return value;
  }
  // float_bits gives the bits of a float's magnitude.
  [[nodiscard]] uint64_t float_bits(DType dtype) const {
    std::string text = (base == 16 ? "0x" : "") + whole + "." + fraction;
    if (!exponent.empty()) text += (base == 16 ? "p" : "e") + exponent;
    if (dtype == DType::f16) return conformance::half_of(text);
    if (dtype == DType::f32) return std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr));
    return std::bit_cast<uint64_t>(std::strtod(text.c_str(), nullptr));
  }
  [[nodiscard]] uint64_t bits(DType dtype) const {
    if (word) return *word;
    if (is_floating(dtype)) return float_bits(dtype) | uint64_t{negative} << (8 * size_of(dtype) - 1);
    const auto size = static_cast<uint64_t>(magnitude());
    return negative ? uint64_t{0} - size : size;
  }
};

class Lexer {
 public:
  Lexer(Bytes stream, const Options& options) : text(as_text(stream)), log("futhark", options) {}

 protected:
  const std::string text;
  size_t position = 0;
  std::optional<std::pair<size_t, size_t>> comment;  // the first since it was reset, and its length
  uint64_t value = 0;                                // the index of the value being read
  std::vector<uint64_t> open;                        // for each open array, how many elements it has
  conformance::OracleLog log;

  [[nodiscard]] int at(size_t i) const { return i < text.size() ? static_cast<unsigned char>(text[i]) : -1; }
  [[nodiscard]] int here() const { return at(position); }
  [[nodiscard]] bool is(const std::string& set, size_t ahead = 0) const {
    return at(position + ahead) > 0 && set.find(text[position + ahead]) != std::string::npos;
  }

  void report(const std::string& rule, size_t offset, size_t length, const std::string& field = "") {
    log.report(rule, offset, length, path(field));
  }
  [[noreturn]] void fail(const std::string& rule, size_t offset, size_t length, const std::string& field = "") {
    log.fail(rule, offset, length, path(field));
  }
  // missing is for a byte that must not stand here, or for the end of the stream.
  [[noreturn]] void missing(const std::string& rule) {
    if (here() < 0) fail(rule == "part-missing" ? "number-truncated" : "text-truncated", text.size(), 0);
    fail(refused(rule), position, 1);
  }

  void separators() {
    for (;;) {
      while (is_white(here())) ++position;
      if (text.compare(position, 2, "--") != 0) return;
      const size_t end = std::min(text.find('\n', position), text.size());
      if (!comment) comment = {position, end - position};
      position = std::min(end + 1, text.size());
    }
  }

  // word reads as far as one of the words goes.
  template <class Meaning>
  Meaning word(const std::map<std::string, Meaning>& list) {
    size_t longest = 0;
    for (const auto& [name, meaning] : list) {
      const auto common =
          static_cast<size_t>(std::ranges::mismatch(name, std::string_view(text).substr(position)).in1 - name.begin());
      longest = std::max(longest, common);
      if (common != name.size()) continue;
      position += common;
      return meaning;
    }
    position += longest;
    missing("word");
  }

  // type_name reads the name of a type that is allowed, if one stands here.
  template <class Allowed>
  std::optional<DType> type_name(const Allowed& allowed) {
    const std::string_view rest = std::string_view(text).substr(position);
    for (const auto& [name, dtype] : types) {
      if (!allowed(dtype)) continue;
      if (rest.starts_with(name)) {
        position += name.size();
        return dtype;
      }
      if (!rest.empty() && name.starts_with(rest)) fail("text-truncated", text.size(), 0);
    }
    return std::nullopt;
  }

  Lexeme scalar() {
    const size_t begin = position;
    if (is("tf") || (here() == '-' && is("f", 1))) {
      const Word read = word(words);
      return {.begin = begin, .end = position, .word = read.bits, .named = read.dtype, .integer = false};
    }
    if (!is(decimal_digits + "+-._")) missing("value-start");
    return number(false);
  }

  Lexeme number(bool quiet) {
    quiet_ = quiet;
    underscored_ = false;
    Lexeme number;
    number.begin = position;
    body(number);
    const bool whole = number.integer;
    number.named = type_name(
        [&](DType dtype) { return is_floating(dtype) ? !whole || number.base == 10 : whole && is_integral(dtype); });
    number.integer = whole && !(number.named && is_floating(*number.named));
    number.end = position;
    return number;
  }

 private:
  [[nodiscard]] std::string path(const std::string& field) const {
    std::string path = fmt::format("values[{}]", value);
    for (const uint64_t i : open) path += fmt::format("[{}]", i);
    return field.empty() ? path : path + "." + field;
  }

  // refused gives the rule that is broken where another one would be, had not some reader a use for what is found.
  [[nodiscard]] std::string refused(const std::string& rule) const {
    enum Where { anywhere, outside, inside };  // of an array
    struct Use {
      const char* rules;
      Where where;
      std::regex found;
      const char* broken;
    };
    // Compiled when first asked for: the program starts faster.
    static const Use uses[] = {
        {"value-start scalar-end array-syntax empty-syntax", anywhere, std::regex("[\x1c-\x1f]|\x85|\xa0"),
         "foreign-space"},
        {"value-start scalar-end", outside, std::regex("\\0"), "nul"},
        {"value-start", anywhere, std::regex("\""), "string"},
        {"value-start", inside, std::regex("empty"), "empty-element"},
        {"value-start digits-missing", anywhere, std::regex("nan|inf", std::regex::icase), "bare-special"},
        {"digits-missing", inside, std::regex(""), "part-missing"},
        {"scalar-end", anywhere, std::regex("[xX][0-9A-Fa-f]"), "hexadecimal-prefix"},
        {"scalar-end", inside, std::regex("--"), "touching"},
        {"scalar-end", outside, std::regex("[-0-9+._[\"]|true|false|empty|f(16|32|64)\\."), "touching"},
        {"array-syntax", anywhere, std::regex("\\["), "comma-missing"},
        {"empty-syntax", anywhere, std::regex("--"), "empty-comment"},
    };
    const size_t word_end = text.find_first_not_of(letters + decimal_digits + ".", position);
    if ((rule == "scalar-end" || rule == "word") && at(word_end) == '_') return "name-underscore";
    for (const Use& use : uses) {
      if (std::string(use.rules).find(rule) == std::string::npos) continue;
      if (use.where != anywhere && (use.where == inside) == open.empty()) continue;
      const auto from = text.begin() + static_cast<std::ptrdiff_t>(position);
      if (std::regex_search(from, text.end(), use.found, std::regex_constants::match_continuous)) return use.broken;
    }
    return rule;
  }

  // odd reports what compat alone takes, unless sizes of `empty` are read, which have a rule of their own.
  void odd(const std::string& rule, size_t offset, size_t length = 1) {
    if (!quiet_) report(rule, offset, length);
  }
  void odd_underscore() {
    if (!underscored_) odd("underscore", position);
    underscored_ = true;
  }

  // digits reads from a digit on, underscores left out.
  std::string digits(const std::string& set, const std::string& rule = "part-missing") {
    if (!is(set)) missing(rule);
    std::string read;
    for (;; ++position) {
      if (is(set)) {
        read += text[position];
      } else if (here() != '_') {
        return read;
      } else if (at(position - 1) == '_' || !is(set, 1)) {
        odd_underscore();
      }
    }
  }

  void body(Lexeme& number) {
    if (here() == '+') odd("plus-sign", position);
    number.negative = here() == '-';
    if (here() == '+' || here() == '-') ++position;
    const size_t first = position;
    for (; here() == '_'; ++position) odd_underscore();
    if (here() != '.' || position != first) {
      const size_t next = text.find_first_not_of('_', position + 1);
      if (here() == '0' && is(decimal_digits, next - position)) odd("leading-zero", position);
      number.whole = digits(decimal_digits, "digits-missing");
      const bool zero = text.substr(first, position - first) == "0";
      if (zero && is("xX")) return hexadecimal(number);
      if (zero && here() == 'b' && is("01", 1)) {
        odd("binary-digits", first, 2);
        ++position;
        number.base = 2;
        number.whole = digits("01");
        return;
      }
    }
    if (here() == '.') {
      if (number.whole.empty()) odd("whole-part", position);
      ++position;
      number.integer = false;
      number.fraction = digits(decimal_digits);
    }
    if (!is("eE")) return;
    if (here() == 'E' && number.integer) odd("exponent-mark", position);
    number.integer = false;
    exponent(number);
  }

  void hexadecimal(Lexeme& number) {
    if (here() == 'X') odd("hexadecimal-mark", position);
    ++position;
    number.base = 16;
    number.whole = digits(hexadecimal_digits);
    if (is("pP") && !quiet_) missing("hexadecimal-exponent");
    if (here() != '.') return;
    odd("hexadecimal-float", number.begin, position + 1 - number.begin);
    ++position;
    number.integer = false;
    number.fraction = digits(hexadecimal_digits);
    if (here() == 'P' && !quiet_) missing("hexadecimal-exponent");
    if (here() == 'p') exponent(number);
  }

  // exponent reads from its mark on.
  void exponent(Lexeme& number) {
    ++position;
    if (is("+-")) number.exponent = text[position++];
    number.exponent += digits(decimal_digits);
  }

  bool quiet_ = false;
  bool underscored_ = false;  // one finding a number is enough
};

}  // namespace hallmark::futhark::oracle
