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

constexpr std::size_t few_names = 16;  // are compared one with the other

}  // namespace

std::optional<SameNames> same_names(std::span<const Bytes> names, Scratch& scratch) noexcept {
  if (names.size() > few_names) {
    return find_same_names(names.size(), [names](std::uint32_t index) { return names[index]; }, scratch);
  }
  std::span<std::uint64_t> same;
  std::size_t found = 0;
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto earlier = std::find_if(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i),
                                      [name = as_text(names[i])](Bytes other) { return as_text(other) == name; });
    const auto at = static_cast<std::size_t>(earlier - names.begin());
    if (at == i) continue;
    if (found == 0) same = scratch.room<std::uint64_t>(names.size());
    if (same.empty()) return std::nullopt;
    same[found++] = std::uint64_t{i} << 32 | at;
  }
  return SameNames(same.first(found));
}

std::uint64_t same_names_scratch(std::uint64_t count) noexcept {
  const std::uint64_t sorting = count > few_names ? unique_names_scratch(count) : count * sizeof(std::uint64_t);
  return count * sizeof(Bytes) + sorting + 2 * alignof(std::uint64_t);
}

std::uint64_t JsonTape::bound(const JsonSize& size) noexcept {
  // Every string that is no key may begin a run.
  const std::uint64_t strings = size.strings - std::min(size.strings, size.colons);
  // One more, because what is borrowed is cut from room for tokens.
  return (size.colons + size.elements + size.runs + strings + 1) * sizeof(JsonToken) + alignof(JsonToken);
}

bool JsonTape::report(const Rule& rule, TextCursor at, std::uint64_t length, Number actual, Number expected) noexcept {
  spare_ = free();
  findings_->condemns(rule, offset(at), length, "", actual, expected);
  return !findings_->stopped();
}

TextCursor JsonTape::reject(const Rule& rule, TextCursor at, std::uint64_t length, Number actual,
                            Number expected) noexcept {
  const bool beyond = &rule == &rules_->truncated && !whole_;
  report(beyond ? hallmark::rule<"hallmark/scratch-exhausted"> : rule, at, length, actual, expected);
  return {};
}

TextCursor JsonTape::rejected() noexcept {
  const JsonFault& fault = lexer_.fault();
  return reject(*fault.rule, fault.at, fault.length, fault.actual);
}

TextCursor JsonTape::unexpected(const Rule& broken, TextCursor at) noexcept {
  return at.ended() ? reject(rules_->truncated, at, 0) : reject(broken, at, 1, at.peek());
}

[[gnu::always_inline]] inline bool JsonTape::push(const JsonToken& token, TextCursor at) noexcept {
  if (size_ == tokens_.size()) [[unlikely]]
    return static_cast<bool>(reject(hallmark::rule<"hallmark/scratch-exhausted">, at, 1));
  tokens_[size_++] = token;
  return true;
}

[[gnu::always_inline]] inline TextCursor JsonTape::open(TextCursor at) noexcept {
  if (depth_ >= max_depth_) return reject(rules_->depth, at, 1, depth_ + 1, max_depth_);
  ++depth_;
  JsonToken& token = tokens_[last()];
  token.kind = at.is('[') ? JsonKind::array : JsonKind::object;
  token.match = top_;
  top_ = last();
  member_ = none;
  return at.next();
}

[[gnu::always_inline]] inline TextCursor JsonTape::close(TextCursor at) noexcept {
  JsonToken& token = tokens_[top_];
  if (token.kind == JsonKind::object && token.escaped && !check_keys(top_)) return {};
  at = at.next();
  token.size = narrow(at) - token.begin;
  member_ = top_;
  top_ = std::exchange(token.match, size_);
  --depth_;
  return at;
}

// A key and its colon; returns where the value begins.
[[gnu::always_inline]] inline TextCursor JsonTape::key(TextCursor at) noexcept {
  member_ = none;
  if (!at.is('"')) return unexpected(rules_->key, at);
  JsonString text;
  const TextCursor end = lexer_.string(at, text);
  if (!end) return rejected();
  JsonToken token;
  token.key = narrow(at) + 1;
  token.key_size = static_cast<std::uint32_t>(text.raw.size());
  token.key_escaped = text.escaped;
  if (text.escaped) [[unlikely]]
    longest_escaped_ = std::max(longest_escaped_, text.raw.size());
  if (!push(token, at)) return {};
  member_ = last();
  JsonToken& object = tokens_[top_];
  ++object.count;
  const std::uint32_t seen = std::uint32_t{1} << (3 * text.raw.size() + at.peek(1)) % 32;
  object.escaped = object.escaped || text.escaped || (object.size & seen) != 0;
  object.size |= seen;
  at = skip_space(end);
  if (!at.is(':')) return unexpected(rules_->colon, at);
  at = skip_space(at.next());
  if (at.ended()) return unexpected(rules_->value, at);
  tokens_[last()].begin = narrow(at);
  return at;
}

