// SPDX-License-Identifier: Apache-2.0
#include "core/json_tape.hpp"

#include "core/path.hpp"
#include "hallmark/core/memory_rules.hpp"

namespace hallmark {
namespace {

constexpr std::uint64_t longest_text = UINT32_MAX;

// FirstPoint leaves out the point that a path must not begin with.
class FirstPoint final : public TextSink {
 public:
  explicit FirstPoint(TextSink& out) noexcept : out_(out) {}
  void write(std::string_view text) noexcept override {
    if (first_ && !text.empty() && text.front() == '.') text.remove_prefix(1);
    first_ = first_ && text.empty();
    out_.write(text);
  }

 private:
  TextSink& out_;
  bool first_ = true;
};

}  // namespace

std::uint64_t JsonTape::bound(const JsonSize& size) noexcept {
  // Of runs there is at most one before and one after each object or array. One for a key without a colon.
  return (size.colons + 3 * size.elements + 1) * sizeof(JsonToken) + alignof(JsonToken) - 1;
}

Bytes JsonTape::spaced_key(const JsonToken& member) const noexcept {
  bool escaped = false;
  const std::uint32_t quote = member.key - 1;
  const TextCursor at(text_.rest().subspan(quote, member.begin - quote));
  return at.next().to(skim_string(at, escaped));
}

Bytes JsonTape::plain_name(const JsonToken& member) noexcept {
  const Bytes raw = key(member);
  if (std::ranges::find(raw, std::byte{'\\'}) == raw.end()) return text_.skip(member.key).rest();
  if (raw.size() > longest_written_name) return {};
  const Bytes plain(plain_, unescape(raw, plain_));
  if (std::ranges::find(plain, std::byte{'"'}) != plain.end()) return {};
  plain_[plain.size()] = std::byte{'"'};
  return {plain_, plain.size() + 1};
}

void JsonTape::stop(const Now& now) noexcept {
  size_ = now.index(now.last) + 1;
  top_ = now.open == nullptr ? none : now.index(now.open);
  position_ = now.inside;
  if (now.open == nullptr || now.open->kind() != JsonKind::object) return;
  position_ = now.member == nullptr ? none : now.index(now.member);
}

bool JsonTape::report(const Rule& rule, TextCursor at, std::uint64_t length, Number actual, Number expected) noexcept {
  spare_ = free();
  findings_->condemns(rule, offset(at), length, "", actual, expected);
  return !findings_->stopped();
}

TextCursor JsonTape::reject(Now now, const Rule& rule, TextCursor at, std::uint64_t length, Number actual,
                            Number expected) noexcept {
  stop(now);
  const bool beyond = &rule == &rules_->truncated && !whole_;
  report(beyond ? hallmark::rule<"hallmark/scratch-exhausted"> : rule, at, length, actual, expected);
  return {};
}

TextCursor JsonTape::rejected(Now now) noexcept {
  const JsonFault& fault = lexer_.fault();
  return reject(now, *fault.rule, fault.at, fault.length, fault.actual);
}

TextCursor JsonTape::unexpected(Now now, const Rule& broken, TextCursor at) noexcept {
  return at.ended() ? reject(now, rules_->truncated, at, 0) : reject(now, broken, at, 1, at.peek());
}

TextCursor JsonTape::exhausted(Now now, TextCursor at) noexcept {
  return reject(now, hallmark::rule<"hallmark/scratch-exhausted">, at, at.ended() ? 0 : 1);
}

// Passes over white space, and keeps the byte that follows.
[[gnu::always_inline]] inline TextCursor JsonTape::skip(TextCursor at, Now& now) noexcept {
  now.byte = at.peek();
  if (now.byte > ' ') [[likely]]
    return at;
  at = skip_space(at);
  now.byte = at.peek();
  return at;
}

// A key, from after its quote, and its colon, of a new token; returns where the value begins.
[[gnu::always_inline]] inline TextCursor JsonTape::key(TextCursor begin, Now& now) noexcept {
  if (now.last + 1 == now.end) {
    now.byte = TextCursor::no_byte;
    return exhausted(now, begin);
  }
  JsonToken& token = *++now.last;
  token.key = now.narrow(begin);
  TextCursor at;
  const auto ahead = find_not_plain<3>(begin);
  if (ahead && ahead.load<std::uint16_t>() == ('"' | ':' << 8)) [[likely]] {
    const Bytes quoted = begin.to(ahead.after<2>(1).at());
    const auto hash = 3 * static_cast<std::uint32_t>(quoted.size()) + std::to_integer<std::uint32_t>(quoted.front());
    const std::uint32_t bit = std::uint32_t{1} << hash % 32;
    if ((now.inside & bit) != 0) now.inside = all_seen;
    now.inside |= bit;
    at = ahead.after<1>(2).at();
    now.byte = ahead.load<std::uint8_t, 2>();
    if (now.byte <= ' ') [[unlikely]]
      at = skip(at, now);
  } else {
    now.inside = all_seen;
    token.begin = now.narrow(begin.end());
    at = skip(other_key(begin, now), now);
  }
  now.member = &token;
  token.begin = now.narrow(at);
  return at;
}

// A key that is not plain, or with white space before its colon, or wrong.
TextCursor JsonTape::other_key(TextCursor begin, Now now) noexcept {
  now.member = nullptr;
  bool escaped = false;
  const TextCursor end = lexer_.string_end(begin, escaped);
  if (!end) return rejected(now);
  if (escaped) longest_escaped_ = std::max<std::size_t>(longest_escaped_, static_cast<std::size_t>(end - begin));
  now.member = now.last;
  now.last->begin = now.narrow(end.next());  // where it ends if no colon follows: a path looks there
  const TextCursor at = skip_space(end.next());
  return at.is(':') ? at.next() : unexpected(now, rules_->colon, at);
}

// A comma, and the quote of the key that follows; returns what follows the quote.
TextCursor JsonTape::next_key(TextCursor at, Now now) noexcept {
  if (!at.is(',')) return unexpected(now, rules_->separator, at);
  at = skip_space(at.next());
  if (!at.ended()) now.member = nullptr;
  return at.is('"') ? at.next() : unexpected(now, rules_->key, at);
}

// Passes over a comma and the quote of a key; false where these do not stand there at once.
[[gnu::always_inline]] inline TextCursor JsonTape::next_quote(TextCursor at) noexcept {
  const auto ahead = at.ahead<2>();
  return ahead && ahead.load<std::uint16_t>() == (',' | '"' << 8) ? ahead.skip(2) : TextCursor();
}

// A value that is neither object nor array, and what the token of a member says of it.
[[gnu::always_inline]] inline TextCursor JsonTape::scalar(TextCursor at, std::uint32_t& bits, const Now& now) noexcept {
  const unsigned c = now.byte;
  if (c == '"') {
    bits = JsonToken::bits(JsonKind::string, true);
    const TextCursor begin = at.past(c);
    const auto end = find_not_plain<1>(begin);
    if (end && end.load<std::uint8_t>() == '"') [[likely]]
      return end.skip(1);
    bool escaped = false;
    const TextCursor stop = lexer_.string_end(begin, escaped);
    if (escaped) bits = JsonToken::bits(JsonKind::string, true, 1);
    return stop ? stop.next() : rejected(now);
  }
  bits = JsonToken::bits(JsonKind::number, true);
  if (is_digit(c)) {
    if (ends_integer(at.peek(1))) return at.past(c);
    const TextCursor end = c != '0' ? skip_integer(at) : TextCursor();
    if (end) return end;
  } else if (c == 't' || c == 'f') {
    bits = JsonToken::bits(JsonKind::boolean, true);
  } else if (c == 'n') {
    bits = JsonToken::bits(JsonKind::null, true);
  }
  return other_scalar(at, now);
}

// Any other number, a word, what stands for a number that is none, or no value.
TextCursor JsonTape::other_scalar(TextCursor at, Now now) noexcept {
  if (!at) return at;
  const auto read = [&](TextCursor end) { return end ? end : rejected(now); };
  JsonNumber number;
  if (is_digit(at.peek()) || (at.is('-') && at.peek(1) != 'I')) return read(lexer_.number(at, number));
  if (at.is('t')) return read(lexer_.word(at, "true"));
  if (at.is('f')) return read(lexer_.word(at, "false"));
  if (at.is('n')) return read(lexer_.word(at, "null"));
  stop(now);
  const bool nan = at.is('N') || at.is('I') || at.is('-');
  if (!nan || non_numbers_ == nullptr || !non_numbers_->known_here(*this)) {
    return !at.is('-') || lexer_.number(at, number) ? unexpected(now, rules_->value, at) : rejected(now);
  }
  const TextCursor end = lexer_.word(at, at.is('N') ? "NaN" : at.is('I') ? "Infinity" : "-Infinity");
  if (!end) return lexer_.fault().at.ended() ? rejected(now) : unexpected(now, rules_->value, at);
  return report(rules_->nan_literal, at, end - at) ? end : TextCursor();
}

// Members of an object, from after the quote of a key. Returns where an object or array begins, whose token is then the
// last, or the brace that ends them.
[[gnu::always_inline]] inline TextCursor JsonTape::members(TextCursor at, Now& now) noexcept {
  for (;;) {
    const TextCursor value = key(at, now);
    if (now.byte != '"' && (now.byte | 0x20) == '{') return value;
    std::uint32_t bits = 0;
    const TextCursor end = scalar(value, bits, now);
    if (!end) return end;
    now.last->size = static_cast<std::uint32_t>(end - value);
    now.last->set(bits);
    at = next_quote(end);
    if (at) [[likely]]
      continue;
    at = skip(end, now);
    if (now.byte == '}') return at;
    at = next_key(at, now);
    if (!at) return at;
  }
}

// Scalars of an array, one at least unless an object or array comes first. Returns where one of these begins, whose
// token is then the last, or the closing bracket.
[[gnu::always_inline]] inline TextCursor JsonTape::run(TextCursor at, Now& now) noexcept {
  // Of a long row most are passed over at once; of a short one that would be too much.
  constexpr std::uint32_t few = 8;
  if ((now.byte | 0x20) != '{') {
    const TextCursor begin = at;
    const std::uint32_t first = now.inside;
    std::uint32_t in_turn = first + few;
    do {
      if (now.inside == in_turn) [[unlikely]] {
        std::uint32_t count = now.inside;
        at = skip(skip_row(at, count), now);
        now.inside = count;
        in_turn = count + 2 * few;
        continue;
      }
      std::uint32_t bits = 0;
      at = scalar(at, bits, now);
      if (!at) return at;
      at = skip(at, now);
      if (now.byte != ',') {
        if (now.byte != ']') return unexpected(now, rules_->separator, at);
        if (now.last == now.open) return at;
        break;
      }
      ++now.inside;
      at = skip(at.past(now.byte), now);
    } while ((now.byte | 0x20) != '{');
    if (now.last + 1 == now.end) return exhausted(now, at);
    JsonToken& token = *++now.last;
    token.key = first;
    token.begin = now.narrow(begin);
    token.size = static_cast<std::uint32_t>(at - begin);
    token.set(JsonToken::bits(JsonKind::null, false));  // a run
    if (now.byte == ']') return at;
  }
  if (now.last + 1 == now.end) return exhausted(now, at);
  (++now.last)->key = now.inside;
  return at;
}

TextCursor JsonTape::scan(Bytes text, std::uint64_t first, std::uint64_t max_depth, Scratch& scratch,
                          Findings& findings) noexcept {
  whole_ = text.size() <= longest_text;
  text_ = TextCursor(whole_ ? text : text.first(longest_text));
  findings_ = &findings;
  tokens_ = scratch.rest<JsonToken>();
  if (tokens_.size() > none) tokens_ = tokens_.first(none);
  JsonToken* const tokens = tokens_.data();
  Now now{text_, tokens, tokens + tokens_.size(), tokens, nullptr, nullptr, 0, 0};
  TextCursor at = text_.skip(first);
  now.byte = at.is('[') ? '[' : '{';  // what it was when the caller looked, though it may have changed
  if (tokens_.empty() || at.ended()) {
    report(hallmark::rule<"hallmark/scratch-exhausted">, at, 1);
    return {};
  }
  if (max_depth == 0) return reject(now, rules_->depth, at, 1, 1, 0);
  now.last->key = 0;
  now.last->begin = now.narrow(at);
  unsigned bracket = now.byte;
  bool in_object = false;
  std::uint32_t outer = none;
  at = skip(at.past(now.byte), now);
  for (std::uint64_t room = max_depth - 1;; --room) {
    // The last token is opened, with `at` after its bracket.
    now.last->set(JsonToken::bits(bracket == '[' ? JsonKind::array : JsonKind::object, in_object, outer));
    now.open = now.last;
    now.member = nullptr;
    now.inside = 0;
    in_object = bracket == '{';
    // In ASCII the bracket that closes comes two after the one that opens. `more` says that a key or entry follows.
    bool more = now.byte != bracket + 2;
    if (in_object && more) at = now.byte == '"' ? at.past('"') : unexpected(now, rules_->key, at);
    for (;;) {
      if (more && at) at = in_object ? members(at, now) : run(at, now);
      if (!at) return at;
      // An object or array begins, whose token is the last, or the one that is open ends.
      if ((now.byte | 0x20) == '{') {
        if (room == 0) return reject(now, rules_->depth, at, 1, max_depth + 1, max_depth);
        bracket = now.byte;
        JsonToken& token = *now.last;
        token.begin = now.narrow(at);
        at = skip(at.past(now.byte), now);
        const TextCursor integers = bracket == '[' ? skip_integers(at) : TextCursor();
        if (!integers) break;
        at = integers.past(']');  // integers alone: it is read without being opened
        token.size = now.narrow(at) - token.begin;
        token.set(JsonToken::bits(JsonKind::array, in_object, now.index(&token) + 1));
      } else {
        if (in_object && now.inside == all_seen && !check_keys(now)) return {};
        at = at.past(in_object ? '}' : ']');
        JsonToken& token = *now.open;
        token.size = now.narrow(at) - token.begin;
        outer = token.exchange_link(now.index(now.last) + 1);
        now.member = &token;
        if (outer == none) {
          now.open = nullptr;
          stop(now);
          walking_ = true;
          (void)scratch.room<JsonToken>(size_);
          spare_ = scratch.room<std::byte>(longest_escaped_);
          return spare_.size() == longest_escaped_ ? at : exhausted(now, at);
        }
        now.open = tokens + outer;
        now.inside = now.open->size;
        in_object = now.open->kind() == JsonKind::object;
        ++room;
      }
      // What follows a value.
      if (in_object) {
        const TextCursor quoted = next_quote(at);
        if (quoted) [[likely]] {
          at = quoted;
          more = true;
        } else {
          at = skip(at, now);
          more = now.byte != '}';
          if (more) at = next_key(at, now);
        }
      } else {
        at = skip(at, now);
        more = now.byte != ']';
        if (more) {
          if (now.byte != ',') return unexpected(now, rules_->separator, at);
          ++now.inside;
          at = skip(at.past(','), now);
        }
      }
    }
    outer = now.index(now.open);
    now.open->size = now.inside;
  }
}

bool JsonTape::report_key(std::uint32_t member) noexcept {
  position_ = member;
  findings_->condemns(rules_->duplicate_key, tokens_[member].key - 1, key(tokens_[member]).size() + 2, "", {}, {});
  return !findings_->stopped();
}

// Whether the keys of an object, which is at its end, are unique.
bool JsonTape::check_keys(Now now) noexcept {
  stop(now);
  std::uint32_t count = 0;
  bool ascending = longest_escaped_ == 0;
  Bytes last;
  for (std::uint32_t at = top_ + 1; at != size_; at = after(at)) {
    const Bytes name = key(tokens_[at]);
    ascending = ascending && (count == 0 || before(last, name));
    last = name;
    ++count;
  }
  if (ascending) return true;
  Scratch borrowed(free());
  spare_ = borrowed.room<std::byte>(longest_escaped_);
  const auto names = borrowed.room<Bytes>(count);
  bool enough = !names.empty() && spare_.size() == longest_escaped_;
  std::uint32_t at = top_ + 1;
  for (Bytes& name : names) {
    name = key(tokens_[at]);
    if (longest_escaped_ != 0 && std::ranges::find(name, std::byte{'\\'}) != name.end()) {
      const auto room = borrowed.room<std::byte>(name.size());
      enough = enough && !room.empty();
      if (!room.empty()) name = Bytes(room.data(), unescape(name, room.data()));
    }
    at = after(at);
  }
  const auto name_at = [names](std::uint32_t index) { return names[index]; };
  const auto same = enough ? find_same_names(names.size(), name_at, borrowed) : std::nullopt;
  if (!same) return static_cast<bool>(exhausted(now, begin(tokens_[top_])));
  at = top_ + 1;
  std::uint32_t passed = 0;
  for (std::uint64_t i = 0; i < same->size(); ++i) {
    for (; passed != (*same)[i].later; ++passed) at = after(at);
    if (!report_key(at)) return false;
    if (rules_->one_duplicate) break;
  }
  return true;
}

TextCursor JsonTape::scalar_end(TextCursor at) noexcept {
  JsonString text;
  if (at.is('"')) {
    const TextCursor end = lexer_.string(at, text);
    return end ? end : at.end();  // it was read before, and has changed
  }
  return at.skip_while([](unsigned byte) { return byte != ',' && byte != ']' && byte != '}' && !is_space(byte); });
}

void JsonTape::write(TextSink& out, const Violation& violation) const noexcept {
  FirstPoint path(out);
  const auto write_member = [&](const JsonToken& token) {
    Bytes name = key(token);
    const bool fits = longest_escaped_ != 0 && name.size() <= spare_.size();
    if (fits) name = Bytes(spare_.data(), unescape(name, spare_.data()));
    write_key(path, name);
  };
  // What is open is linked from the inside: the links are turned around, and back on the way in.
  std::uint32_t outer = none;
  const auto turn = [&](std::uint32_t token, std::uint32_t to) {
    return walking_ ? std::exchange(tokens_[token].size, to) : tokens_[token].exchange_link(to);
  };
  for (std::uint32_t i = top_; i != none;) i = turn(i, std::exchange(outer, i));
  std::uint32_t inner = outer;
  outer = none;
  while (inner != none) {
    JsonToken& token = tokens_[inner];
    if (token.is_member()) {
      write_member(token);
    } else if (outer != none) {
      write_index(path, token.key);
    }
    inner = turn(inner, std::exchange(outer, inner));
  }
  if (top_ != none) {
    if (tokens_[top_].kind() == JsonKind::array) {
      write_index(path, position_);
    } else if (position_ != none) {
      write_member(tokens_[position_]);
    }
  }
  if (*violation.field != '\0') {
    path.write(".");
    path.write(violation.field);
  }
  if (element != UINT64_MAX) write_index(path, element);
}

}  // namespace hallmark
