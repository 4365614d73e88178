// SPDX-License-Identifier: Apache-2.0
// Phase 2: the literal, once and in byte order, onto the tape.
#include <algorithm>

#include "core/json_text.hpp"
#include "core/utf8.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {
namespace {

bool is_quote(unsigned byte) noexcept { return byte == '\'' || byte == '"'; }
bool is_word(unsigned byte) noexcept { return is_digit(byte) || (byte | 0x20) - 'a' < 26 || byte == '_'; }

// is_prefix knows the prefixes of strings; those that make code of a string are none.
bool is_prefix(Bytes word) noexcept {
  constexpr std::string_view prefixes[] = {"u", "b", "r", "br", "rb"};
  return std::ranges::any_of(prefixes, [word](std::string_view prefix) {
    return std::ranges::equal(word, prefix, [](std::byte a, char b) { return (std::to_integer<int>(a) | 0x20) == b; });
  });
}

// Of what a number may be written, signs of exponents left out.
bool is_number(unsigned byte) noexcept { return is_word(byte) || byte == '.'; }

char closer_of(Token::Kind kind) noexcept {
  return kind == Token::Kind::list ? ']' : kind == Token::Kind::tuple ? ')' : '}';
}

}  // namespace

// A scalar is followed by a comma, a colon or a closing bracket, and brackets are two tokens.
Counts counts_of(Bytes header) noexcept {
  Counts counts{.tokens = 1};
  for (const std::byte byte : header) {
    const auto c = std::to_integer<unsigned>(byte);
    if (c == ',' || c == ':') ++counts.tokens;
    if (c == '(' || c == '[' || c == '{') counts.tokens += 3;
    counts.kept = counts.kept || c == '\\' || c > 0x7f;
  }
  counts.tokens = std::min<std::uint64_t>(counts.tokens, header.size());
  return counts;
}

// A name is looked at beside others with its index; of four tokens at most two are names.
std::uint64_t scratch_of(Counts counts, std::uint64_t size) noexcept {
  constexpr std::uint64_t of_name = sizeof(std::uint32_t) + 2 * sizeof(std::uint64_t);
  constexpr std::uint64_t alignment = 4 * alignof(std::uint64_t);
  return counts.tokens * sizeof(Token) + (counts.tokens / 2) * of_name + (counts.kept ? 2 * size : 0) + alignment;
}

bool Walk::take_tape(Bytes text) noexcept {
  const Counts counts = counts_of(text);
  tape_ = scratch_.room<Token>(counts.tokens);
  if (counts.kept) texts_ = scratch_.room<std::byte>(2 * text.size());
  position_.on(tape_, 0);
  return (tape_.size() == counts.tokens && counts.kept != texts_.empty()) || exhausted();
}

TextCursor Walk::refuse(const Rule& rule, TextCursor at, std::uint64_t length) noexcept {
  if (at.ended()) {
    report(npy::rule<"npy/literal-truncated">, offset_of(at), 0, "header");
  } else {
    report(rule, offset_of(at), length, "header", at.peek());
  }
  return {};
}

bool Walk::push(TextCursor from, TextCursor to, Kind kind, std::uint64_t value) noexcept {
  if (used_ == tape_.size()) {
    exhausted();
    return false;
  }
  if (open_ != none && kind != Kind::end) ++tape_[open_].value;
  const auto begin = static_cast<std::uint32_t>(offset_of(from));
  tape_[used_++] = {value, begin, static_cast<std::uint32_t>(to - from), 0, kind, TypeKind::raw, 0, 0};
  return true;
}

// Appends to the text at hand.
void Walk::keep(Bytes bytes) noexcept {
  const std::size_t size = std::min(bytes.size(), texts_.size() - kept_);
  std::copy_n(bytes.data(), size, texts_.data() + kept_);
  kept_ += size;
}

// Appends a character in UTF-8.
void Walk::keep(std::uint32_t character) noexcept {
  std::byte bytes[4];
  keep(Bytes(bytes, put_utf8(character, bytes)));
}

TextCursor Walk::skip_blanks(TextCursor at) noexcept {
  at = at.skip_while(is_space);
  const unsigned next = at.peek(1);
  if (at.is('\f') || (at.is('\\') && (next == '\n' || next == '\r'))) return refuse(rule<"npy/literal-space">, at);
  if (at.is('#')) return refuse(rule<"npy/literal-comment">, at);
  return at;
}

TextCursor Walk::open(TextCursor at, Kind kind) noexcept {
  if (kind == Kind::dictionary && depth_ != 0) return refuse(rule<"npy/literal-value">, at);
  if (depth_ == max_depth_) {
    report(rule<"npy/depth">, offset_of(at), 1, "header", depth_ + 1, max_depth_);
    return {};
  }
  const std::uint32_t index = open_ == none ? 0 : static_cast<std::uint32_t>(tape_[open_].value);
  if (!push(at, at.next(), kind, 0)) return {};
  // Until it is closed it knows what it is an entry of, and which.
  tape_[used_ - 1].link = open_;
  tape_[used_ - 1].size = index;
  open_ = used_ - 1;
  ++depth_;
  return at.next();
}

