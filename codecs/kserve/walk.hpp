// Walk: one pass over a body, that decoding and validating share. README.md.
//
// Findings come in phases: what is wrong with the JSON as JSON, then with its members, then with each tensor. One pass
// looks for all of them and reports those of the first phase; where it found any of another, the JSON is read again to
// report them. A valid body is read once.
#pragma once

#include "core/cursor.hpp"
#include "core/memory_rules.hpp"
#include "core/reader.hpp"
#include "hallmark/core/tensor.hpp"
#include "hallmark/kserve.hpp"
#include "kserve/json.hpp"
#include "kserve/rules.hpp"

namespace hallmark::kserve {

// Frame is what a walk knows of one object or array that is open.
struct Frame {
  Bytes key;           // of the member read last, unescaped; of objects
  bool keyed = false;  // there is one: else the frame adds nothing to a path
  bool array = false;
  std::uint64_t number = 0;  // of an array the element read last, of an object its first entry in the table of keys
};

// Key is a name that must be unique: of the members of an open object, or of the tensors in a list.
struct Key {
  static constexpr std::uint64_t absent = UINT64_MAX;

  std::uint64_t at = absent;  // offset of its opening quote
  Bytes text;                 // unescaped
  std::uint64_t index = 0;    // of the tensor whose name it is
};

// Claim is what a tensor says of the binary data behind the JSON.
struct Claim {
  std::uint64_t index = 0;     // of the tensor in its list
  std::uint64_t bytes = 0;     // binary_data_size
  std::uint64_t elements = 0;  // what the shape says
  bool binary = false;
  bool sound = false;  // shape, datatype and size are in order: the data can be looked at
};

// Tables are the memory of a walk.
struct Tables {
  std::span<Frame> frames;
  std::span<Key> keys;
  std::span<std::byte> sorting;  // what looking for equal keys takes
  std::span<MessageTensor> tensors;
  std::span<Claim> claims;      // one for each
  std::span<std::byte> texts;   // names and keys without their escapes
  std::span<std::byte> values;  // shapes and converted data
};

// Position writes paths from the open frames: `inputs[0].parameters.binary_data_size`.
class Position final : public Place {
 public:
  void write(TextSink& out, const Violation& violation) const noexcept override;

  std::span<Frame> frames;
  std::uint64_t depth = 0;
  std::uint64_t element = UINT64_MAX;  // index behind the field of a violation
};

// Slot is a value that is judged later: its text, or nothing where it is not there.
struct Slot {
  Bytes text;

  [[nodiscard]] bool there() const noexcept { return text.data() != nullptr; }
  [[nodiscard]] std::uint64_t length() const noexcept { return text.size(); }
  [[nodiscard]] TextCursor begin() const noexcept { return TextCursor(text); }
};

// What a tensor says of itself, while its object is read. `sound` says that the value was read and breaks no rule.
struct DraftShape {
  Slot slot;
  bool sound = false;
  Shape dims;
  ElementCount count;
};
struct DraftDatatype {
  Slot slot;
  bool sound = false;
  DType dtype = DType::bytes;
};
struct DraftSize {  // binary_data_size
  Slot slot;
  bool sound = false;
  bool wrong_type = false;  // which is reported as one of a parameter
  std::uint64_t bytes = 0;
};
struct DraftSharedMemory {
  Slot slot;
  bool wrong_type = false;
};
struct DraftData {
  Slot slot;
  bool null = false;
  bool converted = false;      // false: they stood before the shape or the datatype
  std::uint64_t elements = 0;  // read from JSON
  TextCursor misshapen;        // the first place that is not nested as the shape says
  Bytes bytes;                 // the elements, converted

  [[nodiscard]] bool there() const noexcept { return slot.there() && !null; }
};
struct Draft {
  TextCursor object;
  std::uint64_t object_size = 0;
  Bytes name;
  bool seen_name = false;
  bool named = false;  // the name is a string
  DraftShape shape;
  DraftDatatype datatype;
  DraftSize size;
  DraftSharedMemory shared;
  DraftData data;
  Slot parameters;

