#include "conformance/futhark/oracle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

namespace hallmark::futhark::oracle {
namespace {

using std::size_t;
using std::uint64_t;
using Wide = unsigned __int128;  // products of numbers of a stream cannot wrap in it

// The rulings' *compat* marks.
const std::set<std::string> tolerated = {
    "boolean",        "comment-before-binary", "dimension-empty", "empty-dimension",
    "empty-space",    "empty-untyped",         "exponent-mark",   "binary-digits",
    "leading-zero",   "hexadecimal-float",     "plus-sign",       "separator",
    "trailing-comma", "hexadecimal-mark",      "underscore",      "whole-part",
    "integer-default"};

const std::map<std::string, DType> named_types = {{"i8", DType::i8},   {"i16", DType::i16}, {"i32", DType::i32},
                                                  {"i64", DType::i64}, {"u8", DType::u8},   {"u16", DType::u16},
                                                  {"u32", DType::u32}, {"u64", DType::u64}, {"f16", DType::f16},
                                                  {"f32", DType::f32}, {"f64", DType::f64}, {"bool", DType::boolean}};

struct Word {
  DType dtype;
  uint64_t bits;
};
const std::map<std::string, Word> words = {{"true", {DType::boolean, 1}},
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

bool is_floating(DType dtype) { return dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64; }
bool is_integral(DType dtype) { return !is_floating(dtype) && dtype != DType::boolean; }
uint64_t infinity(DType dtype) {
  return dtype == DType::f16 ? 0x7c00 : dtype == DType::f32 ? 0x7f800000 : 0x7ff0000000000000;
}

const std::string decimal_digits = "0123456789";
const std::string hexadecimal_digits = "0123456789abcdefABCDEF";
const std::string binary_digits = "01";

bool is_white(int c) { return c == 0x20 || (c >= 0x09 && c <= 0x0d); }

// Lexeme is a scalar in text: a word, or a number as its digits without underscores.
struct Lexeme {
  size_t begin = 0;
  size_t end = 0;
  std::optional<Word> word;
  std::optional<DType> suffix;
  bool negative = false;
  bool integer = true;
  unsigned base = 10;  // 2, 10 or 16
  std::string whole;
  std::string fraction;
  std::string exponent;  // with its sign; empty where there is none
};

// The magnitude of an integer, or nothing beyond 64 bits.
std::optional<uint64_t> magnitude(const Lexeme& number) {
  Wide value = 0;
  for (const char c : number.whole) {
    value = value * number.base + static_cast<unsigned>(std::stoi(std::string(1, c), nullptr, 16));
    if (value > UINT64_MAX) return std::nullopt;
  }
  return static_cast<uint64_t>(value);
}

bool holds(DType dtype, const Lexeme& number) {
  const std::optional<uint64_t> size = magnitude(number);
  if (!size) return false;
  const bool has_sign = dtype == DType::i8 || dtype == DType::i16 || dtype == DType::i32 || dtype == DType::i64;
  const Wide reach = Wide{1} << (8 * size_of(dtype) - (has_sign ? 1 : 0));
  if (number.negative) return *size == 0 || (has_sign && *size <= reach);
  return *size < reach;
}

// What a text says of an exponent, as far as it could matter.
std::int64_t clamped(const std::string& exponent) {
  if (exponent.empty()) return 0;
  const std::int64_t value = std::strtoll(exponent.c_str(), nullptr, 10);  // saturates
  return std::clamp<std::int64_t>(value, -1000000000000, 1000000000000);
}

// The bits of a float's magnitude in a type.
uint64_t float_bits(const Lexeme& number, DType dtype) {
  if (dtype == DType::f16) {
    const std::string digits = number.whole + number.fraction;
    const auto shift = static_cast<std::int64_t>(number.fraction.size());
    if (number.base == 10) return nearest_f16(digits, clamped(number.exponent) - shift, 10);
    std::string bits;
    for (const char c : digits) bits += fmt::format("{:04b}", std::stoi(std::string(1, c), nullptr, 16));
    return nearest_f16(bits, clamped(number.exponent) - 4 * shift, 2);
  }
  std::string text = number.base == 16 ? "0x" : "";
  text += number.whole + "." + number.fraction;
  if (!number.exponent.empty()) text += (number.base == 16 ? "p" : "e") + number.exponent;
  if (dtype == DType::f32) return std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr));
  return std::bit_cast<uint64_t>(std::strtod(text.c_str(), nullptr));
}

uint64_t bits_of(const Lexeme& lexeme, DType dtype) {
  if (lexeme.word) return lexeme.word->bits;
  if (is_floating(dtype)) {
    return float_bits(lexeme, dtype) | (lexeme.negative ? uint64_t{1} << (8 * size_of(dtype) - 1) : 0);
  }
  const uint64_t size = magnitude(lexeme).value_or(0);
  return lexeme.negative ? uint64_t{0} - size : size;
}

// Over ends the judging.
struct Over {};

class Oracle {
 public:
  Oracle(Bytes stream, const Options& options)
      : text_(as_text(stream)),
        compat_(options.profile == Profile::compat),
        max_rank_(options.limits.max_rank.value_or(127)) {}

