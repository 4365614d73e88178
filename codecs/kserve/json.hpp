// JSON by RFC 8259: its tokens, where they end and what is wrong with them. Nothing is allocated, nothing recurses.
#pragma once

#include <bit>

#include "core/plain.hpp"
#include "hallmark/core/rule.hpp"

namespace hallmark::kserve {

using At = const std::byte*;

[[nodiscard]] inline unsigned char byte_at(At at) noexcept { return std::to_integer<unsigned char>(*at); }
[[nodiscard]] constexpr bool is_space(unsigned char c) noexcept {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// each_byte times a byte is a word of eight of them.
inline constexpr std::uint64_t each_byte = 0x0101010101010101;

// ends_of_text marks, by their high bits, the quotes, backslashes and control characters among the eight bytes of a
// word: the lowest mark is right; above it, and at bytes that are not ASCII, there may be others.
[[nodiscard]] constexpr std::uint64_t ends_of_text(std::uint64_t word) noexcept {
  const std::uint64_t quote = (word ^ (each_byte * '"')) - each_byte;
  const std::uint64_t backslash = (word ^ (each_byte * '\\')) - each_byte;
  const std::uint64_t control = word - each_byte * 0x20;
  return quote | backslash | control;
}

// find_not_plain gives the first byte from `at` on that is no plain character of a string, or begins one that is not
// ASCII.
[[nodiscard]] inline At find_not_plain(At at, At end) noexcept {
  for (; static_cast<std::size_t>(end - at) >= sizeof(std::uint64_t); at += sizeof(std::uint64_t)) {
    const auto word = load_le<std::uint64_t>(at);
    const std::uint64_t others = (ends_of_text(word) | word) & (each_byte * 0x80);
    if (others != 0) return at + std::countr_zero(others) / 8;
  }
  while (at != end && byte_at(at) >= 0x20 && byte_at(at) < 0x80 && byte_at(at) != '"' && byte_at(at) != '\\') ++at;
  return at;
}

// Text is what stands between two quotes.
struct Text {
  At begin = nullptr;
  At end = nullptr;
  bool escaped = false;  // there are backslashes

  [[nodiscard]] Bytes raw() const noexcept { return {begin, end}; }
};

struct Lexeme {
  At begin = nullptr;
  At end = nullptr;
  Decimal decimal;  // without the sign
  bool negative = false;
  bool integer = true;  // it has neither fraction nor exponent
};

// Fault is the rule that a token breaks, and where.
struct Fault {
  const Rule* rule = nullptr;
  At at = nullptr;
  std::uint64_t length = 0;
  std::uint64_t actual = 0;
};

// Lexer reads one token at a time. Each function takes where a token begins, which must not be the end, and gives where
// it ends, or null; fault() then says why.
class Lexer {
 public:
  explicit Lexer(At end) noexcept : end_(end) {}

  [[nodiscard]] At end() const noexcept { return end_; }
  [[nodiscard]] const Fault& fault() const noexcept { return fault_; }

  [[nodiscard]] At space(At at) const noexcept {
    while (at != end_ && is_space(byte_at(at))) ++at;
    return at;
  }
  [[nodiscard]] At string(At quote, Text& text) noexcept {
    const At at = find_not_plain(quote + 1, end_);
    if (at == end_ || byte_at(at) != '"') [[unlikely]]
      return any_string(quote, text);
    text = {quote + 1, at, false};
    return at + 1;
  }
  [[nodiscard]] At number(At at, Lexeme& lexeme) noexcept;
  // word reads one of true, false and null; `text` is which.
  [[nodiscard]] At word(At at, std::string_view text) noexcept;

 private:
  At fail(const Rule& rule, At at, std::uint64_t length, std::uint64_t actual = 0) noexcept {
    fault_ = {&rule, at, length, actual};
    return nullptr;
  }
  At truncated() noexcept;
  At any_string(At quote, Text& text) noexcept;
  At any_number(At at, Lexeme& lexeme) noexcept;
  At digits(At at, Decimal& number) noexcept;
  At escape(At backslash) noexcept;
  At code_unit(At at, unsigned& unit) noexcept;
  bool check_utf8(At begin, At stop) noexcept;

  At end_;
  Fault fault_;
};

// unescape writes a valid text without its escapes and gives the end of what it wrote: no more bytes than the text has.
std::byte* unescape(const Text& text, std::byte* to) noexcept;

// is_key compares a key as written, without its quotes, with the name that it may be an escaped form of.
[[nodiscard]] bool is_key(Bytes raw, std::string_view name) noexcept;

// skip_text finds the end of what may be JSON without checking it: brackets are counted and strings passed over. It
// gives the end of the object or array that begins at `at`, or `end`.
[[nodiscard]] At skip_text(At at, At end) noexcept;

// Members reads the members of an object that is known to be valid, one after the other.
class Members {
 public:
  explicit Members(Bytes object) noexcept;

  struct Member {
    Bytes key;    // as written, without the quotes
    Bytes value;  // as written
    Bytes whole;  // key, colon and value
  };
  // next gives false at the end of the object.
  [[nodiscard]] bool next(Member& member) noexcept;

 private:
  At at_ = nullptr;
  At end_ = nullptr;
};

}  // namespace hallmark::kserve