  [[nodiscard]] bool sound() const noexcept { return shape.sound && datatype.sound; }
};

// Root is what the outermost object has had so far.
struct Root {
  bool listed = false;  // the tensors
  bool wanted = false;  // the outputs that a request asks for
  bool configured = false;
  unsigned texts_read = 0;
  Slot error;
  bool error_is_text = false;
  std::uint64_t members = 0;
};

// DataNesting is how the arrays in the data of a tensor are nested.
struct DataNesting {
  std::uint64_t outside = 0;  // depth of the walk around them
  std::uint64_t rank = 0;     // of the shape
  std::uint64_t leaf = 0;     // the level at which elements stand, from 1; 0: not known yet
};

class Walk {
 public:
  Walk(Role role, Bytes body, Scratch& scratch, const Options& options, Findings& findings,
       Position& position) noexcept;

  void run() noexcept;

  [[nodiscard]] Reader& in() noexcept { return in_; }
  [[nodiscard]] Bytes json() const noexcept { return json_; }
  [[nodiscard]] std::uint64_t header_length() const noexcept { return header_length_; }
  [[nodiscard]] std::span<const MessageTensor> tensors() const noexcept {
    return tables_.tensors.first(static_cast<std::size_t>(tensor_count_));
  }

 private:
  enum class Phase : std::uint8_t { syntax, members, tensors, body };

  [[nodiscard]] std::uint64_t offset(TextCursor at) const noexcept { return at - start_; }
  [[nodiscard]] Frame& top() noexcept { return position_.frames[static_cast<std::size_t>(position_.depth - 1)]; }

  // report records a finding in its phase. False: the walk is over.
  [[gnu::noinline, gnu::cold]] bool report(Phase phase, const Rule& rule, TextCursor at, std::uint64_t length,
                                           Number actual = {}, Number expected = {}, const char* field = "") noexcept;
  bool report(Phase phase, const Rule& rule, const Slot& slot, Number actual = {}, Number expected = {},
              const char* field = "") noexcept {
    return report(phase, rule, slot.begin(), slot.length(), actual, expected, field);
  }
  // reject ends the walk by a rule of the JSON, unexpected by one that the byte at `at` breaks, or by the end of the
  // JSON where a byte is missing. All return a false cursor.
  [[gnu::noinline, gnu::cold]] TextCursor reject(const Rule& rule, TextCursor at, std::uint64_t length,
                                                 Number actual = {}, Number expected = {}) noexcept;
  TextCursor reject(const Fault& fault) noexcept { return reject(*fault.rule, fault.at, fault.length, fault.actual); }
  [[gnu::noinline, gnu::cold]] TextCursor unexpected(const Rule& broken, TextCursor at) noexcept;
  TextCursor exhausted(TextCursor at) noexcept { return reject(hallmark::rule<"hallmark/scratch-exhausted">, at, 1); }

  // framing.cpp
  bool check_header_length() noexcept;
  bool take_tables() noexcept;
  void begin_pass(Phase phase) noexcept;
  bool read_json() noexcept;
  bool check_trailing_json(TextCursor at) noexcept;

  // payload.cpp: what stands behind the JSON.
  void check_body() noexcept;
  bool locate_data(std::uint64_t& at, std::uint64_t& declared) noexcept;
  bool check_trailing_bytes(std::uint64_t at) noexcept;
  void check_payload(const MessageTensor& tensor, const Claim& claim) noexcept;
  void check_elements(const MessageTensor& tensor, const Claim& claim) noexcept;