  OracleResult run() {
    try {
      stream();
    } catch (const Over&) {
    }
    return std::move(result_);
  }

 private:
  // Array is what the text of an array has told so far.
  struct Array {
    std::optional<DType> dtype;
    bool pinned = false;           // by a suffix or a word
    std::vector<Lexeme> defaults;  // integers without a suffix before anything pins the type
    std::vector<Lexeme> elements;
    std::optional<uint64_t> rank;
    std::map<uint64_t, uint64_t> sizes;  // by level, from 1
    bool misshapen = false;
  };

  [[nodiscard]] int at(size_t i) const { return i < text_.size() ? static_cast<unsigned char>(text_[i]) : -1; }
  [[nodiscard]] int here() const { return at(at_); }
  [[nodiscard]] bool is(const std::string& set) const {
    return here() > 0 && set.find(static_cast<char>(here())) != std::string::npos;
  }
  [[nodiscard]] uint64_t number_at(size_t from, int bytes) const {
    uint64_t value = 0;
    for (int i = bytes - 1; i >= 0; --i) value = value * 256 + static_cast<uint64_t>(at(from + static_cast<size_t>(i)));
    return value;
  }

  void broken(const std::string& rule, uint64_t offset, uint64_t length, const std::string& field = "") {
    std::string path = fmt::format("values[{}]", index_);
    for (const uint64_t i : open_) path += fmt::format("[{}]", i);
    if (!field.empty()) path += "." + field;
    Fault fault{"futhark/" + rule, offset, length, path, Severity::error, Verdict::invalid};
    if (compat_ && tolerated.contains(rule)) fault.severity = Severity::warning;
    if (rule == "no-values") fault.severity = Severity::note;
    if (rule == "rank") fault.verdict = Verdict::limited;
    if (rule == "version") fault.verdict = Verdict::unsupported;
    result_.report.faults.push_back(fault);
  }
  [[noreturn]] void over(const std::string& rule, uint64_t offset, uint64_t length, const std::string& field = "") {
    broken(rule, offset, length, field);
    throw Over{};
  }
  [[noreturn]] void truncated() { over("text-truncated", text_.size(), 0); }
  [[noreturn]] void missing(const std::string& rule) {
    if (here() < 0) truncated();
    over(rule, at_, 1);
  }

  void stream() {
    bool scalar_before = false;
    for (;; ++index_) {
      const size_t behind = at_;
      comment_.reset();
      separators();
      if (here() < 0) break;
      OwnedValue value;
      const bool scalar = here() != 'b' && here() != '[' && here() != 'e';
      if (here() == 'b') {
        if (comment_) {
          broken("comment-before-binary", comment_->first, comment_->second);
        } else if (scalar_before && at_ == behind) {
          broken("separator", at_, 1);
        }
        value = binary();
      } else if (here() == 'e') {
        value = empty();
      } else {
        value = text();
      }
      scalar_before = scalar;
      result_.values.push_back(std::move(value));
    }
    if (index_ == 0) broken("no-values", at_, 0);
  }

