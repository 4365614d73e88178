#include "core/json_tape.hpp"

#include "core/memory_rules.hpp"
#include "core/path.hpp"

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
  // Every string that is no key may begin a run.
  const std::uint64_t strings = size.strings - std::min(size.strings, size.colons);
  // One for a run that needs none, in whose place there is also what is cut from borrowed room; one for a key without a
  // colon.
  return (size.colons + size.elements + size.runs + strings + 2) * sizeof(JsonToken) + alignof(JsonToken);
}

void JsonTape::stop(Now now) noexcept {
  size_ = now.size;
  top_ = now.top;
  member_ = now.member == nullptr ? none : index(*now.member);
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

// The last token of the scratch is for a run that may turn out to need none.
[[gnu::always_inline]] inline bool JsonTape::push(Now& now) noexcept {
  if (now.size + 1 >= tokens_.size()) return false;
  ++now.last;
  ++now.size;
  return true;
}

// Goes into the object or array that the last token is.
[[gnu::always_inline]] inline TextCursor JsonTape::open(TextCursor at, Now& now) noexcept {
  JsonToken& token = *now.last;
  token.kind = at.is('[') ? JsonKind::array : JsonKind::object;
  token.escaped = false;
  token.size = token.count = 0;
  token.match = now.top;
  now.top = now.size - 1;
  now.open = &token;
  now.member = nullptr;
  return at.next();
}

// A key, from after its quote, and its colon, of a new token; returns where the value begins.
[[gnu::always_inline]] inline TextCursor JsonTape::key(TextCursor begin, Now& now) noexcept {
  now.member = nullptr;
  if (!push(now)) return exhausted(now, begin);
  JsonToken& token = *now.last;
  const TextCursor end = find_not_plain(begin);
  const auto size = static_cast<std::uint32_t>(end - begin);
  token.key = narrow(begin);
  token.key_size = size;
  token.key_escaped = false;
  const std::uint32_t seen = std::uint32_t{1} << (3 * size + begin.peek()) % 32;
  if ((now.open->size & seen) != 0) now.open->escaped = true;
  now.open->size |= seen;
  const auto ahead = end.ahead<2>();
  const bool plain = ahead && ahead.load<std::uint16_t>() == ('"' | ':' << 8);
  const TextCursor at = plain ? skip_space(ahead.skip(2)) : other_key(begin, now);
  now.member = &token;
  ++now.open->count;
  return at;
}

// A key that is not plain, or with white space before its colon, or wrong.
TextCursor JsonTape::other_key(TextCursor begin, Now now) noexcept {
  JsonToken& token = *now.last;
  const TextCursor end = lexer_.string_end(begin, token.key_escaped);
  if (!end) return rejected(now);
  token.key_size = static_cast<std::uint32_t>(end - begin);
  if (token.key_escaped) {
    now.open->escaped = true;
    longest_escaped_ = std::max<std::size_t>(longest_escaped_, token.key_size);
  }
  now.member = &token;
  const TextCursor at = skip_space(end.next());
  return at.is(':') ? skip_space(at.next()) : unexpected(now, rules_->colon, at);
}

// A value that is neither object nor array.
[[gnu::always_inline]] inline TextCursor JsonTape::scalar(TextCursor at, JsonToken& token, const Now& now) noexcept {
  TextCursor end;
  token.escaped = false;
  const unsigned c = at.peek();
  if (c == '"') {
    JsonString text;
    end = lexer_.string(at, text);
    token.kind = JsonKind::string;
    token.escaped = text.escaped;
  } else if (is_digit(c) || (c == '-' && at.peek(1) != 'I')) {
    token.kind = JsonKind::number;
    const TextCursor after = skip_short_integer(at);
    if (after) return after;
    JsonNumber number;
    end = lexer_.number(at, number);
  } else if (c == 't' || c == 'f') {
    end = lexer_.word(at, c == 't' ? "true" : "false");
    token.kind = JsonKind::boolean;
  } else {
    token.kind = c == 'n' ? JsonKind::null : JsonKind::number;
    return other_scalar(at, now);
  }
  return end ? end : rejected(now);
}

// null, or what stands for a number that is none, or no value.
TextCursor JsonTape::other_scalar(TextCursor at, Now now) noexcept {
  if (at.is('n')) {
    const TextCursor end = lexer_.word(at, "null");
    return end ? end : rejected(now);
  }
  stop(now);
  const bool nan = at.is('N') || at.is('I') || at.is('-');
  if (!nan || !non_numbers_->known_here(*this)) {
    JsonNumber number;
    return !at.is('-') || lexer_.number(at, number) ? unexpected(now, rules_->value, at) : rejected(now);
  }
  const TextCursor end = lexer_.word(at, at.is('N') ? "NaN" : at.is('I') ? "Infinity" : "-Infinity");
  if (!end) return lexer_.fault().at.ended() ? rejected(now) : unexpected(now, rules_->value, at);
  return report(rules_->nan_literal, at, end - at) ? end : TextCursor();
}

// Scalars of an array, one at least unless an object or array comes first. Returns where one of these begins, or the
// closing bracket.
[[gnu::always_inline]] inline TextCursor JsonTape::run(TextCursor at, JsonToken& run, const Now& now) noexcept {
  JsonToken& array = *now.open;
  run.begin = narrow(at);
  run.key = 0;
  const std::uint32_t before = array.count;
  // Of a long row most are passed over at once; of a short one that would be too much.
  constexpr std::uint32_t few = 8;
  std::uint32_t count = before;
  std::uint32_t in_turn = before + few;
  TextCursor end = at;
  while ((at.peek() | 0x20) != '{') {
    if (count == in_turn) [[unlikely]] {
      at = skip_space(skip_row(at, count));
      array.count = count;
      in_turn = count + 2 * few;
      continue;
    }
    end = scalar(at, run, now);
    if (!end) return {};
    at = skip_space(end);
    if (!at.is(',')) {
      if (!at.is(']')) return unexpected(now, rules_->separator, at);
      array.count = ++count;
      break;
    }
    array.count = ++count;
    at = skip_space(at.next());
  }
  run.size = narrow(end) - run.begin;
  run.kind = JsonKind::run;
  run.count = count - before;
  return at;
}

TextCursor JsonTape::scan(Bytes text, std::uint64_t first, std::uint64_t max_depth, Scratch& scratch,
                          Findings& findings) noexcept {
  whole_ = text.size() <= longest_text;
  text_ = TextCursor(whole_ ? text : text.first(longest_text));
  findings_ = &findings;
  tokens_ = scratch.rest<JsonToken>();
  if (tokens_.size() > none) tokens_ = tokens_.first(none);
  TextCursor at = text_.skip(first);
  Now now{tokens_.data(), nullptr, nullptr, 1, none};
  if (tokens_.size() < 2) return exhausted({nullptr, nullptr, nullptr, 0, none}, at);
  now.last->key = now.last->key_size = 0;
  now.last->begin = narrow(at);
  if (max_depth == 0) return reject(now, rules_->depth, at, 1, 1, 0);
  at = open(at, now);
  std::uint64_t depth = 1;
  for (bool opened = true;;) {
    // To the next value that has a token: what ends on the way is closed.
    for (;; opened = false) {
      JsonToken& open = *now.open;
      if (open.kind == JsonKind::object) {
        const auto ahead = at.ahead<2>();
        const bool at_once = ahead && !opened && ahead.load<std::uint16_t>() == (',' | '"' << 8);
        at = at_once ? ahead.skip(2) : skip_space(at);
        if (at_once || !at.is('}')) {
          if (!at_once) {
            if (!opened) {
              if (!at.is(',')) return unexpected(now, rules_->separator, at);
              at = skip_space(at.next());
            }
            if (!at.ended()) now.member = nullptr;
            if (!at.is('"')) return unexpected(now, rules_->key, at);
            at = at.next();
          }
          at = key(at, now);
          if (at.ended()) return at ? unexpected(now, rules_->value, at) : at;
          break;
        }
        if (open.escaped && !check_keys(now)) return {};
      } else {
        at = skip_space(at);
        bool more = !at.is(']');
        if (!opened) {
          if (more && !at.is(',')) return unexpected(now, rules_->separator, at);
          ++open.count;
          if (more) at = skip_space(at.next());
        }
        if (more) {
          JsonToken& next = *(now.last + 1);
          at = run(at, next, now);
          if (!at) return {};
          more = !at.is(']');
          if (next.count != 0 && (more || now.last != &open) && !push(now)) return exhausted(now, at);
          if (more) {
            if (!push(now)) return exhausted(now, at);
            now.last->key = now.last->key_size = 0;
            break;
          }
        }
      }
      at = at.next();
      open.size = narrow(at) - open.begin;
      now.member = &open;
      now.top = std::exchange(open.match, now.size);
      if (now.top == none) {
        stop(now);
        (void)scratch.room<JsonToken>(size_);
        spare_ = scratch.room<std::byte>(longest_escaped_);
        return spare_.size() == longest_escaped_ ? at : exhausted(now, at);
      }
      --depth;
      now.open = &tokens_[now.top];
    }
    JsonToken& token = *now.last;
    token.begin = narrow(at);
    opened = (at.peek() | 0x20) == '{';
    if (opened) {
      if (depth == max_depth) return reject(now, rules_->depth, at, 1, depth + 1, max_depth);
      ++depth;
      at = open(at, now);
    } else {
      at = scalar(at, token, now);
      if (!at) return {};
      token.size = narrow(at) - token.begin;
    }
  }
}

bool JsonTape::report_key(std::uint32_t member) noexcept {
  member_ = member;
  findings_->condemns(rules_->duplicate_key, tokens_[member].key - 1, tokens_[member].key_size + 2, "", {}, {});
  return !findings_->stopped();
}

// Whether the keys of an object, which is at its end, are unique.
bool JsonTape::check_keys(Now now) noexcept {
  stop(now);
  const JsonToken& object = tokens_[top_];
  const std::uint32_t first = top_ + 1;
  if (longest_escaped_ == 0 && object.count <= few_keys) {
    for (std::uint32_t later = first; later != size_; later = after(later)) {
      std::uint32_t earlier = first;
      while (earlier != later && !is(tokens_[earlier], as_text(key(tokens_[later])))) earlier = after(earlier);
      if (earlier != later && !report_key(later)) return false;
    }
    return true;
  }
  Scratch borrowed(free());
  spare_ = borrowed.room<std::byte>(longest_escaped_);
  const auto names = borrowed.room<Bytes>(object.count);
  bool enough = !names.empty() && spare_.size() == longest_escaped_;
  std::uint32_t at = first;
  for (Bytes& name : names) {
    name = key(tokens_[at]);
    if (tokens_[at].key_escaped) {
      const auto room = borrowed.room<std::byte>(name.size());
      enough = enough && !room.empty();
      if (!room.empty()) name = Bytes(room.data(), unescape(name, room.data()));
    }
    at = after(at);
  }
  const auto name_at = [names](std::uint32_t index) { return names[index]; };
  const auto same = enough ? find_same_names(names.size(), name_at, borrowed) : std::nullopt;
  if (!same) return static_cast<bool>(exhausted(now, begin(object)));
  at = first;
  std::uint32_t passed = 0;
  for (std::uint64_t i = 0; i < same->size(); ++i) {
    for (; passed != (*same)[i].later; ++passed) at = after(at);
    if (!report_key(at)) return false;
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
    if (token.key_escaped && name.size() <= spare_.size()) name = Bytes(spare_.data(), unescape(name, spare_.data()));
    write_key(path, name);
  };
  // What is open is linked from the inside: the links are turned around, and back on the way in.
  std::uint32_t outer = none;
  for (std::uint32_t i = top_; i != none;) i = std::exchange(tokens_[i].match, std::exchange(outer, i));
  std::uint32_t inner = outer;
  outer = none;
  while (inner != none) {
    JsonToken& token = tokens_[inner];
    if (token.is_member()) {
      write_member(token);
    } else if (outer != none) {
      write_index(path, tokens_[outer].count);
    }
    inner = std::exchange(token.match, std::exchange(outer, inner));
  }
  if (top_ != none) {
    if (tokens_[top_].kind == JsonKind::array) {
      write_index(path, tokens_[top_].count);
    } else if (member_ != none) {
      write_member(tokens_[member_]);
    }
  }
  if (*violation.field != '\0') {
    path.write(".");
    path.write(violation.field);
  }
  if (element != UINT64_MAX) write_index(path, element);
}

}  // namespace hallmark