  // document.cpp: any JSON.
  TextCursor open(TextCursor at, bool array) noexcept;
  TextCursor close(TextCursor at) noexcept;
  // key reads a key and its colon, and returns where the value begins; last_key is then what it read.
  TextCursor key(TextCursor at) noexcept;
  [[nodiscard]] const Key& last_key() const noexcept { return tables_.keys[static_cast<std::size_t>(key_count_ - 1)]; }
  TextCursor string(TextCursor at, Key& text) noexcept;
  // By value, so that what the common path reads stays in registers.
  struct AnyString {
    TextCursor behind;
    Key text;
  };
  [[gnu::noinline, gnu::cold]] AnyString any_string(TextCursor at) noexcept;
  bool unescape_key(const Text& read, Key& text) noexcept;
  // is_nan_literal says, at a byte that starts no value of JSON, whether it may be taken for one in data.
  [[nodiscard]] bool is_nan_literal(TextCursor at) const noexcept;
  TextCursor nan_literal(TextCursor at) noexcept;
  // scalar reads a value that is neither object nor array.
  TextCursor scalar(TextCursor at) noexcept;
  // skip reads any value.
  TextCursor skip(TextCursor at) noexcept;
  TextCursor after_value(TextCursor at, std::uint64_t outside) noexcept;
  [[gnu::always_inline]] bool push_key(const Key& key) noexcept {
    if (key_count_ == tables_.keys.size()) [[unlikely]]
      return static_cast<bool>(exhausted(start_.skip(key.at)));
    tables_.keys[static_cast<std::size_t>(key_count_++)] = key;
    return true;
  }
  // unique looks at the keys from `first` on, and forgets them.
  [[gnu::always_inline]] bool unique(std::uint64_t first, Phase phase, const Rule& rule) noexcept {
    const auto keys =
        tables_.keys.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(key_count_ - first));
    key_count_ = first;
    return keys.size() < 2 || differ_in_length(keys) || differ(keys) || report_same(keys, phase, rule);
  }
  // differ_in_length is true of most keys that are all different, differ of few such keys; report_same looks for equal
  // ones among any number.
  static bool differ_in_length(std::span<const Key> keys) noexcept;
  static bool differ(std::span<const Key> keys) noexcept;
  bool report_same(std::span<const Key> keys, Phase phase, const Rule& rule) noexcept;
  bool report_duplicate(const Key& later, Phase phase, const Rule& rule) noexcept;
  // object calls member(key, at), array element(at), for each; both return where the value ends.
  template <class Member>
  TextCursor object(TextCursor at, const Member& member) noexcept;
  // closing() is asked at the end of the array, while it is open; false: the walk is over.
  template <class Element, class Closing>
  TextCursor array(TextCursor at, const Element& element, const Closing& closing) noexcept;
  template <class Element>
  TextCursor array(TextCursor at, const Element& element) noexcept {
    return array(at, element, [] { return true; });
  }

  // schema.cpp: the members of a message.
  TextCursor root(TextCursor at) noexcept;
  TextCursor member_of_message(Root& root, const Key& key, TextCursor at) noexcept;
  bool finish_without_list(const Root& root, TextCursor object) noexcept;
  TextCursor optional_text(TextCursor at) noexcept;
  // null_member reads a null where a message would rather have left the member out.
  TextCursor null_member(Json wanted, TextCursor at) noexcept;
  // list reads `inputs` or `outputs`: tensors, or what a request wants back.
  TextCursor list(TextCursor at, bool tensors) noexcept;
  TextCursor tensor(TextCursor at, Key& named) noexcept;
  TextCursor any_tensor(TextCursor at, Draft& draft, Key& named) noexcept;
  TextCursor member_of_tensor(Draft& draft, const Key& key, TextCursor at) noexcept;
  TextCursor requested(TextCursor at, Key& named) noexcept;
  TextCursor parameters(TextCursor at, Draft* draft, std::string_view flag) noexcept;
  TextCursor parameter(std::string_view name, TextCursor at, Draft* draft, std::string_view flag) noexcept;
  TextCursor name(TextCursor at, Key& name, bool& named) noexcept;
  TextCursor wrong_type(Json wanted, TextCursor at) noexcept;
  bool require_member(bool there, Member which, TextCursor object) noexcept;