  void separators() {
    for (;;) {
      while (is_white(here())) ++at_;
      if (text_.compare(at_, 2, "--") != 0) return;
      const size_t end = std::min(text_.find('\n', at_), text_.size());
      if (!comment_) comment_ = {at_, end - at_};
      at_ = std::min(end + 1, text_.size());
    }
  }

  OwnedValue binary() {
    const size_t size = text_.size();
    const size_t header = at_;
    if (at(header + 1) < 0) over("header-truncated", size, 0, "version");
    if (at(header + 1) != 2) over("version", header + 1, 1, "version");
    if (at(header + 2) < 0) over("header-truncated", size, 0, "rank");
    if (at(header + 6) < 0) over("header-truncated", size, 0, "type");
    const auto rank = static_cast<uint64_t>(at(header + 2));
    const size_t dims = header + 7;
    if (8 * rank > size - dims) over("rank-overrun", header + 2, 1, "rank");
    if (rank > max_rank_) broken("rank", header + 2, 1, "rank");
    OwnedValue value;
    bool known = false;
    for (const auto& [name, dtype] : named_types) {
      if (text_.substr(header + 3, 4) != std::string(4 - name.size(), ' ') + name) continue;
      value.dtype = dtype;
      known = true;
    }
    if (!known) over("type", header + 3, 4, "type");

    for (uint64_t i = 0; i < rank; ++i) value.dims.push_back(number_at(dims + 8 * i, 8));
    const bool none = std::ranges::find(value.dims, uint64_t{0}) != value.dims.end();
    for (uint64_t i = 0; i < rank; ++i) {
      if (value.dims[i] >> 63 == 0) continue;
      const std::string field = fmt::format("dims[{}]", i);
      if (!none) over("dimension", dims + 8 * i, 8, field);
      broken("dimension-empty", dims + 8 * i, 8, field);
    }
    Wide bytes = none ? 0 : size_of(value.dtype);
    for (const uint64_t dim : value.dims) {
      bytes *= dim;
      if (bytes > UINT64_MAX) over("element-count", dims, 8 * rank, "dims");
    }
    const size_t data = dims + 8 * rank;
    if (bytes > size - data) {
      if (rank == 0) over("data-truncated", size, 0, "data");
      over("data-truncated", dims, 8 * rank, "dims");
    }
    at_ = data + static_cast<size_t>(bytes);
    for (size_t i = data; i < at_; ++i) value.data.push_back(static_cast<std::byte>(text_[i]));
    for (size_t i = data; i < at_ && value.dtype == DType::boolean; ++i) {
      if (at(i) <= 1) continue;
      broken("boolean", i, 1, "data");
      break;
    }
    return value;
  }

  OwnedValue text() {
    const size_t begin = at_;
    Array all;
    if (here() == '[') {
      array(all);
      if (all.elements.empty()) broken("empty-untyped", begin, at_ - begin);
    } else {
      element(all);
    }
    OwnedValue value;
    value.dtype = all.dtype.value_or(DType::i32);
    for (uint64_t level = 1; level <= all.rank.value_or(0); ++level) value.dims.push_back(all.sizes[level]);
    for (const Lexeme& lexeme : all.elements) {
      const uint64_t bits = bits_of(lexeme, value.dtype);
      for (uint64_t i = 0; i < size_of(value.dtype); ++i) value.data.push_back(static_cast<std::byte>(bits >> 8 * i));
    }
    return value;
  }

  void shape(Array& all, const std::string& rule, size_t where) {
    if (!all.misshapen) broken(rule, where, 1);
    all.misshapen = true;
  }

  void array(Array& all) {
    const uint64_t level = open_.size() + 1;
    if (level > max_rank_) over("rank", at_, 1);
    if (all.rank && level > *all.rank) shape(all, "depth", at_);
    open_.push_back(0);
    ++at_;
    std::optional<size_t> comma;
    for (;;) {
      separators();
      if (here() < 0) truncated();
      if (here() == ']') {
        if (comma) broken("trailing-comma", *comma, 1);
        break;
      }
      if (here() == '[') {
        array(all);
      } else {
        const size_t begin = at_;
        element(all);
        if (all.rank && *all.rank != level) shape(all, "depth", begin);
        if (!all.rank) all.rank = level;
      }
      ++open_.back();
      separators();
      if (here() == ']') break;
      if (here() != ',') missing("array-syntax");
      comma = at_++;
    }
    const uint64_t count = open_.back();
    open_.pop_back();
    if (count == 0 && !all.rank) all.rank = level;
    if (all.sizes.emplace(level, count).first->second != count) shape(all, "ragged", at_);
    ++at_;
  }

