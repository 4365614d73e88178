// SPDX-License-Identifier: Apache-2.0
// JsonTape: a text of JSON, checked in one scan, as a row of tokens in scratch.
//
// The scan knows syntax, UTF-8, depth and equal keys, and no member of any format. It writes a token for each member,
// and for each object or array that is an element. Scalars in an array take none; only where there are objects or
// arrays among them, each run of scalars has a token. Nothing recurses: open brackets are linked.
#pragma once

#include <span>
#include <utility>

#include "core/findings.hpp"
#include "core/json_text.hpp"
#include "core/unique_names.hpp"
#include "hallmark/core/scratch.hpp"

namespace hallmark {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

// JsonToken holds offsets in the text: 32 bits, so text of 4 GiB is more than a tape can hold.
class JsonToken {
 public:
  static constexpr std::uint32_t no_link = UINT32_MAX >> 4;

  std::uint32_t key;    // of a member, where it begins, after the quote; of an entry of an array, which one it is
  std::uint32_t begin;  // of the value
  std::uint32_t size;   // of its text; while a walk is in it, what it stands in; while the scan is in an entry of it,
                        // where in it (Now::inside)

  // link is, of an object or array, the token that follows it; while the scan is in it, what it stands in.
  [[nodiscard]] static constexpr std::uint32_t bits(JsonKind kind, bool is_member, std::uint32_t link = 0) noexcept {
    return link << 4 | (is_member ? 8U : 0U) | static_cast<std::uint32_t>(kind);
  }
  void set(std::uint32_t bits) noexcept { bits_ = bits; }
  std::uint32_t exchange_link(std::uint32_t link) noexcept {
    return std::exchange(bits_, link << 4 | (bits_ & 15)) >> 4;
  }
  [[nodiscard]] std::uint32_t link() const noexcept { return bits_ >> 4; }
  [[nodiscard]] JsonKind kind() const noexcept { return static_cast<JsonKind>(bits_ & 7); }
  [[nodiscard]] bool is_member() const noexcept { return (bits_ & 8) != 0; }
  [[nodiscard]] bool nests() const noexcept { return (bits_ & nesting) != 0; }
  // is_run says that these are scalars of an array, which have one token for all of a row.
  [[nodiscard]] bool is_run() const noexcept { return !is_member() && !nests(); }
  [[nodiscard]] bool is_escaped_string() const noexcept { return bits_ >> 4 != 0; }  // there are backslashes

 private:
  static constexpr std::uint32_t nesting = 4;  // the bit that the kinds of arrays and objects share
  static_assert(static_cast<unsigned>(JsonKind::array) == nesting &&
                static_cast<unsigned>(JsonKind::object) == (nesting | 1));

  std::uint32_t bits_;
};
static_assert(sizeof(JsonToken) == 16);

// is_name says that a text begins with a name, and the quote that ends it.
template <std::size_t size_with_zero>
[[nodiscard, gnu::always_inline]] inline bool is_name(Bytes text, const char (&name)[size_with_zero]) noexcept {
  constexpr std::size_t size = size_with_zero - 1;
  constexpr std::size_t start = size < 4 ? size : 4;  // one comparison, which tells nearly all names apart
  return text.size() > size && std::memcmp(text.data(), name, start) == 0 &&
         std::memcmp(text.data() + start, name + start, size - start) == 0 && text[size] == std::byte{'"'};
}

class JsonTape;

// NonNumbers says where the format has a rule for what is written for a number that is none, such as NaN. Elsewhere
// that is no value. It is asked for each, while the scan stands there.
class NonNumbers {
 public:
  [[nodiscard]] virtual bool known_here(JsonTape& tape) noexcept = 0;

 protected:
  ~NonNumbers() = default;
};

class JsonTape final : public Place {
 public:
  static constexpr std::uint32_t none = JsonToken::no_link;

  // Where `non_numbers` is null the format has no rule for such.
  explicit JsonTape(const JsonRules& rules, NonNumbers* non_numbers = nullptr) noexcept
      : rules_(&rules), non_numbers_(non_numbers), lexer_(rules) {}

  // scan reads the object or array that begins at `first`, an offset of the text, and gives where it ends; nothing
  // where that cannot be known, or the walk is over. The tokens are then taken from the scratch.
  [[nodiscard]] TextCursor scan(Bytes text, std::uint64_t first, std::uint64_t max_depth, Scratch& scratch,
                                Findings& findings) noexcept;

