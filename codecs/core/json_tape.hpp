// JsonTape: a text of JSON, checked in one scan, as a row of tokens in scratch.
//
// The scan knows syntax, UTF-8, depth and equal keys, and no member of any format. It writes a token for each member,
// and for each object or array that is an element. Scalars in an array take none: the array counts them, and where
// there are objects or arrays among them, each run of scalars has a token. Nothing recurses: open brackets are linked.
#pragma once

#include <optional>
#include <span>
#include <utility>

#include "core/findings.hpp"
#include "core/json_text.hpp"
#include "core/unique_names.hpp"
#include "hallmark/core/scratch.hpp"

namespace hallmark {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object, run };

// JsonToken holds offsets in the text: 32 bits, so text of 4 GiB is more than a tape can hold.
struct JsonToken {
  std::uint32_t key = 0;       // of a member, behind the quote; 0 of an element
  std::uint32_t key_size = 0;  // without the quotes
  std::uint32_t begin = 0;     // of the value
  std::uint32_t size = 0;      // of its text; of an object that is open, its keys hashed to bits
  std::uint32_t match = 0;     // of an object or array the token that follows it; while it is open, what it stands in
  std::uint32_t count = 0;     // of its entries; while it is open, those before the one at hand
  JsonKind kind = JsonKind::null;
  bool key_escaped = false;
  bool escaped = false;  // a string with backslashes; an object, some of whose keys may be equal

  [[nodiscard]] bool is_member() const noexcept { return key != 0; }
  [[nodiscard]] bool nests() const noexcept { return kind == JsonKind::array || kind == JsonKind::object; }
};

class JsonTape;

// NonNumbers says where the format has a rule for what is written for a number that is none, such as NaN. Elsewhere
// that is no value. It is asked for each, while the scan stands there.
class NonNumbers {
 public:
  [[nodiscard]] virtual bool known_here(const JsonTape& tape) noexcept = 0;

 protected:
  ~NonNumbers() = default;
};

class JsonTape final : public Place {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::uint32_t few_keys = 16;  // are compared one with the other, where no text has escapes

  JsonTape(const JsonRules& rules, NonNumbers& non_numbers) noexcept
      : rules_(&rules), non_numbers_(&non_numbers), lexer_(rules) {}

  // scan reads the object or array that begins at `first`, an offset of the text, and gives where it ends; nothing
  // where that cannot be known, or the walk is over. The tokens are then taken from the scratch.
  [[nodiscard]] TextCursor scan(Bytes text, std::uint64_t first, std::uint64_t max_depth, Scratch& scratch,
                                Findings& findings) noexcept;

  [[nodiscard]] const JsonToken& operator[](std::uint32_t index) const noexcept { return tokens_[index]; }
  [[nodiscard]] std::uint32_t index(const JsonToken& token) const noexcept {
    return static_cast<std::uint32_t>(&token - tokens_.data());
  }
  // after gives the index of the token that follows a value and what is in it.
  [[nodiscard]] std::uint32_t after(std::uint32_t index) const noexcept {
    return tokens_[index].nests() ? tokens_[index].match : index + 1;
  }
  [[nodiscard, gnu::always_inline]] bool is(const JsonToken& member, std::string_view name) const noexcept {
    if (member.key_escaped) [[unlikely]]
      return is_escaped_key(key(member), name);
    return member.key_size == name.size() && std::memcmp(key(member).data(), name.data(), name.size()) == 0;
  }
  [[nodiscard]] Bytes key(const JsonToken& member) const noexcept {
    return text_.rest().subspan(member.key, member.key_size);
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

  // each_entry calls each(at, size, token) for the entries of an array, of which scalars have no token, as long as it
  // is true. `end` and `count` are what the array says before it is entered.
  template <class Each>
  bool each_entry(std::uint32_t array, std::uint32_t end, std::uint32_t count, const Each& each) noexcept {
    const auto scalars = [&](TextCursor at, std::uint32_t left) {
      for (; left != 0; --left) {
        const TextCursor stop = scalar_end(at);
        if (!each(at, stop - at, none)) return false;
        at = skip_space(stop);
        if (at.is(',')) at = skip_space(at.next());
      }
      return true;
    };
    if (array + 1 == end) return scalars(skip_space(begin(tokens_[array]).next()), count);
    for (std::uint32_t i = array + 1; i != end;) {
      const JsonToken& token = tokens_[i];
      const std::uint32_t next = after(i);
      const bool run = token.kind == JsonKind::run;
      if (!(run ? scalars(begin(token), token.count) : each(begin(token), token.size, i))) return false;
      i = next;
    }
    return true;
  }

  // A walk over the tape stands in objects and arrays, so that it can be asked for its place. enter goes into one and
  // gives the index behind its last token, which leave takes; stand says at which member of an object it stands,
  // stand_at at which entry of an array, pass goes on to the next.
  std::uint32_t enter(std::uint32_t index) noexcept {
    JsonToken& token = tokens_[index];
    token.count = 0;
    return std::exchange(token.match, std::exchange(top_, index));
  }
  void leave(std::uint32_t end) noexcept {
    member_ = top_;
    top_ = std::exchange(tokens_[top_].match, end);
  }
  void leave_all() noexcept {
    top_ = none;
    element = UINT64_MAX;
  }
  void stand(std::uint32_t member) noexcept { member_ = member; }
  void stand_at(std::uint64_t entry) noexcept { tokens_[top_].count = static_cast<std::uint32_t>(entry); }
  void pass(std::uint64_t entries = 1) noexcept { tokens_[top_].count += static_cast<std::uint32_t>(entries); }
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
    JsonToken* last;
    JsonToken* open;    // the object or array
    JsonToken* member;  // of an object that is open, the one at hand
    std::uint32_t size;
    std::uint32_t top;  // the index of `open`
  };
  bool push(Now& now) noexcept;
  TextCursor open(TextCursor at, Now& now) noexcept;
  TextCursor key(TextCursor at, Now& now) noexcept;
  TextCursor run(TextCursor at, JsonToken& run, const Now& now) noexcept;
  TextCursor scalar(TextCursor at, JsonToken& token, const Now& now) noexcept;
  [[gnu::noinline]] TextCursor other_key(TextCursor begin, Now now) noexcept;
  [[gnu::noinline]] TextCursor other_scalar(TextCursor at, Now now) noexcept;
  [[gnu::noinline]] bool check_keys(Now now) noexcept;
  bool report_key(std::uint32_t member) noexcept;
  [[nodiscard]] std::span<std::byte> free() const noexcept { return std::as_writable_bytes(tokens_.subspan(size_)); }
  [[nodiscard]] std::uint32_t narrow(TextCursor at) const noexcept { return static_cast<std::uint32_t>(offset(at)); }

  // stop makes the tape stand where the scan is. reject and unexpected end the scan: by a rule, or by the byte at `at`,
  // which may be missing.
  void stop(Now now) noexcept;
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
  bool whole_ = true;  // the text, not as much of it as a tape can hold
  std::span<JsonToken> tokens_;
  std::uint32_t size_ = 0;
  std::span<std::byte> spare_;  // for the keys of a path without their escapes, one at a time
  std::size_t longest_escaped_ = 0;
  std::uint32_t top_ = none;     // what is open
  std::uint32_t member_ = none;  // of an object that is open, the one at hand
};

}  // namespace hallmark