  void element(Array& all) {
    const Lexeme lexeme = scalar();
    const int c = here();
    const bool ends = c < 0 || is_white(c) || c == ',' || c == ']' || (c == 'b' && open_.empty());
    if (!ends) over("scalar-end", at_, 1);
    type(lexeme, all);
    all.elements.push_back(lexeme);
  }

  void type(const Lexeme& lexeme, Array& all) {
    const uint64_t length = lexeme.end - lexeme.begin;
    const bool integer = lexeme.integer && !lexeme.word;
    const std::optional<DType> named = lexeme.word ? lexeme.word->dtype : lexeme.suffix;
    if (!all.dtype) all.dtype = named.value_or(integer ? DType::i32 : DType::f64);
    const bool fits = integer ? is_integral(*all.dtype) : is_floating(*all.dtype);
    if (named ? *named != *all.dtype : !fits) return broken("element-type", lexeme.begin, length);
    if (named) all.pinned = true;
    if (lexeme.word) return;
    if (!integer) {
      if (float_bits(lexeme, *all.dtype) == infinity(*all.dtype)) broken("float-overflow", lexeme.begin, length);
      return;
    }
    if (all.pinned) {
      if (!holds(*all.dtype, lexeme)) broken("integer-range", lexeme.begin, length);
      return;
    }
    all.defaults.push_back(lexeme);
    for (const DType dtype : {DType::i32, DType::i64, DType::u64}) {
      if (!std::ranges::all_of(all.defaults, [dtype](const Lexeme& one) { return holds(dtype, one); })) continue;
      all.dtype = dtype;
      if (!holds(DType::i32, lexeme)) broken("integer-default", lexeme.begin, length);
      return;
    }
    all.defaults.pop_back();
    broken("integer-range", lexeme.begin, length);
  }

  // Reads on while what is read begins one of the words.
  Word word(const std::map<std::string, Word>& list) {
    std::string read;
    for (;; ++at_) {
      if (const auto found = list.find(read); found != list.end()) return found->second;
      if (here() < 0) truncated();
      read += static_cast<char>(here());
      const auto next = list.lower_bound(read);
      if (next == list.end() || !next->first.starts_with(read)) over("word", at_, 1);
    }
  }

  Lexeme scalar() {
    if (here() == 't' || here() == 'f' || (here() == '-' && at(at_ + 1) == 'f')) {
      Lexeme lexeme;
      lexeme.begin = at_;
      lexeme.word = word(words);
      lexeme.end = at_;
      return lexeme;
    }
    if (!is(decimal_digits + "+-._")) missing("value-start");
    return number(false);
  }

  // What is odd about the way a number is written, told when it has been read.
  struct Mark {
    std::string rule;
    size_t offset;
    size_t length;
  };
  void mark(const std::string& rule, size_t offset, size_t length = 1) { marks_.push_back({rule, offset, length}); }
  void tell_marks(bool quiet) {
    std::ranges::stable_sort(marks_, {}, [](const Mark& one) { return one.offset + one.length; });
    bool underscore = false;
    for (const Mark& one : marks_) {
      if (quiet || (one.rule == "underscore" && underscore)) continue;
      underscore = underscore || one.rule == "underscore";
      broken(one.rule, one.offset, one.length);
    }
    marks_.clear();
  }

  Lexeme number(bool quiet) {
    Lexeme number;
    number.begin = at_;
    try {
      marks_.clear();
      body(number);
      number.suffix = suffix(number);
      number.end = at_;
    } catch (const Mark& stop) {
      tell_marks(quiet);
      over(stop.rule, stop.offset, stop.length);
    }
    tell_marks(quiet);
    return number;
  }
  [[noreturn]] void stop(const std::string& rule) const {
    if (here() < 0) throw Mark{"text-truncated", text_.size(), 0};
    throw Mark{rule, at_, 1};
  }

