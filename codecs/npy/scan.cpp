// SPDX-License-Identifier: Apache-2.0
// Phase 2: the literal, once and in byte order, onto the tape.
#include <algorithm>
#include <array>

#include "core/json_text.hpp"
#include "core/utf8.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {
namespace {

bool is_quote(unsigned byte) noexcept { return byte == '\'' || byte == '"'; }
bool is_word(unsigned byte) noexcept { return is_digit(byte) || (byte | 0x20) - 'a' < 26 || byte == '_'; }

// is_prefix knows the prefixes of strings; those that make code of a string are none.
bool is_prefix(std::string_view word) noexcept {
  constexpr std::string_view prefixes[] = {"u", "b", "r", "br", "rb"};
  return std::ranges::any_of(prefixes, [word](std::string_view prefix) {
    return std::ranges::equal(word, prefix, [](char a, char b) { return (a | 0x20) == b; });
  });
}

// What a byte of the header may cost: tokens, and whether text with it is kept. A scalar is followed by a comma, a
// colon or a closing bracket, and brackets are two tokens.
constexpr std::uint8_t cost_kept = 0x80;
constexpr auto costs = [] {
  std::array<std::uint8_t, 256> all{};
  all[','] = all[':'] = 1;
  all['('] = all['['] = all['{'] = 3;
  all['\\'] = cost_kept;
  std::fill(all.begin() + 0x80, all.end(), cost_kept);
  return all;
}();

}  // namespace

Room room_of(Bytes header) noexcept {
  std::uint64_t tokens = 1;
  unsigned seen = 0;
  for (const std::byte byte : header) {
    const unsigned cost = costs[std::to_integer<std::uint8_t>(byte)];
    tokens += cost % cost_kept;
    seen |= cost;
  }
  return {std::min<std::uint64_t>(tokens, header.size()), seen >= cost_kept ? 2 * header.size() : 0};
}

// A name is looked at beside others with its index; of four tokens at most two are names.
std::uint64_t scratch_of(Room room) noexcept {
  constexpr std::uint64_t of_name = sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t);
  constexpr std::uint64_t alignment = 4 * alignof(std::uint64_t);
  return room.tokens * sizeof(Token) + room.tokens / 2 * of_name + room.texts + alignment;
}

bool Walk::take_tape() noexcept {
  const Bytes text = input_.window.first(static_cast<std::size_t>(data_begin_));
  const Room room = room_of(text);
  tape_ = scratch_.room<Token>(room.tokens);
  const auto texts = scratch_.room<std::byte>(room.texts);
  text_ = TextCursor(text);
  texts_ = Writer(texts);
  return (tape_.size() == room.tokens && texts.size() == room.texts) || exhausted();
}

TextCursor Walk::refuse(const Rule& rule, TextCursor at, std::uint64_t length, Number actual,
                        Number expected) noexcept {
  if (at.ended())
    report(npy::rule<"npy/literal-truncated">, offset_of(at), 0, "header");
  else
    report(rule, offset_of(at), length, "header", actual, expected);
  return {};
}

TextCursor Walk::push(TextCursor from, TextCursor to, Kind kind, std::uint64_t value, unsigned flags) noexcept {
  // Only an input that changes has more than there is room for.
  if (used_ == tape_.size() || ((flags & is_kept) != 0 && !texts_.fits())) {
    exhausted();
    return {};
  }
  if (open_ != none && kind != Kind::end) ++tape_[open_].value;
  const auto begin = static_cast<std::uint32_t>(offset_of(from));
  const auto size = static_cast<std::uint32_t>(to - from);
  tape_[used_++] = {value, begin, size, open_, kind, TypeKind::raw, 0, static_cast<std::uint8_t>(flags)};
  return to;
}

void Walk::keep(std::uint32_t character) noexcept {
  std::byte bytes[4];
  texts_.bytes(Bytes(bytes, put_utf8(character, bytes)));
}

TextCursor Walk::skip_blanks(TextCursor at) noexcept {
  at = at.skip_while(is_space);
  const unsigned next = at.peek(1);
  if (at.is('\f') || (at.is('\\') && (next == '\n' || next == '\r'))) return refuse(rule<"npy/literal-space">, at);
  if (at.is('#')) return refuse(rule<"npy/literal-comment">, at);
  return at;
}

// An open bracket knows what it is an entry of: it is the last one.
TextCursor Walk::open(TextCursor at, Kind kind) noexcept {
  if (kind == Kind::dictionary && depth_ != 0) return refuse(rule<"npy/literal-value">, at);
  if (depth_ == max_depth_) return refuse(rule<"npy/depth">, at, 1, depth_ + 1, max_depth_);
  if (!push(at, at.next(), kind, 0)) return {};
  open_ = used_ - 1;
  ++depth_;
  return at.next();
}

