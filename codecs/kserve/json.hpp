// JSON by RFC 8259: its tokens, where they end and what is wrong with them. Nothing is allocated, nothing recurses.
#pragma once

#include "core/plain.hpp"
#include "core/words.hpp"
#include "hallmark/core/rule.hpp"

namespace hallmark::kserve {

[[nodiscard]] constexpr bool is_space(unsigned byte) noexcept {
  return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t';
}
[[nodiscard]] TextCursor skip_any_space(TextCursor at) noexcept;
// Between most tokens there is none, or a blank.
[[nodiscard, gnu::always_inline]] inline TextCursor skip_space(TextCursor at) noexcept {
  if (at.peek() > ' ') [[likely]]
    return at;
  const TextCursor next = at.is(' ') ? at.next() : at;
  return next.peek() > ' ' ? next : skip_any_space(next);
}
[[nodiscard]] constexpr bool ends_element(unsigned byte) noexcept { return byte == ',' || byte == ']'; }
[[nodiscard]] constexpr bool ends_value(unsigned byte) noexcept { return ends_element(byte) || byte == '}'; }

// unmasked_specials marks what ends or interrupts a string: quotes, backslashes and control characters.
[[nodiscard]] constexpr std::uint64_t unmasked_specials(std::uint64_t word) noexcept {
  return unmasked_equal(word, '"') | unmasked_equal(word, '\\') | unmasked_below(word, 0x20);
}
[[nodiscard]] constexpr bool is_special(unsigned byte) noexcept { return byte == '"' || byte == '\\' || byte < 0x20; }

// not_plain marks, up to the first, bytes that are no plain characters of a string or not ASCII.
[[nodiscard]] constexpr std::uint64_t not_plain(std::uint64_t word) noexcept {
  return (unmasked_specials(word) | word) & high_bits;
}

// find_last_not_plain is find_not_plain near the end of the text.
[[nodiscard]] TextCursor find_last_not_plain(TextCursor at) noexcept;

// find_not_plain gives the first byte from `at` on that is no plain character of a string, or begins one that is not
// ASCII.
[[nodiscard, gnu::always_inline]] inline TextCursor find_not_plain(TextCursor at) noexcept {
  while (const auto ahead = at.ahead<word_size>()) {
    const std::uint64_t others = not_plain(ahead.load<std::uint64_t>());
    if (others != 0) return ahead.skip(first_marked(others));
    at = ahead.skip(word_size);
  }
  return find_last_not_plain(at);
}

// Text is what stands between two quotes.
struct Text {
  Bytes raw;
  bool escaped = false;  // there are backslashes
};

struct Lexeme {
  Bytes text;
  Decimal decimal;  // without the sign
  bool negative = false;
  bool integer = true;  // it has neither fraction nor exponent
};

// Fault is the rule that a token breaks, and where.
struct Fault {
  const Rule* rule = nullptr;
  TextCursor at;
  std::uint64_t length = 0;
  std::uint64_t actual = 0;
};

// Lexer reads one token at a time. Each function takes where a token begins and returns where it ends, or a false
// cursor; fault() then says why.
class Lexer {
 public:
  [[nodiscard]] const Fault& fault() const noexcept { return fault_; }

  [[nodiscard]] TextCursor string(TextCursor quote, Text& text) noexcept {
    const TextCursor begin = quote.next();
    const TextCursor at = find_not_plain(begin);
    if (!at.is('"')) [[unlikely]]
      return any_string(quote, text);
    text = {begin.to(at), false};
    return at.next();
  }
  [[nodiscard]] TextCursor number(TextCursor at, Lexeme& lexeme) noexcept;
  // word reads one of true, false and null; `text` is which.
  [[nodiscard, gnu::always_inline]] TextCursor word(TextCursor at, std::string_view text) noexcept {
    return as_text(at.rest()).starts_with(text) ? at.skip(text.size()) : wrong_word(at, text);
  }

 private:
  TextCursor fail(const Rule& rule, TextCursor at, std::uint64_t length, std::uint64_t actual = 0) noexcept {
    fault_ = {&rule, at, length, actual};
    return {};
  }
  TextCursor truncated(TextCursor at) noexcept;
  TextCursor any_string(TextCursor quote, Text& text) noexcept;
  [[gnu::noinline, gnu::cold]] TextCursor wrong_word(TextCursor at, std::string_view text) noexcept;
  TextCursor any_number(TextCursor at, Lexeme& lexeme) noexcept;
  TextCursor digits(TextCursor at, Decimal& number) noexcept;
  TextCursor exponent(TextCursor at, Decimal& number) noexcept;
  TextCursor escape(TextCursor backslash) noexcept;
  TextCursor low_surrogate(TextCursor at, TextCursor backslash, unsigned high) noexcept;
  TextCursor code_unit(TextCursor at, unsigned& unit) noexcept;
  bool check_utf8(TextCursor begin, TextCursor stop) noexcept;

  Fault fault_;
};

// unescape writes a valid text without its escapes and gives the end of what it wrote: no more bytes than the text has.
std::byte* unescape(Bytes raw, std::byte* to) noexcept;

// is_key compares a key as written, without its quotes, with the name that it may be an escaped form of.
[[nodiscard]] bool is_key(Bytes raw, std::string_view name) noexcept;

// skip_text finds the end of what may be JSON without checking it: brackets are counted and strings passed over. It
// gives the end of the object or array that begins at `at`, or the end of the text.
[[nodiscard]] TextCursor skip_text(TextCursor at) noexcept;

// Members reads the members of an object that is known to be valid, one after the other.
class Members {
 public:
  explicit Members(Bytes object) noexcept : at_(TextCursor(object).next()) {}

  struct Member {
    Bytes key;    // as written, without the quotes
    Bytes value;  // as written
    Bytes whole;  // key, colon and value
  };
  // next gives false at the end of the object.
  [[nodiscard]] bool next(Member& member) noexcept;

 private:
  TextCursor at_;
};

}  // namespace hallmark::kserve