// A value that is neither object nor array.
[[gnu::always_inline]] inline TextCursor JsonTape::scalar(TextCursor at, JsonKind& kind, bool& escaped) noexcept {
  TextCursor end;
  const unsigned c = at.peek();
  if (is_digit(c) || (c == '-' && at.peek(1) != 'I')) {
    JsonNumber number;
    end = lexer_.number(at, number);
    kind = JsonKind::number;
  } else if (c == '"') {
    JsonString text;
    end = lexer_.string(at, text);
    kind = JsonKind::string;
    escaped = text.escaped;
  } else if (c == 't') {
    end = lexer_.word(at, "true");
    kind = JsonKind::boolean;
  } else if (c == 'f') {
    end = lexer_.word(at, "false");
    kind = JsonKind::boolean;
  } else {
    kind = c == 'n' ? JsonKind::null : JsonKind::number;
    return other_scalar(at);
  }
  return end ? end : rejected();
}

// null, or what stands for a number that is none, or no value.
[[gnu::noinline]] TextCursor JsonTape::other_scalar(TextCursor at) noexcept {
  if (at.is('n')) {
    const TextCursor end = lexer_.word(at, "null");
    return end ? end : rejected();
  }
  const bool nan = at.is('N') || at.is('I') || at.is('-');
  if (!nan) return unexpected(rules_->value, at);
  if (!rules_->knows_nan(*this)) {
    if (!at.is('-')) return unexpected(rules_->value, at);
    JsonNumber number;
    (void)lexer_.number(at, number);
    return rejected();
  }
  const TextCursor end = lexer_.word(at, at.is('N') ? "NaN" : at.is('I') ? "Infinity" : "-Infinity");
  if (!end) return lexer_.fault().at.ended() ? rejected() : unexpected(rules_->value, at);
  return report(rules_->nan_literal, at, end - at) ? end : TextCursor();
}

// Scalars of an array, one at least unless an object or array comes first. Returns where one of these begins, or the
// closing bracket.
TextCursor JsonTape::run(TextCursor at) noexcept {
  const TextCursor first = at;
  TextCursor end = at;
  JsonToken& array = tokens_[top_];
  const std::uint32_t before = array.count;
  // Of a long row most are passed over at once; of a short one that would be too much.
  constexpr std::uint32_t few = 8;
  std::uint32_t in_turn = before + few;
  while (!at.is('[') && !at.is('{')) {
    if (array.count == in_turn) [[unlikely]] {
      at = skip_space(skip_row(at, array.count));
      in_turn = array.count + 2 * few;
      continue;
    }
    JsonKind kind{};
    bool escaped = false;
    end = scalar(at, kind, escaped);
    if (!end) [[unlikely]]
      return {};
    at = skip_space(end);
    if (!at.is(',')) {
      if (!at.is(']')) return unexpected(rules_->separator, at);
      ++array.count;
      break;
    }
    ++array.count;
    at = skip_space(at.next());
  }
  const std::uint32_t count = array.count - before;
  if (count == 0 || (last() == top_ && at.is(']'))) return at;
  JsonToken token;
  token.begin = narrow(first);
  token.size = narrow(end) - token.begin;
  token.count = count;
  token.kind = JsonKind::run;
  return push(token, first) ? at : TextCursor();
}