  [[nodiscard]] const JsonToken& operator[](std::uint32_t index) const noexcept { return tokens_[index]; }
  // after gives the index of the token that follows a value and what is in it.
  [[nodiscard]] std::uint32_t after(std::uint32_t index) const noexcept {
    return tokens_[index].nests() ? tokens_[index].link() : index + 1;
  }
  // name gives a text for is_name, which begins with the key of a member without escapes, up to the next call.
  [[nodiscard, gnu::always_inline]] Bytes name(const JsonToken& member) noexcept {
    return longest_escaped_ == 0 ? text_.rest().subspan(member.key) : plain_name(member);
  }
  [[nodiscard]] bool has_escaped_keys() const noexcept { return longest_escaped_ != 0; }
  // key gives it as it is written.
  [[nodiscard, gnu::always_inline]] Bytes key(const JsonToken& member) const noexcept {
    // Before nearly all values stands `":`, which ends the key.
    const Bytes text = text_.rest();
    const bool ended = member.begin - member.key >= 2 && text[member.begin - 1] == std::byte{':'} &&
                       text[member.begin - 2] == std::byte{'"'};
    return ended ? text.subspan(member.key, member.begin - member.key - 2) : spaced_key(member);
  }
  [[nodiscard]] Bytes value(const JsonToken& token) const noexcept {
    return text_.rest().subspan(token.begin, token.size);
  }
  // begin gives the place of a value, up to the end of the text.
  [[nodiscard]] TextCursor begin(const JsonToken& token) const noexcept { return text_.skip(token.begin); }
  [[nodiscard]] std::uint64_t offset(TextCursor at) const noexcept { return at - text_; }
  [[nodiscard]] JsonLexer& lexer() noexcept { return lexer_; }
  // scalar_end passes over one that is known to be right.
  [[nodiscard]] TextCursor scalar_end(TextCursor at) noexcept;
  // first_scalar gives the place of the first scalar of a run, or of an array that has no tokens; next_scalar, after
  // the end of one, that of the next. Nothing where there is none.
  [[nodiscard]] TextCursor first_scalar(const JsonToken& token) const noexcept {
    const TextCursor at(text_.rest().subspan(token.begin));
    const TextCursor first = token.nests() ? skip_space(at.next()) : at;
    return first.is(']') ? TextCursor() : first;
  }
  [[nodiscard, gnu::always_inline]] TextCursor next_scalar(const JsonToken& token, TextCursor end) const noexcept {
    const TextCursor next = after_comma(skip_space(end));
    // A comma that follows the last of a run is part of it.
    return token.kind() == JsonKind::array || offset(next) - token.begin < token.size ? next : TextCursor();
  }

  // each_entry calls scalar(at, size) or nested(token) for the entries of an array, standing at each, as long as it is
  // true.
  template <class Scalar, class Nested>
  bool each_entry(std::uint32_t array, const Scalar& scalar, const Nested& nested) noexcept {
    const auto scalars = [&](const JsonToken& token, std::uint32_t entry) {
      for (TextCursor at = first_scalar(token); at; ++entry) {
        const TextCursor stop = scalar_end(at);
        stand(entry);
        if (!scalar(at, stop - at)) return false;
        at = next_scalar(token, stop);
      }
      return true;
    };
    const std::uint32_t end = after(array);
    if (array + 1 == end) return scalars(tokens_[array], 0);
    for (std::uint32_t i = array + 1; i != end; i = after(i)) {
      stand(tokens_[i].key);
      if (!(tokens_[i].nests() ? nested(i) : scalars(tokens_[i], tokens_[i].key))) return false;
    }
    return true;
  }

  // A walk over the tape stands in objects and arrays, so that it can be asked for its place. enter goes into one and
  // gives its size, which leave takes; stand says at which member of an object it stands, by its token, or at which
  // entry of an array.
  std::uint32_t enter(std::uint32_t index) noexcept {
    position_ = 0;
    return std::exchange(tokens_[index].size, std::exchange(top_, index));
  }
  void leave(std::uint32_t size) noexcept {
    JsonToken& token = tokens_[top_];
    position_ = token.is_member() ? top_ : token.key;
    top_ = std::exchange(token.size, size);
  }
  void leave_all() noexcept {
    top_ = none;
    element = UINT64_MAX;
  }
  void stand(std::uint64_t position) noexcept { position_ = static_cast<std::uint32_t>(position); }
  [[nodiscard]] std::uint32_t top() const noexcept { return top_; }