TextCursor Walk::close(TextCursor at) noexcept {
  Token& bracket = tape_[open_];
  const Index parent = bracket.link;
  const std::uint64_t index = parent == none ? 0 : tape_[parent].value - 1;
  if (!push(at, at.next(), Kind::end, index << 32 | parent)) return {};
  bracket.link = used_ - 1;
  bracket.size = tape_[used_ - 1].begin + 1 - bracket.begin;
  open_ = parent;
  --depth_;
  return at.next();
}

// Reads an escape; the cursor stands at its backslash.
TextCursor Walk::read_escape(TextCursor at) noexcept {
  constexpr std::string_view plain = "\\'\"ntr";
  constexpr std::string_view means = "\\'\"\n\t\r";
  const TextCursor kind = at.next();
  if (kind.ended()) return refuse(rule<"npy/string-escape">, kind);
  const unsigned digits = kind.is('x') ? 2 : kind.is('u') ? 4 : kind.is('U') ? 8 : 0;
  if (digits == 0) {
    const std::size_t which = plain.find(static_cast<char>(kind.peek()));
    if (which == std::string_view::npos) return refuse(rule<"npy/string-escape">, at, 2, kind.peek());
    keep(static_cast<unsigned char>(means[which]));
    return kind.next();
  }
  std::uint32_t character = 0;
  TextCursor end = kind.next();
  for (unsigned left = digits; left != 0; --left, end = end.next()) {
    const int digit = hex_digit(end.peek());
    if (digit < 0) return refuse(rule<"npy/escape-digits">, end);
    character = character << 4 | static_cast<unsigned>(digit);
  }
  if (character > 0x10ffff) return refuse(rule<"npy/escape-range">, at, end - at, {});
  if (character - 0xd800 < 0x800) {
    if (!report(rule<"npy/escape-surrogate">, offset_of(at), end - at, "header")) return {};
    character = 0xfffd;
  }
  keep(character);
  return end;
}

// Reads a string that begins at `first`, with its prefix, and whose quote is at `quote`.
TextCursor Walk::read_string(TextCursor first, TextCursor quote) noexcept {
  const unsigned mark = quote.peek();
  if (quote.peek(1) == mark && quote.peek(2) == mark)
    return refuse(rule<"npy/string-triple">, first, quote - first + 3);
  const bool utf8 = version_ == 3;
  const TextCursor begin = quote.next();
  const std::uint64_t kept = texts_.size();
  unsigned flags = 0;
  TextCursor at = begin;
  while (at) {
    const TextCursor end = at.skip_while(
        [=](unsigned byte) { return byte != mark && byte != '\\' && byte >= 0x20 && (byte < 0x80 || utf8); });
    const std::uint64_t wrong = find_invalid_utf8(at.to(end));
    if (wrong != nowhere) return refuse(rule<"npy/text-utf8">, at.skip(wrong));
    const unsigned byte = end.peek();
    // A string that has come to its end without an escape stays in the file.
    if (byte != mark || flags != 0) texts_.bytes(at.to(end));
    at = end;
    if (byte == mark) break;
    if (byte == '\n' || byte == '\r' || byte == 0) return refuse(rule<"npy/string-newline">, at);
    if (byte < 0x20 || at.ended()) return refuse(rule<"npy/string-control">, at);
    flags = is_kept;
    if (byte == '\\') {
      at = read_escape(at);
    } else {
      if (!latin_ && !report(rule<"npy/text-latin1">, offset_of(at), 1, "header", byte)) return {};
      latin_ = true;
      keep(byte);
      at = at.next();
    }
  }
  if (!at) return {};
  // Of a text that is in the file its place is there, without quotes and prefix.
  const std::uint64_t place = flags == 0 ? offset_of(begin) : kept;
  const std::uint64_t size = flags == 0 ? at - begin : texts_.size() - kept;
  return push(first, at.next(), Kind::text, size << 32 | place, flags);
}

// A minus before a number other than 0 is left to who knows what the number is for.
TextCursor Walk::read_number(TextCursor at) noexcept {
  const Integer number = read_integer(at);
  const TextCursor first = number.first;
  const TextCursor suffix = number.end;
  if (at.is('+') || (number.minus != 0 && first.peek() - '1' > 8)) {
    const TextCursor rest = at.skip_while([](unsigned b) { return b == '+' || b == '-' || is_space(b); });
    return refuse(is_digit(rest.peek()) || rest.is('.') ? rule<"npy/integer-sign"> : rule<"npy/literal-syntax">, at);
  }
  const TextCursor end = suffix.is('L') && version_ < 3 ? suffix.next() : suffix;
  const TextCursor stop = end.skip_while([](unsigned byte) { return is_word(byte) || byte == '.'; });
  const bool zero = first.is('0') && number.digits() == 1;
  if (end != stop) {
    const std::string_view rest = as_text(suffix.to(stop));
    const auto only = [rest](std::string_view all, std::size_t from = 0) {
      return rest.find_first_not_of(all, from) == std::string_view::npos;
    };
    const bool marked = zero && rest.find_first_of("xXoObB") == 0 && only("0123456789abcdefABCDEF_", 1);
    if (marked || only("0123456789_")) return refuse(rule<"npy/integer-form">, at, stop - at);
    if (only("0123456789_.eEjJ")) return refuse(rule<"npy/literal-value">, at, stop - at);
    return refuse(rule<"npy/literal-syntax">, suffix);
  }
  if (first.is('0') && !zero) return refuse(rule<"npy/integer-zero">, at, stop - at);
  const bool too_large = number.digits() > safe_digits || number.magnitude > INT64_MAX;
  const unsigned flags = (number.minus != 0 ? is_negative : 0U) | (too_large ? is_too_large : 0U);
  if (!push(at, end, Kind::integer, number.magnitude, flags)) return {};
  return end == suffix || report(rule<"npy/integer-suffix">, used_ - 1, "header") ? end : TextCursor();
}