// From behind an opening bracket, or a value, to the next value that has a token: what ends on the way is closed.
[[gnu::always_inline]] inline TextCursor JsonTape::next_value(TextCursor at, bool opened) noexcept {
  for (; top_ != none; opened = false) {
    at = skip_space(at);
    if (tokens_[top_].kind == JsonKind::object) {
      if (!at.is('}')) {
        if (opened) return key(at);
        if (!at.is(',')) return unexpected(rules_->separator, at);
        at = skip_space(at.next());
        return at.ended() ? unexpected(rules_->key, at) : key(at);
      }
    } else {
      const bool more = opened ? !at.is(']') : at.is(',');
      if (!opened) {
        if (!more && !at.is(']')) return unexpected(rules_->separator, at);
        ++tokens_[top_].count;
        if (more) at = skip_space(at.next());
      }
      if (more) {
        at = run(at);
        if (!at) return {};
        if (!at.is(']')) return push({.begin = narrow(at)}, at) ? at : TextCursor();
      }
    }
    at = close(at);
    if (!at) return {};
  }
  return at;
}

TextCursor JsonTape::scan(Bytes text, std::uint64_t first, std::uint64_t max_depth, Scratch& scratch,
                          Findings& findings) noexcept {
  whole_ = text.size() <= longest_text;
  text_ = TextCursor(whole_ ? text : text.first(longest_text));
  findings_ = &findings;
  tokens_ = scratch.rest<JsonToken>();
  if (tokens_.size() > none) tokens_ = tokens_.first(none);
  max_depth_ = max_depth;
  TextCursor at = text_.skip(first);
  if (!push({.begin = narrow(at)}, at)) return {};
  // Each turn reads the value of the last token, which begins at `at`.
  // The text may have changed since the first was known to nest.
  for (bool nests = true;; nests = at.is('{') || at.is('[')) {
    JsonToken& token = tokens_[last()];
    at = nests ? open(at) : scalar(at, token.kind, token.escaped);
    if (!at) return {};
    if (!nests) token.size = narrow(at) - token.begin;
    at = next_value(at, nests);
    if (!at) return {};
    if (top_ == none) break;
  }
  (void)scratch.room<JsonToken>(size_);
  spare_ = scratch.room<std::byte>(longest_escaped_);
  return spare_.size() == longest_escaped_ ? at : reject(hallmark::rule<"hallmark/scratch-exhausted">, at, 0);
}

// Whether the keys of an object, which is at its end, are unique.
bool JsonTape::check_keys(std::uint32_t object) noexcept {
  Scratch borrowed(free());
  spare_ = borrowed.room<std::byte>(longest_escaped_);
  const auto names = borrowed.room<Bytes>(tokens_[object].count);
  std::uint32_t index = object + 1;
  bool enough = !names.empty() && spare_.size() == longest_escaped_;
  for (Bytes& name : names) {
    const JsonToken& token = tokens_[index];
    name = key(token);
    if (token.key_escaped) {
      const auto room = borrowed.room<std::byte>(name.size());
      enough = enough && !room.empty();
      if (!room.empty()) name = Bytes(room.data(), unescape(name, room.data()));
    }
    index = after(index);
  }
  const auto same = enough ? same_names(names, borrowed) : std::nullopt;
  if (!same) {
    reject(hallmark::rule<"hallmark/scratch-exhausted">, text_.skip(tokens_[object].begin), 1);
    return false;
  }
  std::uint32_t at = 0;
  index = object + 1;
  for (std::uint64_t i = 0; i < same->size(); ++i) {
    for (; at != (*same)[i].later; ++at) index = after(index);
    member_ = index;
    const JsonToken& later = tokens_[index];
    findings_->condemns(rules_->duplicate_key, later.key - 1, later.key_size + 2, "", {}, {});
    if (findings_->stopped()) return false;
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

JsonElements::JsonElements(JsonTape& tape, std::uint32_t array) noexcept
    : tape_(tape), next_(array + 1), end_(tape[array].match) {
  if (next_ != end_) return;
  left_ = tape[array].count;
  at_ = tape.begin(tape[array]).next();
}

bool JsonElements::next(Element& element) noexcept {
  if (left_ == 0) {
    if (next_ == end_) return false;
    const JsonToken& token = tape_[next_];
    if (token.kind != JsonKind::run) {
      element = {tape_.begin(token), token.size, next_};
      next_ = tape_.after(next_);
      return true;
    }
    left_ = token.count;
    at_ = tape_.begin(token);
    ++next_;
  }
  --left_;
  at_ = skip_space(at_);
  const TextCursor end = tape_.scalar_end(at_);
  element = {at_, end - at_, JsonTape::none};
  at_ = skip_space(end);
  if (at_.is(',')) at_ = at_.next();
  return true;
}

}  // namespace hallmark