  // write gives the path of the place: `inputs[0].parameters.a`, then the field of a violation, and of that the
  // element.
  void write(TextSink& out, const Violation& violation) const noexcept override;
  std::uint64_t element = UINT64_MAX;

  // bound gives the bytes of scratch that the tokens take. Beside them the scan borrows what find_same_names takes of
  // keys.
  [[nodiscard]] static std::uint64_t bound(const JsonSize& size) noexcept;

 private:
  // Now is what the scan changes with every token: handed on by value, so that it stays in registers.
  struct Now {
    TextCursor text;
    JsonToken* tokens;
    JsonToken* end;        // of their room
    JsonToken* last;       // written
    JsonToken* open;       // the object or array, or null
    JsonToken* member;     // of an object that is open, the one at hand, or null
    std::uint32_t inside;  // of an array that is open, the entry at hand; of an object, its keys hashed to bits
    unsigned byte;         // at the place that is returned

    [[nodiscard]] std::uint32_t narrow(TextCursor at) const noexcept { return static_cast<std::uint32_t>(at - text); }
    [[nodiscard]] std::uint32_t index(const JsonToken* token) const noexcept {
      return static_cast<std::uint32_t>(token - tokens);
    }
  };
  // What `inside` is where two keys may be equal.
  static constexpr std::uint32_t all_seen = UINT32_MAX;

  static TextCursor skip(TextCursor at, Now& now) noexcept;
  TextCursor key(TextCursor begin, Now& now) noexcept;
  TextCursor members(TextCursor at, Now& now) noexcept;
  static TextCursor next_quote(TextCursor at) noexcept;
  TextCursor run(TextCursor at, Now& now) noexcept;
  TextCursor scalar(TextCursor at, std::uint32_t& bits, const Now& now) noexcept;
  [[gnu::noinline]] TextCursor next_key(TextCursor at, Now now) noexcept;
  [[gnu::noinline]] TextCursor other_key(TextCursor begin, Now now) noexcept;
  [[gnu::noinline]] TextCursor other_scalar(TextCursor at, Now now) noexcept;
  [[gnu::noinline]] bool check_keys(Now now) noexcept;
  [[nodiscard, gnu::noinline]] Bytes spaced_key(const JsonToken& member) const noexcept;
  [[gnu::noinline, gnu::cold]] Bytes plain_name(const JsonToken& member) noexcept;
  bool report_key(std::uint32_t member) noexcept;
  [[nodiscard]] std::span<std::byte> free() const noexcept { return std::as_writable_bytes(tokens_.subspan(size_)); }

  // stop makes the tape stand where the scan is. reject and unexpected end the scan: by a rule, or by the byte at `at`,
  // which may be missing.
  void stop(const Now& now) noexcept;
  bool report(const Rule& rule, TextCursor at, std::uint64_t length, Number actual = {}, Number expected = {}) noexcept;
  [[gnu::cold, gnu::noinline]] TextCursor reject(Now now, const Rule& rule, TextCursor at, std::uint64_t length,
                                                 Number actual = {}, Number expected = {}) noexcept;
  [[gnu::cold, gnu::noinline]] TextCursor rejected(Now now) noexcept;
  [[gnu::cold, gnu::noinline]] TextCursor unexpected(Now now, const Rule& broken, TextCursor at) noexcept;
  [[gnu::cold, gnu::noinline]] TextCursor exhausted(Now now, TextCursor at) noexcept;

  const JsonRules* rules_;
  NonNumbers* non_numbers_;
  JsonLexer lexer_;
  Findings* findings_ = nullptr;
  TextCursor text_;
  bool walking_ = false;  // the scan is done
  bool whole_ = true;     // the text, not as much of it as a tape can hold
  std::span<JsonToken> tokens_;
  std::uint32_t size_ = 0;
  std::span<std::byte> spare_;  // for the keys of a path without their escapes, one at a time
  std::size_t longest_escaped_ = 0;
  std::uint32_t top_ = none;                   // what is open
  std::uint32_t position_ = none;              // in it: the token of a member, the number of an entry
  std::byte plain_[longest_written_name + 1];  // the last name that was asked for, and a quote
};

}  // namespace hallmark
