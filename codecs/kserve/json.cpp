#include "kserve/json.hpp"

#include <algorithm>
#include <bit>

#include "core/utf8.hpp"
#include "kserve/rules.hpp"

namespace hallmark::kserve {
namespace {

constexpr std::uint64_t highs = each_byte * 0x80;
constexpr std::size_t word_size = sizeof(std::uint64_t);

// The first byte from `at` on that ends or interrupts a string: a quote, a backslash or a control character.
At find_special(At at, At end, std::uint64_t& seen) noexcept {
  for (; static_cast<std::size_t>(end - at) >= word_size; at += word_size) {
    const auto word = load_le<std::uint64_t>(at);
    const std::uint64_t special = ends_of_text(word) & ~word & highs;
    if (special != 0) {
      const auto before = static_cast<unsigned>(std::countr_zero(special)) & ~7U;
      seen |= before == 0 ? 0 : word << (64 - before);
      return at + before / 8;
    }
    seen |= word;
  }
  for (; at != end; ++at) {
    const unsigned char c = byte_at(at);
    if (c == '"' || c == '\\' || c < 0x20) break;
    seen |= std::uint64_t{c};
  }
  return at;
}

int hex_digit(unsigned char c) noexcept {
  if (is_digit(c)) return c - '0';
  const int letter = (c | 0x20) - 'a';
  return letter >= 0 && letter < 6 ? letter + 10 : -1;
}

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

At Lexer::truncated() noexcept { return fail(rule<"kserve/json-truncated">, end_, 0); }

// A sequence that the end of the JSON cuts off is no fault of its own.
bool Lexer::check_utf8(At begin, At stop) noexcept {
  const Bytes text(begin, stop);
  const std::uint64_t bad = find_invalid_utf8(text);
  if (bad == nowhere || (stop == end_ && is_cut_off(text.subspan(static_cast<std::size_t>(bad))))) return true;
  fail(rule<"kserve/json-utf8">, begin + bad, 1, byte_at(begin + bad));
  return false;
}

At Lexer::any_string(At quote, Text& text) noexcept {
  text = {quote + 1, nullptr, false};
  // From one escape to the next: no sequence of UTF-8 reaches over one.
  for (At from = text.begin;;) {
    std::uint64_t seen = 0;
    const At at = find_special(from, end_, seen);
    if ((seen & highs) != 0 && !check_utf8(from, at)) return nullptr;
    if (at == end_) return truncated();
    if (byte_at(at) == '"') {
      text.end = at;
      return at + 1;
    }
    if (byte_at(at) < 0x20) return fail(rule<"kserve/json-control">, at, 1, byte_at(at));
    text.escaped = true;
    from = escape(at);
    if (from == nullptr) return nullptr;
  }
}

// Four hexadecimal digits.
At Lexer::code_unit(At at, unsigned& unit) noexcept {
  unit = 0;
  for (int i = 0; i < 4; ++i, ++at) {
    if (at == end_) return truncated();
    const int digit = hex_digit(byte_at(at));
    if (digit < 0) return fail(rule<"kserve/json-escape">, at, 1, byte_at(at));
    unit = unit << 4 | static_cast<unsigned>(digit);
  }
  return at;
}

At Lexer::escape(At backslash) noexcept {
  At at = backslash + 1;
  if (at == end_) return truncated();
  const unsigned char c = byte_at(at);
  if (c != 'u') {
    constexpr std::string_view simple = "\"\\/bfnrt";
    if (simple.find(static_cast<char>(c)) == std::string_view::npos) return fail(rule<"kserve/json-escape">, at, 1, c);
    return at + 1;
  }
  unsigned unit = 0;
  at = code_unit(at + 1, unit);
  if (at == nullptr || (!is_high(unit) && !is_low(unit))) return at;
  const auto alone = [&] { return fail(rule<"kserve/json-surrogate">, backslash, 6, unit); };
  if (is_low(unit)) return alone();
  if (at == end_) return truncated();
  if (byte_at(at) != '\\') return alone();
  if (at + 1 == end_) return truncated();
  if (byte_at(at + 1) != 'u') return alone();
  unsigned second = 0;
  at = code_unit(at + 2, second);
  if (at == nullptr) return nullptr;
  return is_low(second) ? at : alone();
}

At Lexer::digits(At at, Decimal& number) noexcept {
  if (at == end_) return truncated();
  if (!is_digit(byte_at(at))) return fail(rule<"kserve/json-number">, at, 1, byte_at(at));
  std::uint64_t mantissa = number.mantissa;
  const At first = at;
  for (; at != end_ && is_digit(byte_at(at)); ++at) mantissa = mantissa * 10 + (byte_at(at) - unsigned{'0'});
  number.mantissa = mantissa;
  number.digits += static_cast<std::uint64_t>(at - first);
  return at;
}

// Nearly every number is a few digits.
At Lexer::number(At at, Lexeme& lexeme) noexcept {
  constexpr std::ptrdiff_t most = 18;  // that 64 bits hold, whatever they are
  const bool negative = byte_at(at) == '-';
  const At first = negative ? at + 1 : at;
  std::uint64_t value = 0;
  At end = first;
  for (; end != end_ && is_digit(byte_at(end)); ++end) value = value * 10 + (byte_at(end) - unsigned{'0'});
  const std::ptrdiff_t digits = end - first;
  const bool more = end != end_ && (byte_at(end) == '.' || (byte_at(end) | 0x20) == 'e');
  if (more || digits == 0 || digits > most || (digits > 1 && byte_at(first) == '0')) [[unlikely]]
    return any_number(at, lexeme);
  lexeme = {at, end, {Bytes(first, end), value, static_cast<std::uint64_t>(digits)}, negative, true};
  return end;
}

[[gnu::noinline]] At Lexer::any_number(At at, Lexeme& lexeme) noexcept {
  lexeme = {};
  lexeme.begin = at;
  lexeme.negative = byte_at(at) == '-';
  if (lexeme.negative) ++at;
  const At first = at;
  Decimal& decimal = lexeme.decimal;
  at = digits(at, decimal);
  if (at == nullptr) return nullptr;
  if (byte_at(first) == '0' && decimal.digits > 1)
    return fail(rule<"kserve/json-number">, first + 1, 1, byte_at(first + 1));
  if (at != end_ && byte_at(at) == '.') {
    lexeme.integer = false;
    const std::uint64_t whole = decimal.digits;
    at = digits(at + 1, decimal);
    if (at == nullptr) return nullptr;
    decimal.exponent = -static_cast<std::int64_t>(decimal.digits - whole);
  }
  if (at != end_ && (byte_at(at) | 0x20) == 'e') {
    lexeme.integer = false;
    ++at;
    const bool below = at != end_ && byte_at(at) == '-';
    if (below || (at != end_ && byte_at(at) == '+')) ++at;
    Decimal power;
    const At power_first = at;
    at = digits(at, power);
    if (at == nullptr) return nullptr;
    // A power of more digits than this, leading zeros aside, is as good as infinite.
    constexpr std::uint64_t far = std::uint64_t{1} << 61;
    At significant = power_first;
    while (significant + 1 != at && byte_at(significant) == '0') ++significant;
    const std::uint64_t value = at - significant > 18 ? far : power.mantissa;
    decimal.exponent += below ? -static_cast<std::int64_t>(value) : static_cast<std::int64_t>(value);
  }
  decimal.text = Bytes(first, at);
  return lexeme.end = at;
}

At Lexer::word(At at, std::string_view text) noexcept {
  for (const char c : text) {
    if (at == end_) return truncated();
    if (byte_at(at) != static_cast<unsigned char>(c)) return fail(rule<"kserve/json-word">, at, 1, byte_at(at));
    ++at;
  }
  return at;
}

std::byte* unescape(const Text& text, std::byte* to) noexcept {
  const auto unit_at = [](At at) {
    unsigned unit = 0;
    for (int i = 0; i < 4; ++i) unit = unit << 4 | static_cast<unsigned>(hex_digit(byte_at(at + i)));
    return unit;
  };
  const auto put = [&to](unsigned value) { *to++ = static_cast<std::byte>(value); };
  for (At at = text.begin; at != text.end;) {
    if (byte_at(at) != '\\') {
      *to++ = *at++;
      continue;
    }
    const unsigned char c = byte_at(at + 1);
    at += 2;
    if (c != 'u') {
      constexpr std::string_view names = "bfnrt";
      constexpr char meanings[] = {'\b', '\f', '\n', '\r', '\t'};
      const std::size_t which = names.find(static_cast<char>(c));
      put(which == std::string_view::npos ? c : static_cast<unsigned char>(meanings[which]));
      continue;
    }
    unsigned code = unit_at(at);
    at += 4;
    if (is_high(code)) {
      code = 0x10000 + ((code & 0x3ff) << 10) + (unit_at(at + 2) & 0x3ff);
      at += 6;
    }
    if (code < 0x80) {
      put(code);
      continue;
    }
    const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    constexpr unsigned leads[] = {0, 0xc0, 0xe0, 0xf0};
    put(leads[more] | code >> (6 * more));
    for (unsigned i = more; i-- > 0;) put(0x80 | (code >> (6 * i) & 0x3f));
  }
  return to;
}

bool is_key(Bytes raw, std::string_view name) noexcept {
  constexpr std::size_t longest = 32;     // of the names that anybody asks for
  constexpr std::size_t escape_size = 6;  // of one character at most
  if (std::ranges::find(raw, std::byte{'\\'}) == raw.end()) return as_text(raw) == name;
  if (raw.size() > escape_size * longest) return false;
  std::byte plain[escape_size * longest];
  const Text text{raw.data(), raw.data() + raw.size(), true};
  return as_text(Bytes(plain, unescape(text, plain))) == name;
}

At skip_text(At at, At end) noexcept {
  std::uint64_t open = 0;
  for (; at != end; ++at) {
    switch (byte_at(at)) {
      case '{':
      case '[': ++open; break;
      case '}':
      case ']':
        if (open <= 1) return at + 1;
        --open;
        break;
      case '"': {
        std::uint64_t seen = 0;
        for (++at;; ++at) {
          at = find_special(at, end, seen);
          if (at == end) return end;
          if (byte_at(at) == '"') break;
          if (byte_at(at) == '\\' && ++at == end) return end;
        }
        break;
      }
      default: break;
    }
  }
  return end;
}

Members::Members(Bytes object) noexcept : at_(object.data()), end_(object.data() + object.size()) {
  if (!object.empty()) ++at_;
}

bool Members::next(Member& member) noexcept {
  Lexer lexer(end_);
  if (at_ == end_) return false;
  at_ = lexer.space(at_);
  if (at_ != end_ && byte_at(at_) == ',') at_ = lexer.space(at_ + 1);
  if (at_ == end_ || byte_at(at_) != '"') return false;
  const At first = at_;
  Text key;
  at_ = lexer.string(at_, key);
  if (at_ == nullptr) return at_ = end_, false;
  member.key = key.raw();
  at_ = lexer.space(at_);
  if (at_ != end_) at_ = lexer.space(at_ + 1);
  if (at_ == end_) return false;
  const At value = at_;
  switch (byte_at(at_)) {
    case '{':
    case '[': at_ = skip_text(at_, end_); break;
    case '"':
      at_ = lexer.string(at_, key);
      if (at_ == nullptr) return at_ = end_, false;
      break;
    default:
      while (at_ != end_ && byte_at(at_) != ',' && byte_at(at_) != '}' && !is_space(byte_at(at_))) ++at_;
  }
  member.value = Bytes(value, at_);
  member.whole = Bytes(first, at_);
  return true;
}

}  // namespace hallmark::kserve