  // Digits from a digit on, underscores left out.
  std::string digits(const std::string& set) {
    if (!is(set)) stop("digits-missing");
    std::string read;
    const auto digit = [&](int c) { return c > 0 && set.find(static_cast<char>(c)) != std::string::npos; };
    for (; is(set + "_"); ++at_) {
      if (here() != '_') {
        read += static_cast<char>(here());
      } else if (!digit(at(at_ - 1)) || !digit(at(at_ + 1))) {
        mark("underscore", at_);
      }
    }
    return read;
  }

  void body(Lexeme& number) {
    if (here() == '+') mark("plus-sign", at_);
    number.negative = here() == '-';
    if (here() == '+' || here() == '-') ++at_;
    const size_t first = at_;
    if (here() == '_') mark("underscore", at_);
    while (here() == '_') ++at_;
    const size_t digit = at_;
    if (here() != '.' || digit != first) {
      number.whole = digits(decimal_digits);
      const bool zero = text_.substr(first, at_ - first) == "0";
      if (zero && (here() == 'x' || here() == 'X')) return hexadecimal(number);
      if (zero && here() == 'b' && (at(at_ + 1) == '0' || at(at_ + 1) == '1')) {
        mark("binary-digits", at_ - 1, 2);
        ++at_;
        number.base = 2;
        number.whole = digits(binary_digits);
        return;
      }
      if (number.whole.size() > 1 && number.whole.front() == '0') mark("leading-zero", digit);
    }
    if (here() == '.') {
      if (number.whole.empty()) mark("whole-part", at_);
      ++at_;
      number.integer = false;
      number.fraction = digits(decimal_digits);
    }
    if (here() == 'e' || here() == 'E') {
      if (here() == 'E' && number.integer) mark("exponent-mark", at_);
      number.integer = false;
      number.exponent = exponent();
    }
  }
  void hexadecimal(Lexeme& number) {
    if (here() == 'X') mark("hexadecimal-mark", at_);
    ++at_;
    number.base = 16;
    number.whole = digits(hexadecimal_digits);
    if (here() != '.') return;
    mark("hexadecimal-float", number.begin, at_ + 1 - number.begin);
    ++at_;
    number.integer = false;
    number.fraction = digits(hexadecimal_digits);
    if (here() == 'p') number.exponent = exponent();
  }
  // From the mark of the exponent on.
  std::string exponent() {
    ++at_;
    std::string sign;
    if (here() == '+' || here() == '-') sign = text_[at_++];
    return sign + digits(decimal_digits);
  }

  std::optional<DType> suffix(Lexeme& number) {
    const std::string rest = text_.substr(at_);
    bool begun = false;
    for (const auto& [name, dtype] : named_types) {
      if (dtype == DType::boolean || (is_floating(dtype) && number.integer && number.base != 10)) continue;
      if (is_integral(dtype) && !number.integer) continue;
      if (rest.starts_with(name)) {
        at_ += name.size();
        number.integer = number.integer && is_integral(dtype);
        return dtype;
      }
      begun = begun || (!rest.empty() && name.starts_with(rest));
    }
    if (begun) throw Mark{"text-truncated", text_.size(), 0};
    return std::nullopt;
  }

  void white(bool& told) {
    const size_t from = at_;
    while (is_white(here())) ++at_;
    if (at_ > from && !told) broken("empty-space", from, at_ - from);
    told = told || at_ > from;
  }

  OwnedValue empty() {
    const size_t begin = at_;
    (void)word({{"empty", {}}});
    bool told = false;
    white(told);
    if (here() != '(') missing("empty-syntax");
    ++at_;
    white(told);
    const size_t dims = at_;
    OwnedValue value;
    bool none = false;
    while (here() == '[') {
      value.dims.push_back(dimension(value.dims.size(), told));
      none = none || value.dims.back() == 0;
      white(told);
    }
    if (value.dims.size() > max_rank_) broken("rank", dims, 1);
    const std::string rest = text_.substr(at_);
    bool begun = rest.empty();
    size_t length = 0;
    for (const auto& [name, dtype] : named_types) {
      begun = begun || name.starts_with(rest);
      if (!rest.starts_with(name)) continue;
      value.dtype = dtype;
      length = name.size();
    }
    if (length == 0 && begun) truncated();
    if (length == 0) over("empty-syntax", at_, 1);
    at_ += length;
    white(told);
    if (here() != ')') missing("empty-syntax");
    ++at_;
    if (!none) broken("empty-count", begin, at_ - begin);
    return value;
  }

