#include "kserve/json.hpp"

#include <algorithm>

#include "core/utf8.hpp"
#include "kserve/rules.hpp"

namespace hallmark::kserve {
namespace {

// The first byte from `at` on that ends or interrupts a string. The bytes before it are ORed into `seen`.
TextCursor find_special(TextCursor at, std::uint64_t& seen) noexcept {
  while (const auto ahead = at.ahead<word_size>()) {
    const auto word = ahead.load<std::uint64_t>();
    const std::uint64_t special = masked_ascii(unmasked_specials(word), word);
    if (special != 0) {
      seen |= first_bytes(word, first_marked(special));
      return ahead.skip(first_marked(special));
    }
    seen |= word;
    at = ahead.skip(word_size);
  }
  return at.skip_while([&seen](unsigned byte) {
    if (is_special(byte)) return false;
    seen |= std::uint64_t{byte};
    return true;
  });
}

// hex_digit takes what TextCursor::peek returns and gives -1 for what is no digit.
constexpr int hex_digit(unsigned byte) noexcept {
  if (is_digit(byte)) return static_cast<int>(byte - '0');
  const unsigned letter = (byte | 0x20) - 'a';
  return letter < 6 ? static_cast<int>(letter) + 10 : -1;
}
static_assert(hex_digit('9') == 9 && hex_digit('a') == 10 && hex_digit('F') == 15 && hex_digit('g') == -1);
static_assert(hex_digit(TextCursor::no_byte) == -1);

constexpr std::uint64_t escape_size = 6;  // \u and four digits
constexpr std::uint64_t unit_digits = 4;

bool is_high(unsigned unit) noexcept { return unit >> 10 == 0xd800 >> 10; }
bool is_low(unsigned unit) noexcept { return unit >> 10 == 0xdc00 >> 10; }

// Whether bytes that are no UTF-8 would become so if the text went on: a sequence that the end cuts off.
bool is_cut_off(Bytes tail) noexcept {
  std::byte whole[4]{};
  if (tail.empty() || tail.size() > 3) return false;
  std::copy(tail.begin(), tail.end(), whole);
  // The first byte behind a lead is the only one whose range depends on it; both ends of it are tried.
  for (const unsigned second : {0x80U, 0xa0U, 0x90U}) {
    for (std::size_t i = tail.size(); i < 4; ++i) whole[i] = static_cast<std::byte>(i == 1 ? second : 0x80);
    for (std::size_t size = tail.size() + 1; size <= 4; ++size) {
      if (find_invalid_utf8(Bytes(whole, size)) == nowhere) return true;
    }
  }
  return false;
}

}  // namespace

TextCursor skip_any_space(TextCursor at) noexcept { return at.skip_while(is_space); }

TextCursor find_last_not_plain(TextCursor at) noexcept {
  return at.skip_while([](unsigned byte) { return !is_special(byte) && byte < 0x80; });
}

TextCursor Lexer::truncated(TextCursor at) noexcept { return fail(rule<"kserve/json-truncated">, at.end(), 0); }

// A sequence that the end of the JSON cuts off is no fault of its own.
bool Lexer::check_utf8(TextCursor begin, TextCursor stop) noexcept {
  const Bytes text = begin.to(stop);
  const std::uint64_t bad = find_invalid_utf8(text);
  if (bad == nowhere || (stop.ended() && is_cut_off(text.subspan(static_cast<std::size_t>(bad))))) return true;
  const TextCursor at = begin.skip(bad);
  fail(rule<"kserve/json-utf8">, at, 1, at.peek());
  return false;
}

TextCursor Lexer::any_string(TextCursor quote, Text& text) noexcept {
  const TextCursor begin = quote.next();
  text = {};
  // From one escape to the next: no sequence of UTF-8 reaches over one.
  TextCursor from = begin;
  while (from) {
    std::uint64_t seen = 0;
    const TextCursor at = find_special(from, seen);
    if (!is_ascii(seen) && !check_utf8(from, at)) return {};
    if (at.ended()) return truncated(at);
    if (at.is('"')) {
      text.raw = begin.to(at);
      return at.next();
    }
    if (!at.is('\\')) return fail(rule<"kserve/json-control">, at, 1, at.peek());
    text.escaped = true;
    from = escape(at);
  }
  return {};
}

// Four hexadecimal digits.
TextCursor Lexer::code_unit(TextCursor at, unsigned& unit) noexcept {
  unit = 0;
  for (std::uint64_t i = 0; i < unit_digits; ++i, at = at.next()) {
    if (at.ended()) return truncated(at);
    const int digit = hex_digit(at.peek());
    if (digit < 0) return fail(rule<"kserve/json-escape">, at, 1, at.peek());
    unit = unit << 4 | static_cast<unsigned>(digit);
  }
  return at;
}

TextCursor Lexer::escape(TextCursor backslash) noexcept {
  TextCursor at = backslash.next();
  if (at.ended()) return truncated(at);
  const unsigned c = at.peek();
  if (c != 'u') {
    constexpr std::string_view simple = "\"\\/bfnrt";
    if (simple.find(static_cast<char>(c)) == std::string_view::npos) return fail(rule<"kserve/json-escape">, at, 1, c);
    return at.next();
  }
  unsigned unit = 0;
  at = code_unit(at.next(), unit);
  if (!at || (!is_high(unit) && !is_low(unit))) return at;
  return is_high(unit) ? low_surrogate(at, backslash, unit)
                       : fail(rule<"kserve/json-surrogate">, backslash, escape_size, unit);
}

// The second half of a pair, whose first half begins at `backslash`.
TextCursor Lexer::low_surrogate(TextCursor at, TextCursor backslash, unsigned high) noexcept {
  const auto alone = [&] { return fail(rule<"kserve/json-surrogate">, backslash, escape_size, high); };
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

TextCursor Lexer::digits(TextCursor at, Decimal& number) noexcept {
  if (at.ended()) return truncated(at);
  if (!is_digit(at.peek())) return fail(rule<"kserve/json-number">, at, 1, at.peek());
  Digits mantissa{number.mantissa};
  const TextCursor end = at.skip_while(mantissa);
  number.mantissa = mantissa.value;
  number.digits += end - at;
  return end;
}

// Nearly every number is a few digits.
TextCursor Lexer::number(TextCursor at, Lexeme& lexeme) noexcept {
  const bool negative = at.is('-');
  const TextCursor first = negative ? at.next() : at;
  Digits value;
  const TextCursor end = first.skip_while(value);
  const std::uint64_t digits = end - first;
  const unsigned byte = end.peek();
  const bool more = byte == '.' || byte == 'e' || byte == 'E';
  if (more || digits == 0 || digits > safe_digits || (digits > 1 && first.is('0'))) [[unlikely]]
    return any_number(at, lexeme);
  lexeme = {at.to(end), {first.to(end), value.value, digits}, negative, true};
  return end;
}

[[gnu::noinline]] TextCursor Lexer::any_number(TextCursor at, Lexeme& lexeme) noexcept {
  lexeme = {};
  lexeme.negative = at.is('-');
  const TextCursor first = lexeme.negative ? at.next() : at;
  Decimal& decimal = lexeme.decimal;
  TextCursor end = digits(first, decimal);
  if (!end) return {};
  if (first.is('0') && decimal.digits > 1) {
    const TextCursor second = first.next();
    return fail(rule<"kserve/json-number">, second, 1, second.peek());
  }
  if (end.is('.')) {
    lexeme.integer = false;
    const std::uint64_t whole = decimal.digits;
    end = digits(end.next(), decimal);
    if (!end) return {};
    decimal.exponent = -static_cast<std::int64_t>(decimal.digits - whole);
  }
  if (end.is('e') || end.is('E')) {
    lexeme.integer = false;
    end = exponent(end.next(), decimal);
    if (!end) return {};
  }
  decimal.text = first.to(end);
  lexeme.text = at.to(end);
  return end;
}

// What stands behind the mark of an exponent.
TextCursor Lexer::exponent(TextCursor at, Decimal& number) noexcept {
  const bool below = at.is('-');
  if (below || at.is('+')) at = at.next();
  Decimal power;
  const TextCursor end = digits(at, power);
  if (!end) return {};
  // A power of more digits than this, leading zeros aside, is as good as infinite.
  constexpr std::uint64_t longest_power = 18;
  constexpr std::uint64_t infinite = std::uint64_t{1} << 61;
  static_assert(infinite > 999'999'999'999'999'999);
  const std::uint64_t significant = end - at.skip_while([](unsigned byte) { return byte == '0'; });
  const std::uint64_t value = significant > longest_power ? infinite : power.mantissa;
  number.exponent += below ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
  return end;
}

// Text that does not begin with the word.
TextCursor Lexer::wrong_word(TextCursor at, std::string_view text) noexcept {
  for (const char c : text) {
    if (!at.is(c)) break;
    at = at.next();
  }
  return at.ended() ? truncated(at) : fail(rule<"kserve/json-word">, at, 1, at.peek());
}

namespace {

unsigned unit_at(TextCursor at) noexcept {
  unsigned unit = 0;
  for (std::uint64_t i = 0; i < unit_digits; ++i)
    unit = unit << 4 | (static_cast<unsigned>(hex_digit(at.peek(i))) & 15);
  return unit;
}

std::byte* put_utf8(unsigned code, std::byte* to) noexcept {
  if (code < 0x80) {
    *to++ = static_cast<std::byte>(code);
    return to;
  }
  const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr unsigned leads[] = {0, 0xc0, 0xe0, 0xf0};
  *to++ = static_cast<std::byte>(leads[more] | code >> (6 * more));
  for (unsigned i = more; i != 0; --i) *to++ = static_cast<std::byte>(0x80 | (code >> (6 * (i - 1)) & 0x3f));
  return to;
}

// What a letter behind a backslash means.
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

bool is_key(Bytes raw, std::string_view name) noexcept {
  constexpr std::size_t longest = 32;  // of the names that anybody asks for
  if (std::ranges::find(raw, std::byte{'\\'}) == raw.end()) return as_text(raw) == name;
  if (raw.size() > escape_size * longest) return false;
  std::byte plain[escape_size * longest];
  return as_text(Bytes(plain, unescape(raw, plain))) == name;
}

namespace {

// From a quote behind the one that ends the string, or to the end of the text.
TextCursor skip_string(TextCursor at) noexcept {
  std::uint64_t seen = 0;
  do {
    at = find_special(at.next(), seen);
    if (at.is('"')) return at.next();
    if (at.is('\\')) at = at.next();
  } while (!at.ended());
  return at;
}

}  // namespace

TextCursor skip_text(TextCursor at) noexcept {
  std::uint64_t open = 0;
  while (!at.ended()) {
    switch (at.peek()) {
      case '{':
      case '[':
        ++open;
        at = at.next();
        break;
      case '}':
      case ']':
        at = at.next();
        if (open <= 1) return at;
        --open;
        break;
      case '"': at = skip_string(at); break;
      default: at = at.next();
    }
  }
  return at;
}

bool Members::next(Member& member) noexcept {
  Lexer lexer;
  at_ = skip_space(at_);
  if (at_.is(',')) at_ = skip_space(at_.next());
  if (!at_.is('"')) return false;
  const TextCursor first = at_;
  Text text;
  at_ = lexer.string(at_, text);
  if (!at_) return false;
  member.key = text.raw;
  at_ = skip_space(skip_space(at_).next());  // behind the colon
  if (at_.ended()) return false;
  const TextCursor value = at_;
  switch (at_.peek()) {
    case '{':
    case '[': at_ = skip_text(at_); break;
    case '"': at_ = lexer.string(at_, text); break;
    default: at_ = at_.skip_while([](unsigned byte) { return byte != ',' && byte != '}' && !is_space(byte); });
  }
  if (!at_) return false;
  member.value = value.to(at_);
  member.whole = first.to(at_);
  return true;
}

}  // namespace hallmark::kserve
