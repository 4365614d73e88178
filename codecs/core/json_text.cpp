// SPDX-License-Identifier: Apache-2.0
#include "core/json_text.hpp"

#include <bit>

#include "core/text_marks.hpp"
#include "core/utf8.hpp"

namespace hallmark {
namespace {

// The first byte from `at` on that ends or interrupts a string, whatever is not ASCII before it.
TextCursor find_special(TextCursor at, bool& ascii) noexcept {
  const auto is_high = [](unsigned byte) { return byte - 0x80 < 0x80; };
  for (at = find_not_plain(at); is_high(at.peek()); at = find_not_plain(at.skip_while(is_high))) ascii = false;
  return at;
}

constexpr std::uint64_t escape_size = 6;  // \u and four digits
constexpr std::uint64_t unit_digits = 4;

bool is_high(unsigned unit) noexcept { return unit >> 10 == 0xd800 >> 10; }
bool is_low(unsigned unit) noexcept { return unit >> 10 == 0xdc00 >> 10; }

// Whether bytes that are no UTF-8 would become so if the text went on: a sequence that the end cuts off.
bool is_cut_off(Bytes tail) noexcept {
  std::byte whole[4]{};
  if (tail.empty() || tail.size() > 3) return false;
  std::copy(tail.begin(), tail.end(), whole);
  // The first byte after a lead is the only one whose range depends on it; both ends of it are tried.
  for (const unsigned second : {0x80U, 0xa0U, 0x90U}) {
    for (std::size_t i = tail.size(); i < 4; ++i) whole[i] = static_cast<std::byte>(i == 1 ? second : 0x80);
    for (std::size_t size = tail.size() + 1; size <= 4; ++size) {
      if (find_invalid_utf8(Bytes(whole, size)) == nowhere) return true;
    }
  }
  return false;
}

}  // namespace

TextCursor JsonLexer::fail(const Rule& rule, TextCursor at, std::uint64_t length, std::uint64_t actual) noexcept {
  fault_ = {&rule, at, length, actual};
  return {};
}

TextCursor JsonLexer::truncated(TextCursor at) noexcept { return fail(rules_->truncated, at.end(), 0); }

// A sequence that the end of the JSON cuts off is no fault of its own.
bool JsonLexer::check_utf8(TextCursor begin, TextCursor stop) noexcept {
  const Bytes text = begin.to(stop);
  const std::uint64_t bad = find_invalid_utf8(text);
  if (bad == nowhere || (stop.ended() && is_cut_off(text.subspan(static_cast<std::size_t>(bad))))) return true;
  const TextCursor at = begin.skip(bad);
  fail(rules_->utf8, at, 1, at.peek());
  return false;
}

TextCursor JsonLexer::string_end(TextCursor begin, bool& escaped) noexcept {
  // From one escape to the next: no sequence of UTF-8 reaches over one.
  TextCursor from = begin;
  while (from) {
    bool ascii = true;
    const TextCursor at = find_special(from, ascii);
    if (!ascii && !check_utf8(from, at)) return {};
    if (at.ended()) return truncated(at);
    if (at.is('"')) return at;
    if (!at.is('\\')) return fail(rules_->control, at, 1, at.peek());
    escaped = true;
    from = escape(at);
  }
  return {};
}

// Four hexadecimal digits.
TextCursor JsonLexer::code_unit(TextCursor at, unsigned& unit) noexcept {
  unit = 0;
  for (std::uint64_t i = 0; i < unit_digits; ++i, at = at.next()) {
    if (at.ended()) return truncated(at);
    const int digit = hex_digit(at.peek());
    if (digit < 0) return fail(rules_->escape, at, 1, at.peek());
    unit = unit << 4 | static_cast<unsigned>(digit);
  }
  return at;
}

TextCursor JsonLexer::escape(TextCursor backslash) noexcept {
  TextCursor at = backslash.next();
  if (at.ended()) return truncated(at);
  const unsigned c = at.peek();
  if (c != 'u') {
    constexpr std::string_view simple = "\"\\/bfnrt";
    if (simple.find(static_cast<char>(c)) == std::string_view::npos) return fail(rules_->escape, at, 1, c);
    return at.next();
  }
  unsigned unit = 0;
  at = code_unit(at.next(), unit);
  if (!at || (!is_high(unit) && !is_low(unit))) return at;
  return is_high(unit) ? low_surrogate(at, backslash, unit) : fail(rules_->surrogate, backslash, escape_size, unit);
}

// The second half of a pair, whose first half begins at `backslash`.
TextCursor JsonLexer::low_surrogate(TextCursor at, TextCursor backslash, unsigned high) noexcept {
  const auto alone = [&] { return fail(rules_->surrogate, backslash, escape_size, high); };
  if (at.ended()) return truncated(at);
  if (!at.is('\\')) return alone();
  at = at.next();
  if (at.ended()) return truncated(at);
  if (!at.is('u')) return alone();
  unsigned low = 0;
  at = code_unit(at.next(), low);
  if (!at) return {};
  return is_low(low) ? at : alone();
}

TextCursor JsonLexer::no_digit(TextCursor at) noexcept {
  return at.ended() ? truncated(at) : fail(rules_->number, at, 1, at.peek());
}

TextCursor JsonLexer::power(TextCursor at, std::int64_t& exponent) noexcept {
  const bool below = at.is('-');
  if (below || at.is('+')) at = at.next();
  Digits digits;
  const TextCursor end = at.skip_while(digits);
  if (end == at) return no_digit(at);
  // A power of more digits than this, leading zeros aside, is as good as infinite.
  constexpr std::uint64_t longest_power = 18;
  constexpr std::uint64_t infinite = std::uint64_t{1} << 61;
  static_assert(infinite > 999'999'999'999'999'999);
  const std::uint64_t significant = end - at.skip_while([](unsigned byte) { return byte == '0'; });
  const std::uint64_t value = significant > longest_power ? infinite : digits.value;
  exponent += below ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
  return end;
}

// Text that does not begin with the word.
TextCursor JsonLexer::wrong_word(TextCursor at, std::string_view text) noexcept {
  for (const char c : text) {
    if (!at.is(c)) break;
    at = at.next();
  }
  return at.ended() ? truncated(at) : fail(rules_->word, at, 1, at.peek());
}

namespace {

template <class Row>
TextCursor skip_blocks(TextCursor at, std::uint32_t& count) noexcept {
  Row row;
  std::uint64_t behind = 0;  // the last comma
  const Bytes text = at.rest();
  for (std::size_t done = 0; text.size() - done >= text_block && row.take(text.data() + done); done += text_block) {
    if (row.commas() == 0) continue;
    count += count_ones(row.commas());
    behind = done + text_block - static_cast<std::uint64_t>(std::countl_zero(row.commas()));
  }
  return at.skip(behind);
}

}  // namespace

TextCursor skip_row(TextCursor at, std::uint32_t& count) noexcept {
  if (at.is('"')) return skip_blocks<StringRow>(at, count);
  return at.is('t') || at.is('f') ? skip_blocks<WordRow>(at, count) : skip_blocks<NumberRow>(at, count);
}

namespace {

unsigned unit_at(TextCursor at) noexcept {
  unsigned unit = 0;
  for (std::uint64_t i = 0; i < unit_digits; ++i)
    unit = unit << 4 | (static_cast<unsigned>(hex_digit(at.peek(i))) & 15);
  return unit;
}

// What a letter after a backslash means.
unsigned meaning_of(unsigned letter) noexcept {
  constexpr std::string_view letters = "bfnrt";
  constexpr char meanings[] = {'\b', '\f', '\n', '\r', '\t'};
  const std::size_t which = letters.find(static_cast<char>(letter));
  return which == std::string_view::npos ? letter : static_cast<unsigned char>(meanings[which]);
}

}  // namespace

std::byte* unescape(Bytes raw, std::byte* to) noexcept {
  TextCursor at(raw);
  while (!at.ended()) {
    const unsigned c = at.peek();
    at = at.next();
    if (c != '\\') {
      *to++ = static_cast<std::byte>(c);
      continue;
    }
    const unsigned letter = at.peek();
    at = at.next();
    // The text may have changed since it was read: an escape that its end cuts off would be longer than what it stands
    // for.
    if (letter == 'u' && at.remaining() < unit_digits) break;
    if (letter != 'u') {
      *to++ = static_cast<std::byte>(meaning_of(letter));
      continue;
    }
    unsigned code = unit_at(at);
    at = at.skip(unit_digits);
    if (is_high(code)) {
      code = 0x10000 + ((code & 0x3ff) << 10) + (unit_at(at.skip(2)) & 0x3ff);
      at = at.skip(escape_size);
    }
    to = put_utf8(code, to);
  }
  return to;
}

bool is_escaped_key(Bytes raw, std::string_view name) noexcept {
  if (raw.size() > longest_written_name || std::ranges::find(raw, std::byte{'\\'}) == raw.end()) return false;
  std::byte plain[longest_written_name];
  return as_text(Bytes(plain, unescape(raw, plain))) == name;
}

TextCursor skim_string(TextCursor quote, bool& escaped) noexcept {
  bool ascii = true;
  TextCursor at = find_special(quote.next(), ascii);
  for (; !at.ended() && !at.is('"'); at = find_special(at.next(), ascii)) {
    if (!at.is('\\')) continue;
    escaped = true;
    at = at.next();
  }
  return at;
}

}  // namespace hallmark