// True, False, the prefix of a string, or what is none of our values.
TextCursor Walk::read_word(TextCursor at) noexcept {
  const TextCursor end = at.skip_while(is_word);
  const std::string_view word = as_text(at.to(end));
  if (is_quote(end.peek()) && is_prefix(word)) {
    if (word != "u") return refuse(rule<"npy/string-prefix">, at, word.size());
    return report(rule<"npy/string-prefix-u">, offset_of(at), 1, "header") ? read_string(at, end) : TextCursor();
  }
  if (word == "True" || word == "False") return push(at, end, Kind::boolean, word == "True" ? 1 : 0);
  return word == "None" ? refuse(rule<"npy/literal-value">, at, word.size()) : refuse(rule<"npy/literal-syntax">, at);
}

TextCursor Walk::read_value(TextCursor at) noexcept {
  const unsigned byte = at.peek();
  const unsigned next = at.peek(1);
  if (byte == '[') return open(at, Kind::list);
  if (byte == '(') return open(at, Kind::tuple);
  if (byte == '{') return open(at, Kind::dictionary);
  if (is_quote(byte)) return read_string(at, at);
  if (byte == '.' && (is_digit(next) || next == '.')) return refuse(rule<"npy/literal-value">, at);
  if (is_digit(byte) || byte == '+' || byte == '-') return read_number(at);
  if (byte < 0x80 && is_word(byte)) return read_word(at);
  return refuse(rule<"npy/literal-syntax">, at);
}

// Without recursion: the tape has the open brackets.
bool Walk::scan(std::uint64_t begin, bool dictionary) noexcept {
  const TextCursor first = text_.skip(begin);
  TextCursor at = first.skip_while(is_space);
  const std::uint64_t blanks = at - first;
  if (dictionary && blanks != 0 && !report(rule<"npy/literal-start">, begin, blanks, "header", blanks)) return false;
  at = skip_blanks(at);
  if (at && dictionary && !at.is('{')) {
    const TextCursor inside = at.skip_while([](unsigned byte) { return byte == '(' || is_space(byte); });
    at = refuse(inside.is('{') ? rule<"npy/dictionary-parentheses"> : rule<"npy/literal-dictionary">, at);
  }
  // Whatever the bytes may be by then, what is read after is a dictionary.
  if (at) at = dictionary ? open(at, Kind::dictionary) : read_value(at);
  bool comma = true;  // a value may follow, or the end of the brackets
  while (at && open_ != none) {
    at = skip_blanks(at);
    if (!at) return false;
    const Token& bracket = tape_[open_];
    const bool closes = at.is(bracket.kind == Kind::list ? ']' : bracket.kind == Kind::tuple ? ')' : '}');
    const bool colon = bracket.kind == Kind::dictionary && bracket.value % 2 == 1;
    if (comma && !closes) {
      const Index before = open_;
      at = read_value(at);
      comma = open_ != before;
    } else if (closes && !colon) {
      const bool is_group = bracket.kind == Kind::tuple && !comma && bracket.value == 1;
      at = is_group ? refuse(rule<"npy/literal-parentheses">, at) : close(at);
      comma = false;
    } else if (!comma && at.is(colon ? ':' : ',')) {
      at = at.next();
      comma = true;
    } else {
      const TextCursor quote = at.skip_while(is_word);
      const bool joined = tape_[used_ - 1].kind == Kind::text && !comma && is_quote(quote.peek()) &&
                          (quote == at || is_prefix(as_text(at.to(quote))));
      at = refuse(joined ? rule<"npy/string-joined"> : rule<"npy/literal-syntax">, at);
    }
  }
  if (!at) return false;
  literal_end_ = offset_of(at);
  tape_ = tape_.first(used_);
  const TextCursor rest = at.skip_while(is_space);
  return dictionary || rest.ended() || refuse(rule<"npy/literal-syntax">, rest);
}

}  // namespace hallmark::npy
