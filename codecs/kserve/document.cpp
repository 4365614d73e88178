// Any JSON: objects, arrays and keys, in one loop. RFC 8259.
#include "core/path.hpp"
#include "core/unique_names.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

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

void Position::write(TextSink& out, const Violation& violation) const noexcept {
  FirstPoint path(out);
  for (const Frame& frame : frames.first(static_cast<std::size_t>(depth))) {
    if (frame.array) {
      write_index(path, frame.number);
    } else if (frame.keyed) {
      write_key(path, frame.key);
    }
  }
  if (*violation.field != '\0') {
    path.write(".");
    path.write(violation.field);
  }
  if (element != UINT64_MAX) write_index(path, element);
}

bool Walk::report(Phase phase, const Rule& rule, TextCursor at, std::uint64_t length, Number actual, Number expected,
                  const char* field) noexcept {
  if (findings_.stopped()) return false;
  if (phase == Phase::syntax && rereading_) return true;
  if (severity_under(rule, options_.profile) != Severity::error && !findings_.validating()) return true;
  if (phase != phase_) {
    pending_ |= 1U << static_cast<unsigned>(phase);
    return true;
  }
  in_.require(false, rule, offset(at), length, field, actual, expected);
  return !findings_.stopped();
}

TextCursor Walk::reject(const Rule& rule, TextCursor at, std::uint64_t length, Number actual,
                        Number expected) noexcept {
  in_.require(false, rule, offset(at), length, "", actual, expected);
  return {};
}

TextCursor Walk::unexpected(const Rule& broken, TextCursor at) noexcept {
  return at.ended() ? reject(rule<"kserve/json-truncated">, at, 0) : reject(broken, at, 1, at.peek());
}

bool Walk::differ_in_length(std::span<const Key> keys) noexcept {
  std::uint64_t lengths = 0;  // modulo 64, as bits
  for (const Key& key : keys) {
    const std::uint64_t bit = std::uint64_t{1} << key.text.size() % 64;
    if ((lengths & bit) != 0) return false;
    lengths |= bit;
  }
  return true;
}

bool Walk::differ(std::span<const Key> keys) noexcept {
  constexpr std::size_t few = 8;  // keys that are compared one with the other
  if (keys.size() > few) return false;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (keys[i].text.size() == keys[k].text.size() && as_text(keys[i].text) == as_text(keys[k].text)) return false;
    }
  }
  return true;
}

bool Walk::report_same(std::span<const Key> keys, Phase phase, const Rule& rule) noexcept {
  if (phase == Phase::syntax && rereading_) return true;
  Scratch sorting(tables_.sorting);
  const auto same = find_same_names(keys.size(), [keys](std::uint32_t index) { return keys[index].text; }, sorting);
  if (!same) {
    exhausted(start_.skip(keys.front().at));
    return false;
  }
  for (std::uint64_t i = 0; i < same->size(); ++i) {
    if (!report_duplicate(keys[(*same)[i].later], phase, rule)) return false;
  }
  return true;
}

bool Walk::report_duplicate(const Key& later, Phase phase, const Rule& rule) noexcept {
  Frame& frame = top();
  if (frame.array) {
    frame.number = later.index;
  } else {
    frame.key = later.text;
    frame.keyed = true;
  }
  const TextCursor quote = text_.skip(later.at);
  Text text;
  const TextCursor end = lexer_.string(quote, text);  // it has been read before, and may have changed
  return report(phase, rule, quote, end ? end - quote : 1, {}, {}, frame.array ? "name" : "");
}

bool Walk::unescape_key(const Text& read, Key& text) noexcept {
  // Keys that are read again have had their room, and are not asked for.
  if (rereading_) return true;
  if (text.text.size() > texts_.size()) {
    exhausted(start_.skip(text.at));
    return false;
  }
  std::byte* const end = unescape(read.raw, texts_.data());
  const auto size = static_cast<std::size_t>(end - texts_.data());
  text.text = texts_.first(size);
  texts_ = texts_.subspan(size);
  return true;
}

Walk::AnyString Walk::any_string(TextCursor at) noexcept {
  Text read;
  const TextCursor behind = lexer_.string(at, read);
  if (!behind) {
    reject(lexer_.fault());
    return {};
  }
  Key text{offset(at), read.raw, 0};
  if (read.escaped && !unescape_key(read, text)) return {};
  return {behind, text};
}

bool Walk::is_nan_literal(TextCursor at) const noexcept {
  if (!in_data_) return false;
  const unsigned c = at.peek();
  return c == 'N' || c == 'I' || (c == '-' && at.peek(1) == 'I');
}

TextCursor Walk::nan_literal(TextCursor at) noexcept {
  const TextCursor behind = lexer_.word(at, at.is('N') ? "NaN" : at.is('I') ? "Infinity" : "-Infinity");
  if (!behind) return lexer_.fault().at.ended() ? reject(lexer_.fault()) : unexpected(rule<"kserve/json-value">, at);
  return report(Phase::syntax, rule<"kserve/nan-literal">, at, behind - at) ? behind : TextCursor();
}

TextCursor Walk::scalar(TextCursor at) noexcept {
  TextCursor behind;
  switch (const unsigned c = at.peek()) {
    case '"': {
      const TextCursor end = find_not_plain(at.next());
      if (end.is('"')) [[likely]]
        return end.next();
      Text text;
      behind = lexer_.string(at, text);
      break;
    }
    case 't': behind = lexer_.word(at, "true"); break;
    case 'f': behind = lexer_.word(at, "false"); break;
    case 'n': behind = lexer_.word(at, "null"); break;
    default: {
      if (is_nan_literal(at)) return nan_literal(at);
      if (c != '-' && !is_digit(c)) return unexpected(rule<"kserve/json-value">, at);
      Plain number;
      if (read_plain_integer(at, number) && ends_value(number.end.peek())) return number.end;
      Lexeme lexeme;
      behind = lexer_.number(at, lexeme);
    }
  }
  return behind ? behind : reject(lexer_.fault());
}

// Behind a value: the ends of as many objects and arrays as it is the last of, then a comma. Returns where the next
// value begins, or, at the depth outside, where the last one ended.
[[gnu::always_inline]] inline TextCursor Walk::after_value(TextCursor at, std::uint64_t outside) noexcept {
  while (position_.depth != outside) {
    at = skip_space(at);
    const bool array = top().array;
    if (at.is(array ? ']' : '}')) {
      at = close(at);
      if (!at) return {};
      continue;
    }
    if (!at.is(',')) return unexpected(rule<"kserve/json-separator">, at);
    if (array) ++top().number;
    at = skip_space(at.next());
    if (at.ended()) return unexpected(rule<"kserve/json-value">, at);
    return array ? at : key(at);
  }
  return at;
}

TextCursor Walk::skip(TextCursor at) noexcept {
  const std::uint64_t outside = position_.depth;
  while (at) {
    if (at.is('{') || at.is('[')) {
      const bool array = at.is('[');
      at = open(at, array);
      if (!at) return {};
      at = skip_space(at);
      if (at.ended()) return unexpected(rule<"kserve/json-value">, at);
      if (!at.is(array ? ']' : '}')) {
        if (!array) at = key(at);
        continue;
      }
      at = close(at);
    } else {
      at = scalar(at);
    }
    if (at) at = after_value(at, outside);
    if (position_.depth == outside) return at;
  }
  return {};
}

}  // namespace hallmark::kserve