  // tensors.cpp: what a tensor says of itself.
  TextCursor plain_shape(TextCursor at, DraftShape& shape) noexcept;
  TextCursor shape(TextCursor at, Draft& draft) noexcept;
  TextCursor datatype(TextCursor at, Draft& draft) noexcept;
  void size(TextCursor at, Draft& draft) noexcept;
  bool finish(Draft& draft) noexcept;
  bool finish_shape(const Draft& draft) noexcept;
  bool finish_size(Draft& draft) noexcept;
  bool finish_shared(const Draft& draft) noexcept;
  bool finish_without_data(const Draft& draft, const Claim& claim) noexcept;
  bool finish_binary(const Draft& draft, Claim& claim, std::uint64_t expected) noexcept;
  bool finish_data(Draft& draft, const Claim& claim) noexcept;
  static bool expected_size(const Draft& draft, std::uint64_t& bytes) noexcept;
  bool keep(const Draft& draft, const Claim& claim) noexcept;
  // IntegerRules are the ways in which a number is no size or dimension: `wide` needs the 64th bit, `range` more.
  struct IntegerRules {
    const Rule& bad;
    const Rule& lexeme;
    const Rule& wide;
    const Rule& range;
  };
  bool report_integer(const Slot& slot, const IntegerRules& rules, const char* field) noexcept;

  // data.cpp: data in JSON.
  // takes_json says whether the profile reads elements of a datatype in JSON.
  [[nodiscard]] bool takes_json(DType dtype) const noexcept;
  TextCursor data(TextCursor at, Draft& draft) noexcept;
  bool reread_data(Draft& draft) noexcept;
  TextCursor elements(TextCursor at, Draft& draft) noexcept;
  TextCursor open_data(TextCursor at, const DataNesting& nesting, Draft& draft) noexcept;
  TextCursor close_data(TextCursor at, const DataNesting& nesting, Draft& draft) noexcept;
  TextCursor data_elements(TextCursor at, DataNesting& nesting, Draft& draft) noexcept;
  TextCursor after_data(TextCursor at, const DataNesting& nesting, Draft& draft) noexcept;
  TextCursor element(TextCursor at, DType dtype) noexcept;
  TextCursor null_element(TextCursor at, TextCursor behind, DType dtype) noexcept;
  TextCursor nan_element(TextCursor at, DType dtype) noexcept;
  TextCursor number_element(TextCursor at, DType dtype) noexcept;
  TextCursor bytes_element(TextCursor at) noexcept;
  [[gnu::always_inline]] bool put(std::uint64_t bits, std::uint64_t size) noexcept {
    if (values_.size() < size) return false;
    store_bits(values_.data(), bits, size);
    values_ = values_.subspan(static_cast<std::size_t>(size));
    return true;
  }

  // plain_objects.cpp: read an object of a list, or change nothing.
  TextCursor plain_tensor(TextCursor at, Draft& draft, Key& named) noexcept;
  TextCursor plain_requested(TextCursor at, Key& named) noexcept;
  [[nodiscard]] bool can_nest() const noexcept;
  TextCursor plain_data(TextCursor at, Draft& draft) noexcept;
  TextCursor plain_parameters(TextCursor at, Draft& draft) noexcept;

  // plain_data.cpp: reads as many elements as it can without a look back, and returns the end of the last.
  TextCursor plain_elements(TextCursor at, DType dtype, std::uint64_t& count) noexcept;
  TextCursor plain_booleans(TextCursor at, std::uint64_t& count) noexcept;
  TextCursor plain_strings(TextCursor at, std::uint64_t& count) noexcept;
  TextCursor plain_string_row(TextCursor at, std::size_t& used, std::uint64_t& strings) const noexcept;
  TextCursor plain_integers(TextCursor at, DType dtype, std::uint64_t& count) noexcept;
  template <DType dtype>
  TextCursor plain_reals(TextCursor at, std::uint64_t& count) noexcept;

  Role role_;
  Bytes body_;
  TextCursor start_;  // the body from its first byte on
  TextCursor text_;   // the same, up to the end that the header length gives the JSON
  Scratch& scratch_;
  Options options_;
  Findings& findings_;
  Position& position_;
  Reader in_;
  Lexer lexer_;
  Tables tables_;
  Bytes json_;
  std::uint64_t header_length_ = 0;
  std::uint64_t max_depth_;
  std::uint64_t max_rank_;

