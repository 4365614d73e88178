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

constexpr std::size_t few = 8;  // keys that are compared one with the other

bool differ(std::span<const Key> keys) noexcept {
  for (std::size_t i = 1; i < keys.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      if (keys[i].text.size() == keys[k].text.size() && as_text(keys[i].text) == as_text(keys[k].text)) return false;
    }
  }
  return true;
}

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

bool Walk::tell(Phase phase, const Rule& rule, At at, std::uint64_t length, Number actual, Number expected,
                const char* field) noexcept {
  if (findings_.stopped()) return false;
  if (phase == Phase::syntax && again_) return true;
  if (severity_under(rule, options_.profile) != Severity::error && !findings_.validating()) return true;
  if (phase != phase_) {
    noticed_ |= 1U << static_cast<unsigned>(phase);
    return true;
  }
  in_.require(false, rule, offset(at), length, field, actual, expected);
  return !findings_.stopped();
}

At Walk::fail(const Rule& rule, At at, std::uint64_t length, Number actual, Number expected) noexcept {
  in_.require(false, rule, offset(at), length, "", actual, expected);
  return nullptr;
}

At Walk::missing(const Rule& broken, At at) noexcept {
  return ended(at) ? fail(rule<"kserve/json-truncated">, at, 0) : fail(broken, at, 1, byte_at(at));
}

At Walk::open(At at, bool array) noexcept {
  const std::uint64_t depth = position_.depth + 1;
  if (depth > position_.frames.size()) {
    return depth > max_depth_ ? fail(rule<"kserve/depth">, at, 1, depth, max_depth_) : exhausted(at);
  }
  position_.depth = depth;
  Frame& frame = top();
  frame.keyed = false;
  frame.array = array;
  frame.number = array ? 0 : key_count_;
  return at + 1;
}

At Walk::close(At at) noexcept {
  if (!top().array && !unique(top().number, Phase::syntax, rule<"kserve/duplicate-key">)) return nullptr;
  --position_.depth;
  return at + 1;
}

bool Walk::push_key(const Key& key) noexcept {
  if (key_count_ == tables_.keys.size()) return exhausted(key.at) != nullptr;
  tables_.keys[static_cast<std::size_t>(key_count_++)] = key;
  return true;
}

bool Walk::unique(std::uint64_t first, Phase phase, const Rule& rule) noexcept {
  const auto keys = tables_.keys.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(key_count_ - first));
  key_count_ = first;
  if (keys.size() < 2 || (phase == Phase::syntax && again_)) return true;
  if (keys.size() <= few && differ(keys)) return true;
  Scratch sorting(tables_.sorting);
  const auto same = find_same_names(keys.size(), [keys](std::uint32_t index) { return keys[index].text; }, sorting);
  if (!same) return exhausted(keys.front().at) != nullptr;
  for (std::uint64_t i = 0; i < same->size(); ++i) {
    const Key& later = keys[(*same)[i].later];
    Frame& frame = top();
    const auto length = static_cast<std::uint64_t>(lexeme_end(later.at) - later.at);
    if (frame.array) {
      frame.number = later.index;
    } else {
      frame.key = later.text;
      frame.keyed = true;
    }
    if (!tell(phase, rule, later.at, length, {}, {}, frame.array ? "name" : "")) return false;
  }
  return true;
}

// The end of a string that has been read before.
At Walk::lexeme_end(At quote) noexcept {
  Text text;
  return lexer_.string(quote, text);
}

bool Walk::unescape_key(const Text& read, Key& text) noexcept {
  // Keys that are read again have had their room, and nobody asks for them.
  if (again_) return true;
  if (text.text.size() > texts_.size()) return exhausted(text.at) != nullptr;
  std::byte* const end = unescape(read, texts_.data());
  const auto size = static_cast<std::size_t>(end - texts_.data());
  text.text = texts_.first(size);
  texts_ = texts_.subspan(size);
  return true;
}

At Walk::key(At at, Key& key) noexcept {
  top().keyed = false;
  if (byte_at(at) != '"') return missing(rule<"kserve/json-key">, at);
  at = string(at, key);
  if (at == nullptr) return nullptr;
  top().key = key.text;
  top().keyed = true;
  at = lexer_.space(at);
  if (ended(at) || byte_at(at) != ':') return missing(rule<"kserve/json-colon">, at);
  if (!push_key(key)) return nullptr;
  at = lexer_.space(at + 1);
  return ended(at) ? missing(rule<"kserve/json-value">, at) : at;
}

bool Walk::is_nan_literal(At at) const noexcept {
  const unsigned char c = byte_at(at);
  if (!in_data_) return false;
  return c == 'N' || c == 'I' || (c == '-' && at + 1 != lexer_.end() && byte_at(at + 1) == 'I');
}

At Walk::nan_literal(At at) noexcept {
  const unsigned char c = byte_at(at);
  const At behind = lexer_.word(at, c == 'N' ? "NaN" : c == 'I' ? "Infinity" : "-Infinity");
  if (behind == nullptr)
    return ended(lexer_.fault().at) ? fail(lexer_.fault()) : missing(rule<"kserve/json-value">, at);
  return tell(Phase::syntax, rule<"kserve/nan-literal">, at, static_cast<std::uint64_t>(behind - at)) ? behind
                                                                                                      : nullptr;
}

At Walk::scalar(At at) noexcept {
  At behind = nullptr;
  switch (const unsigned char c = byte_at(at)) {
    case '"': {
      Text text;
      behind = lexer_.string(at, text);
      break;
    }
    case 't': behind = lexer_.word(at, "true"); break;
    case 'f': behind = lexer_.word(at, "false"); break;
    case 'n': behind = lexer_.word(at, "null"); break;
    default: {
      if (is_nan_literal(at)) return nan_literal(at);
      if (c != '-' && !is_digit(c)) return missing(rule<"kserve/json-value">, at);
      Lexeme lexeme;
      behind = lexer_.number(at, lexeme);
    }
  }
  return behind == nullptr ? fail(lexer_.fault()) : behind;
}

At Walk::skip(At at) noexcept {
  const std::uint64_t outside = position_.depth;
  for (;;) {
    const unsigned char c = byte_at(at);
    if (c == '{' || c == '[') {
      at = open(at, c == '[');
      if (at == nullptr) return nullptr;
      at = lexer_.space(at);
      if (ended(at)) return missing(rule<"kserve/json-value">, at);
      if (byte_at(at) == (c == '{' ? '}' : ']')) {
        at = close(at);
        if (at == nullptr) return nullptr;
      } else {
        Key name;
        if (c == '{') at = key(at, name);
        if (at == nullptr) return nullptr;
        continue;
      }
    } else {
      at = scalar(at);
      if (at == nullptr) return nullptr;
    }
    // Behind a value: the ends of as many as it is the last of, then a comma.
    for (;;) {
      if (position_.depth == outside) return at;
      at = lexer_.space(at);
      if (ended(at)) return missing(rule<"kserve/json-separator">, at);
      const bool array = top().array;
      if (byte_at(at) == (array ? ']' : '}')) {
        at = close(at);
        if (at == nullptr) return nullptr;
        continue;
      }
      if (byte_at(at) != ',') return missing(rule<"kserve/json-separator">, at);
      if (array) ++top().number;
      at = lexer_.space(at + 1);
      if (ended(at)) return missing(rule<"kserve/json-value">, at);
      Key name;
      if (!array) at = key(at, name);
      if (at == nullptr) return nullptr;
      break;
    }
  }
}

}  // namespace hallmark::kserve
