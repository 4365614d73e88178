// SPDX-License-Identifier: Apache-2.0
// JSON by RFC 8259: its strings, numbers and words, where they end and what is wrong with them; and a skim of any text
// that may be JSON, which checks nothing and needs no memory.
#pragma once

#include <algorithm>

#include "core/decimal.hpp"
#include "core/text_lanes.hpp"
#include "hallmark/core/rule.hpp"

namespace hallmark {

// JsonRules are those of a format about its JSON as JSON: one for all of the grammar, or one for each part.
struct JsonRules {
  const Rule& truncated;
  const Rule& value;
  const Rule& word = value;
  const Rule& number = value;
  const Rule& key = value;
  const Rule& colon = value;
  const Rule& separator = value;
  const Rule& control = value;
  const Rule& escape = value;
  const Rule& surrogate = value;
  const Rule& utf8 = value;
  const Rule& depth;
  const Rule& duplicate_key;
  const Rule& nan_literal = value;  // where a NonNumbers says so
  bool one_duplicate = false;       // of an object the first key that repeats another is reported, not all
};

[[nodiscard]] constexpr bool is_space(unsigned byte) noexcept {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}
// Between most tokens there is none, or a blank.
[[nodiscard, gnu::always_inline]] inline TextCursor skip_space(TextCursor at) noexcept {
  if (at.peek() > ' ') [[likely]]
    return at;
  const TextCursor next = at.is(' ') ? at.next() : at;
  return next.peek() > ' ' ? next : next.skip_while(is_space);
}

// after_comma gives the place of the next entry, after the end of one; a false cursor where no comma follows at once.
[[nodiscard, gnu::always_inline]] inline TextCursor after_comma(TextCursor end) noexcept {
  return end.is(',') ? skip_space(end.next()) : TextCursor();
}

// first_not_plain gives the first of 16 bytes that is no plain character of a string or not ASCII; 16 where all are.
// With its second bit turned over, a quote comes to lie between control characters and the rest.
[[nodiscard, gnu::always_inline]] inline unsigned first_not_plain(const std::byte* from) noexcept {
#if defined(__x86_64__) && defined(__SSE2__)
  const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  // What is not ASCII is below 0; saturated, a difference keeps its sign.
  const __m128i below = _mm_subs_epi8(_mm_xor_si128(text, _mm_set1_epi8(2)), _mm_set1_epi8(0x21));
  const __m128i others = _mm_or_si128(below, _mm_cmpeq_epi8(text, _mm_set1_epi8('\\')));
  return static_cast<unsigned>(std::countr_zero(static_cast<unsigned>(_mm_movemask_epi8(others)) | 0x10000));
#else
  const auto first_in = [](std::uint64_t word) {
    return first_marked((unmasked_below(word ^ repeated(2), 0x21) | unmasked_below(word ^ repeated('\\'), 1) | word) &
                        high_bits);
  };
  const unsigned first = first_in(load_le<std::uint64_t>(from));
  return first != word_size ? first : word_size + first_in(load_le<std::uint64_t>(from + word_size));
#endif
}

// find_not_plain gives the first byte from `at` on that is no plain character of a string, or begins one that is not
// ASCII; and whether `size` bytes are there.
template <std::size_t size>
[[nodiscard, gnu::always_inline]] inline Ahead<size> find_not_plain(TextCursor at) noexcept {
  constexpr std::size_t step = 2 * word_size;
  while (const auto ahead = at.ahead<step + size>()) {
    const unsigned first = first_not_plain(ahead.data());
    if (first < step) return ahead.template after<size>(first);
    at = ahead.skip(step);
  }
  at = at.skip_while([](unsigned byte) { return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\'; });
  return at.ahead<size>();
}
[[nodiscard, gnu::always_inline]] inline TextCursor find_not_plain(TextCursor at) noexcept {
  return find_not_plain<0>(at).at();
}

// JsonString is what stands between two quotes.
struct JsonString {
  Bytes raw;
  bool escaped = false;  // there are backslashes
};

struct JsonNumber {
  Decimal decimal;  // without the sign
  bool negative = false;
  bool integer = true;  // it has neither fraction nor exponent
};

// JsonFault is the rule that a token breaks, and where.
struct JsonFault {
  const Rule* rule = nullptr;
  TextCursor at;
  std::uint64_t length = 0;
  std::uint64_t actual = 0;
};

// JsonLexer reads one token at a time. Each function takes where a token begins and returns where it ends, or a false
// cursor; fault() then says why.
class JsonLexer {
 public:
  explicit JsonLexer(const JsonRules& rules) noexcept : rules_(&rules) {}

  [[nodiscard]] const JsonFault& fault() const noexcept { return fault_; }

  [[nodiscard, gnu::always_inline]] TextCursor string(TextCursor quote, JsonString& text) noexcept {
    const TextCursor begin = quote.next();
    TextCursor end = find_not_plain(begin);
    text.escaped = false;
    if (!end.is('"')) [[unlikely]] {
      end = string_end(begin, text.escaped);
      if (!end) return {};
    }
    text.raw = begin.to(end);
    return end.next();
  }
  // string_end gives the quote at the end of any string.
  [[gnu::noinline]] TextCursor string_end(TextCursor begin, bool& escaped) noexcept;
  [[nodiscard, gnu::always_inline]] TextCursor number(TextCursor at, JsonNumber& number) noexcept;
  // word reads one of true, false and null, or what is written for a number that is none; `text` is which.
  [[nodiscard, gnu::always_inline]] TextCursor word(TextCursor at, std::string_view text) noexcept {
    return as_text(at.rest()).starts_with(text) ? at.skip(text.size()) : wrong_word(at, text);
  }

 private:
  [[gnu::cold, gnu::noinline]] TextCursor fail(const Rule& rule, TextCursor at, std::uint64_t length,
                                               std::uint64_t actual = 0) noexcept;
  [[gnu::cold, gnu::noinline]] TextCursor no_digit(TextCursor at) noexcept;
  [[gnu::cold, gnu::noinline]] TextCursor wrong_word(TextCursor at, std::string_view text) noexcept;
  TextCursor truncated(TextCursor at) noexcept;
  // power reads what stands after the mark of an exponent, and adds it.
  [[gnu::noinline]] TextCursor power(TextCursor at, std::int64_t& exponent) noexcept;
  TextCursor escape(TextCursor backslash) noexcept;
  TextCursor low_surrogate(TextCursor at, TextCursor backslash, unsigned high) noexcept;
  TextCursor code_unit(TextCursor at, unsigned& unit) noexcept;
  bool check_utf8(TextCursor begin, TextCursor stop) noexcept;

  const JsonRules* rules_;
  JsonFault fault_;
};

inline TextCursor JsonLexer::number(TextCursor at, JsonNumber& number) noexcept {
  Integer whole = read_integer(at);
  TextCursor end = whole.end;
  std::uint64_t digits = whole.digits();
  if (digits == 0) [[unlikely]]
    return no_digit(end);
  if (digits > 1 && whole.first.is('0')) [[unlikely]]
    return fail(rules_->number, whole.first.next(), 1, whole.first.peek(1));
  number.negative = whole.minus != 0;
  number.integer = true;
  std::int64_t exponent = 0;
  unsigned byte = end.peek();
  if (byte == '.') {
    number.integer = false;
    const TextCursor fraction = end.next();
    end = read_digits(fraction, whole.magnitude);
    if (end == fraction) [[unlikely]]
      return no_digit(end);
    digits += end - fraction;
    exponent = -static_cast<std::int64_t>(end - fraction);
    byte = end.peek();
  }
  if ((byte | 0x20) == 'e') [[unlikely]] {
    number.integer = false;
    end = power(end.next(), exponent);
    if (!end) return {};
  }
  number.decimal = {whole.first.to(end), whole.magnitude, digits, exponent};
  return end;
}

// ends_integer says that a byte after a digit is no part of the number.
[[nodiscard]] constexpr bool ends_integer(unsigned byte) noexcept { return byte == ',' || (byte | 0x20) == '}'; }

// skip_integer passes over one that begins with another digit than 0; false where no comma or bracket follows at once.
[[nodiscard, gnu::always_inline]] inline TextCursor skip_integer(TextCursor at) noexcept {
  while (const auto ahead = at.ahead<word_size>()) {
    const auto text = ahead.load<std::uint64_t>();
    const unsigned digits = first_marked(mark_above(text ^ repeated('0'), 9));
    at = ahead.skip(digits);
    if (digits != word_size) return ends_integer(text >> (8 * digits) & 0xff) ? at : TextCursor();
  }
  return {};
}

// skip_integers passes over integers between commas up to the bracket after them, from where one begins; false where
// there is anything else, or the bracket is far. Shapes of tensors are nearly always so.
[[nodiscard, gnu::always_inline]] inline TextCursor skip_integers(TextCursor at) noexcept {
  constexpr std::size_t size = text_block / 2;
  const auto ahead = at.ahead<size>();
  if (!ahead) return {};
  const std::uint64_t digits = mark_digits<size>(ahead.data());
  const std::uint64_t commas = mark_bytes<',', size>(ahead.data());
  const std::uint64_t others = ~(digits | commas);
  const std::uint64_t first = (commas << 1 | 1) & (others ^ (others - 1));
  const std::uint64_t zero = mark_bytes<'0', size>(ahead.data()) & first;
  const auto end = ahead.after<1>(static_cast<std::size_t>(std::countr_zero(others)));
  const bool right = end.load<std::uint8_t>() == ']' && ((first & ~digits) | (zero << 1 & digits)) == 0;
  return right ? end.at() : TextCursor();
}

// skip_row passes over scalars of an array as nearly all are written, from where one begins, and gives where the first
// begins that it has not checked; `count` is raised by how many it has passed.
[[nodiscard]] TextCursor skip_row(TextCursor at, std::uint32_t& count) noexcept;

// unescape writes a valid text without its escapes and gives the end of what it wrote: no more bytes than the text has.
std::byte* unescape(Bytes raw, std::byte* to) noexcept;

// The longest form of the names that anybody asks for.
inline constexpr std::size_t longest_written_name = std::size_t{6} * 32;

// is_key compares a key as written, without its quotes, with the name that it may be an escaped form of.
[[nodiscard]] bool is_escaped_key(Bytes raw, std::string_view name) noexcept;
[[nodiscard]] inline bool is_key(Bytes raw, std::string_view name) noexcept {
  return as_text(raw) == name || is_escaped_key(raw, name);
}

// JsonMember is a member of an object, as written.
struct JsonMember {
  Bytes key;    // without the quotes
  Bytes whole;  // key, colon and value
};

// JsonSize is what skimming counts: no valid beginning of the text has more.
struct JsonSize {
  TextCursor end;              // of the object or array, or of the text
  std::uint64_t colons = 0;    // one for each member
  std::uint64_t elements = 1;  // objects and arrays that are no members, the outermost one included
  std::uint64_t scalars = 0;   // elements that are neither objects nor arrays nor strings
  std::uint64_t strings = 0;   // keys, and elements that are strings
  bool escaped = false;        // there are backslashes
};

// skim_string gives the quote that ends the string at `quote`, or the end of the text.
[[nodiscard]] TextCursor skim_string(TextCursor quote, bool& escaped) noexcept;

// skim_json looks for the end of the object or array at `at`: brackets are counted, strings are passed over.
// member(JsonMember) is called for each member of the outermost object, where it ends. It is lenient: what stands
// between keys and values may be wrong.
template <class Member>
[[nodiscard]] JsonSize skim_json(TextCursor at, const Member& member) noexcept {
  enum class Last : std::uint8_t { open, close, comma, key, colon, scalar };
  JsonSize size;
  std::uint64_t depth = 0;
  Last last = Last::colon;
  TextCursor key;      // of the member at hand its opening quote,
  TextCursor key_end;  // and the closing one
  bool value = false;  // which has begun
  const auto finish = [&](TextCursor end) {
    if (value && key) member(JsonMember{key.next().to(key_end), key.to(end)});
    key = {};
  };
  for (at = skip_space(at); !at.ended(); at = skip_space(at)) {
    const unsigned c = at.peek();
    const TextCursor first = at;
    at = at.next();
    if (last == Last::key || c == ':') {
      size.colons += c == ':' ? 1 : 0;
      last = Last::colon;
      continue;
    }
    if (c == ',') {
      last = Last::comma;
      continue;
    }
    if (c == '}' || c == ']') {
      last = Last::close;
      if (depth > 1) {
        if (--depth == 1) finish(at);
        continue;
      }
      break;
    }
    const bool entry = last != Last::colon;
    if (depth == 1) value = !entry;
    if (c == '{' || c == '[') {
      if (entry) ++size.elements;
      last = Last::open;
      ++depth;
      continue;
    }
    if (c == '"') {
      const TextCursor quote = skim_string(first, size.escaped);
      at = quote.next();
      if (quote.ended()) break;
      last = Last::scalar;
      if (!entry) {
        if (depth == 1) finish(at);
        continue;
      }
      ++size.strings;
      if (depth != 1) continue;
      key = first;
      key_end = quote;
      last = Last::key;
      continue;
    }
    at = at.skip_while([](unsigned byte) { return byte != ',' && byte != '}' && byte != ']' && !is_space(byte); });
    size.scalars += entry ? 1 : 0;
    last = Last::scalar;
    if (depth == 1) finish(at);
  }
  if (depth > 1) finish(at);
  size.end = at;
  return size;
}

}  // namespace hallmark