  uint64_t dimension(size_t axis, bool& told) {
    ++at_;
    white(told);
    if (!is(decimal_digits + "+-_")) missing("empty-syntax");
    const Lexeme size = number(true);
    const std::string field = fmt::format("dims[{}]", axis);
    if (!size.integer || size.suffix) over("empty-syntax", size.begin, 1, field);
    const std::string text = text_.substr(size.begin, size.end - size.begin);
    const bool plain =
        text == "0" || (text.front() != '0' && text.find_first_not_of(decimal_digits) == std::string::npos);
    if (!plain) broken("empty-dimension", size.begin, text.size(), field);
    if (!holds(DType::i64, size) || (size.negative && magnitude(size) != uint64_t{0})) {
      broken("empty-range", size.begin, text.size(), field);
    }
    white(told);
    if (here() != ']') missing("empty-syntax");
    ++at_;
    return magnitude(size).value_or(UINT64_MAX);
  }

  std::string text_;
  bool compat_;
  uint64_t max_rank_;
  OracleResult result_;
  size_t at_ = 0;
  uint64_t index_ = 0;
  std::vector<uint64_t> open_;                        // for each open array, how many elements it has
  std::optional<std::pair<size_t, size_t>> comment_;  // the first since the value before, and its length
  std::vector<Mark> marks_;
};

// The number that is `units` × 2^-25 in digits of a base: seven (base 10) or eighteen (base 2), a point, twenty-five.
std::string fixed(uint64_t units, unsigned base) {
  const uint64_t whole = units >> 25;
  const uint64_t rest = units & ((uint64_t{1} << 25) - 1);
  if (base == 2) return fmt::format("{:018b}.{:025b}", whole, rest);
  constexpr uint64_t power = 298023223876953125;  // 5^25
  Wide digits = Wide{rest} * power;
  std::string fraction(25, '0');
  for (size_t i = 25; i-- > 0; digits /= 10) fraction[i] = static_cast<char>('0' + static_cast<int>(digits % 10));
  return fmt::format("{:07}.{}", whole, fraction);
}

// The value of an f16 in units of 2^-24; infinity counts as the number that would follow.
uint64_t units(uint64_t bits) {
  const uint64_t exponent = bits >> 10;
  const uint64_t fraction = bits & 0x3ff;
  return exponent == 0 ? fraction : (fraction + 0x400) << (exponent - 1);
}

}  // namespace

uint64_t nearest_f16(std::string digits, std::int64_t exponent, unsigned base) {
  digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
  if (digits.empty()) return 0;
  const std::int64_t before = static_cast<std::int64_t>(digits.size()) + exponent;  // digits before the point
  const std::int64_t room = base == 2 ? 18 : 7;
  if (before > room) return 0x7c00;
  if (before < -30) return 0;
  const auto pad = [](std::int64_t count) {
    return std::string(static_cast<size_t>(std::max<std::int64_t>(count, 0)), '0');
  };
  digits = pad(room - before) + digits;  // now `room` digits are before the point
  digits += pad(room + 25 - static_cast<std::int64_t>(digits.size()));
  digits.insert(static_cast<size_t>(room), ".");
  // Trailing zeros decide nothing.
  digits.erase(std::max(digits.find_last_not_of('0') + 1, static_cast<size_t>(room) + 26));
  uint64_t below = 0;
  for (uint64_t step = 0x4000; step != 0; step /= 2) {
    const uint64_t next = below + step;  // the number of middles that lie below
    if (next > 0x7c00) continue;
    const std::string middle = fixed(units(next - 1) + units(next), base);
    if (digits > middle || (digits == middle && next % 2 == 0)) below = next;
  }
  return below;
}

OracleResult read(Bytes stream, const Options& options) { return Oracle(stream, options).run(); }

}  // namespace hallmark::futhark::oracle