  Phase phase_ = Phase::syntax;
  unsigned pending_ = 0;    // phases that have something to report, as bits
  bool rereading_ = false;  // this part of the JSON has been read before in the same pass
  bool in_data_ = false;    // inside the data of a tensor
  bool sizes_known_ = true;
  std::uint64_t key_count_ = 0;
  std::uint64_t tensor_count_ = 0;
  std::span<std::byte> texts_;  // what is left of the tables
  std::span<std::byte> values_;
};

// Sizes are the entries of each table that JSON can need.
struct Sizes {
  std::uint64_t frames = 0;
  std::uint64_t keys = 0;
  std::uint64_t tensors = 0;
  std::uint64_t texts = 0;
  std::uint64_t values = 0;

  [[nodiscard]] std::uint64_t bytes() const noexcept;
};
[[nodiscard]] Sizes sizes_of(Bytes body, const Options& options) noexcept;
// most_sizes gives those of any JSON of a length.
[[nodiscard]] Sizes most_sizes(std::uint64_t length, std::uint64_t max_depth) noexcept;

[[gnu::always_inline]] inline TextCursor Walk::string(TextCursor at, Key& text) noexcept {
  const TextCursor begin = at.next();
  const TextCursor end = find_not_plain(begin);
  if (!end.is('"')) [[unlikely]] {
    const AnyString any = any_string(at);
    text.at = any.text.at;
    text.text = any.text.text;
    return any.behind;
  }
  text.at = offset(at);
  text.text = begin.to(end);
  return end.next();
}

[[gnu::always_inline]] inline TextCursor Walk::open(TextCursor at, bool array) noexcept {
  const std::uint64_t depth = position_.depth + 1;
  if (depth > position_.frames.size()) {
    return depth > max_depth_ ? reject(rule<"kserve/depth">, at, 1, depth, max_depth_) : exhausted(at);
  }
  position_.depth = depth;
  Frame& frame = top();
  frame.keyed = false;
  frame.array = array;
  frame.number = array ? 0 : key_count_;
  return at.next();
}

[[gnu::always_inline]] inline TextCursor Walk::close(TextCursor at) noexcept {
  if (!top().array && !unique(top().number, Phase::syntax, rule<"kserve/duplicate-key">)) return {};
  --position_.depth;
  return at.next();
}

[[gnu::always_inline]] inline TextCursor Walk::key(TextCursor at) noexcept {
  Frame& frame = top();
  frame.keyed = false;
  if (!at.is('"')) return unexpected(rule<"kserve/json-key">, at);
  Key key;
  at = string(at, key);
  if (!at) return {};
  frame.key = key.text;
  frame.keyed = true;
  at = skip_space(at);
  if (!at.is(':')) return unexpected(rule<"kserve/json-colon">, at);
  if (!push_key(key)) return {};
  at = skip_space(at.next());
  return at.ended() ? unexpected(rule<"kserve/json-value">, at) : at;
}

template <class MemberOf>
TextCursor Walk::object(TextCursor at, const MemberOf& member) noexcept {
  at = open(at, false);
  if (!at) return {};
  at = skip_space(at);
  if (at.is('}')) return close(at);
  for (;;) {
    at = key(at);
    if (!at) return {};
    at = member(last_key(), at);
    if (!at) return {};
    at = skip_space(at);
    if (at.is('}')) return close(at);
    if (!at.is(',')) return unexpected(rule<"kserve/json-separator">, at);
    at = skip_space(at.next());
    if (at.ended()) return unexpected(rule<"kserve/json-key">, at);
  }
}

template <class Element, class Closing>
TextCursor Walk::array(TextCursor at, const Element& element, const Closing& closing) noexcept {
  at = open(at, true);
  if (!at) return {};
  at = skip_space(at);
  if (at.is(']')) return closing() ? close(at) : TextCursor();
  for (;;) {
    if (at.ended()) return unexpected(rule<"kserve/json-value">, at);
    at = element(at);
    if (!at) return {};
    at = skip_space(at);
    if (!at.is(',') && !at.is(']')) return unexpected(rule<"kserve/json-separator">, at);
    ++top().number;
    if (at.is(']')) return closing() ? close(at) : TextCursor();
    at = skip_space(at.next());
  }
}

}  // namespace hallmark::kserve