TextCursor Walk::close(TextCursor at) noexcept {
  Token& bracket = tape_[open_];
  if (!push(at, at.next(), Kind::end, std::uint64_t{bracket.size} << 32 | bracket.link)) return {};
  tape_[used_ - 1].link = open_;
  open_ = bracket.link;
  bracket.link = used_ - 1;
  bracket.size = tape_[used_ - 1].begin + 1 - bracket.begin;
  --depth_;
  return at.next();
}

// Reads an escape; the cursor stands at its backslash.
TextCursor Walk::read_escape(TextCursor at) noexcept {
  constexpr std::string_view plain = "\\'\"ntr";
  constexpr std::string_view means = "\\'\"\n\t\r";
  const TextCursor kind = at.next();
  if (kind.ended()) return refuse(rule<"npy/string-escape">, kind);
  const std::size_t which = plain.find(static_cast<char>(kind.peek()));
  if (kind.peek() < 0x80 && which != std::string_view::npos) {
    keep(static_cast<unsigned char>(means[which]));
    return kind.next();
  }
  const unsigned digits = kind.is('x') ? 2 : kind.is('u') ? 4 : kind.is('U') ? 8 : 0;
  if (digits == 0) {
    report(rule<"npy/string-escape">, offset_of(at), 2, "header", kind.peek());
    return {};
  }
  std::uint32_t character = 0;
  TextCursor end = kind.next();
  for (unsigned i = 0; i < digits; ++i, end = end.next()) {
    const int digit = hex_digit(end.peek());
    if (digit < 0) return refuse(rule<"npy/escape-digits">, end);
    character = character << 4 | static_cast<unsigned>(digit);
  }
  const auto length = end - at;
  if (character > 0x10ffff) {
    report(rule<"npy/escape-range">, offset_of(at), length, "header");
    return {};
  }
  if (character - 0xd800 < 0x800) {
    if (!report(rule<"npy/escape-surrogate">, offset_of(at), length, "header")) return {};
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
  const std::size_t kept = kept_;
  bool plain = true;
  TextCursor at = quote.next();
  while (at.peek() != mark) {
    const unsigned byte = at.peek();
    if (at.ended()) return refuse(rule<"npy/literal-truncated">, at);
    if (byte == '\n' || byte == '\r' || byte == 0) return refuse(rule<"npy/string-newline">, at);
    if (byte < 0x20) return refuse(rule<"npy/string-control">, at);
    if (byte == '\\') {
      plain = false;
      at = read_escape(at);
      if (!at) return {};
    } else if (byte > 0x7f && version_ == 3) {
      const TextCursor end = at.skip_while([](unsigned next) { return next > 0x7f; });
      const Bytes run = at.to(end);
      const std::uint64_t wrong = find_invalid_utf8(run);
      if (wrong != nowhere) return refuse(rule<"npy/text-utf8">, at.skip(wrong));
      keep(run);
      at = end;
    } else {
      if (byte > 0x7f) {
        plain = false;
        if (!latin_ && !report(rule<"npy/text-latin1">, offset_of(at), 1, "header", byte)) return {};
        latin_ = true;
      }
      keep(byte);
      at = at.next();
    }
  }
  if (!push(first, at.next(), Kind::text, std::uint64_t{kept_ - kept} << 32 | kept)) return {};
  if (plain) {
    kept_ = kept;
    // Of a text that is in the file its place without quotes and prefix.
    tape_[used_ - 1].value = offset_of(quote) + 1;
  } else {
    tape_[used_ - 1].flags = is_kept;
  }
  return at.next();
}

// A minus before a number other than 0 is left to who knows what the number is for.
TextCursor Walk::read_number(TextCursor at) noexcept {
  const bool negative = at.is('-') && at.peek(1) - '1' < 9;
  const TextCursor first = negative ? at.next() : at;
  if (first.is('+') || first.is('-')) {
    const TextCursor number = first.skip_while([](unsigned b) { return b == '+' || b == '-' || is_space(b); });
    return refuse(is_digit(number.peek()) || number.is('.') ? rule<"npy/integer-sign"> : rule<"npy/literal-syntax">,
                  at);
  }
  std::uint64_t value = 0;
  bool too_large = false;
  TextCursor end = first.skip_while([&](unsigned byte) {
    if (!is_digit(byte)) return false;
    too_large = too_large || __builtin_mul_overflow(value, 10, &value) ||
                __builtin_add_overflow(value, std::uint64_t{byte - '0'}, &value);
    return true;
  });
  const TextCursor suffix = end;
  if (end.is('L') && version_ < 3) end = end.next();
  const TextCursor stop = end.skip_while(is_number);
  if (end != stop) {
    const Bytes rest = suffix.to(stop);
    const auto has = [rest](std::string_view any) {
      return as_text(rest).find_first_of(any) != std::string_view::npos;
    };
    const auto only = [rest](std::string_view all) {
      return as_text(rest).find_first_not_of(all) == std::string_view::npos;
    };
    if (only("0123456789_.eEjJ") && has(".eEjJ")) return refuse(rule<"npy/literal-value">, at, stop - at);
    const bool marked = first.is('0') && suffix - first == 1 && as_text(rest.first(1)).find_first_of("xXoObB") == 0 &&
                        as_text(rest).find_first_not_of("0123456789abcdefABCDEF_", 1) == std::string_view::npos;
    if (marked || only("0123456789_")) return refuse(rule<"npy/integer-form">, at, stop - at);
    return refuse(rule<"npy/literal-syntax">, suffix);
  }
  if (first.is('0') && suffix - first != 1) return refuse(rule<"npy/integer-zero">, at, stop - at);
  if (!push(at, end, Kind::integer, value)) return {};
  tape_[used_ - 1].flags =
      static_cast<std::uint8_t>((negative ? is_negative : 0) | (too_large || value > INT64_MAX ? is_too_large : 0));
  if (end != suffix && !report(rule<"npy/integer-suffix">, used_ - 1, "header")) return {};
  return end;
}

// True, False, the prefix of a string, or what is none of our values.
TextCursor Walk::read_word(TextCursor at) noexcept {
  const TextCursor end = at.skip_while(is_word);
  const Bytes word = at.to(end);
  if (is_quote(end.peek()) && is_prefix(word)) {
    if (as_text(word) != "u") return refuse(rule<"npy/string-prefix">, at, word.size());
    if (!report(rule<"npy/string-prefix-u">, offset_of(at), 1, "header")) return {};
    return read_string(at, end);
  }
  const bool truth = as_text(word) == "True";
  if (truth || as_text(word) == "False") return push(at, end, Kind::boolean, truth ? 1 : 0) ? end : TextCursor();
  if (as_text(word) == "None") return refuse(rule<"npy/literal-value">, at, word.size());
  return refuse(rule<"npy/literal-syntax">, at);
}

TextCursor Walk::read_value(TextCursor at) noexcept {
  const unsigned byte = at.peek();
  if (byte == '[') return open(at, Kind::list);
  if (byte == '(') return open(at, Kind::tuple);
  if (byte == '{') return open(at, Kind::dictionary);
  if (is_quote(byte)) return read_string(at, at);
  const unsigned next = at.peek(1);
  if (byte == '.' && (is_digit(next) || next == '.')) return refuse(rule<"npy/literal-value">, at);
  if (is_digit(byte) || byte == '+' || byte == '-') return read_number(at);
  if (byte < 0x80 && is_word(byte)) return read_word(at);
  return refuse(rule<"npy/literal-syntax">, at);
}

// Without recursion: an open bracket knows what it is an entry of.
bool Walk::scan(std::uint64_t begin, bool dictionary) noexcept {
  const TextCursor text(input_.window.first(static_cast<std::size_t>(data_begin_)));
  const TextCursor first = text.skip(begin);
  TextCursor at = first.skip_while(is_space);
  if (dictionary) {
    const std::uint64_t blanks = at - first;
    if (blanks != 0 && !report(rule<"npy/literal-start">, begin, blanks, "header", blanks)) return false;
    at = skip_blanks(at);
    if (at && !at.is('{')) {
      const TextCursor inside = at.skip_while([](unsigned byte) { return byte == '(' || is_space(byte); });
      at = refuse(inside.is('{') ? rule<"npy/dictionary-parentheses"> : rule<"npy/literal-dictionary">, at);
    }
    // Whatever the bytes may be by then, what is read after is a dictionary.
    if (at) at = open(at, Kind::dictionary);
    if (!at) return false;
  }
  bool comma = true;  // a value may follow, or the end of the brackets
  do {
    at = skip_blanks(at);
    if (!at) return false;
    const bool closes = open_ != none && at.is(closer_of(tape_[open_].kind));
    const bool colon = open_ != none && tape_[open_].kind == Kind::dictionary && tape_[open_].value % 2 == 1;
    if (comma && !closes) {
      const std::uint32_t before = open_;
      at = read_value(at);
      if (!at) return false;
      comma = open_ != before;
    } else if (closes && !colon) {
      if (tape_[open_].kind == Kind::tuple && !comma && tape_[open_].value == 1)
        return static_cast<bool>(refuse(rule<"npy/literal-parentheses">, at));
      at = close(at);
      if (!at) return false;
      comma = false;
    } else if (!comma && at.is(colon ? ':' : ',')) {
      at = at.next();
      comma = true;
    } else {
      const TextCursor quote = at.skip_while(is_word);
      const bool joined = tape_[used_ - 1].kind == Kind::text && !comma && is_quote(quote.peek()) &&
                          (quote == at || is_prefix(at.to(quote)));
      refuse(joined ? rule<"npy/string-joined"> : rule<"npy/literal-syntax">, at);
      return false;
    }
  } while (open_ != none);
  literal_end_ = offset_of(at);
  tape_ = tape_.first(used_);
  const TextCursor rest = at.skip_while(is_space);
  return dictionary || rest.ended() || refuse(rule<"npy/literal-syntax">, rest);
}

}  // namespace hallmark::npy
