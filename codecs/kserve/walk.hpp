// Walk: one pass over a body, that decoding and validating share. rulings, "kserve".
//
// Findings come in phases: what is wrong with the JSON as JSON, then with its members, then with each tensor. One pass
// looks for all of them and tells those of the first phase; where it has noticed any of another, it is made again to
// tell them. A valid body is read once.
#pragma once

#include "core/memory_rules.hpp"
#include "core/reader.hpp"
#include "hallmark/core/tensor.hpp"
#include "hallmark/kserve.hpp"
#include "kserve/json.hpp"
#include "kserve/rules.hpp"

namespace hallmark::kserve {

// Frame is what a walk knows of one object or array that is open.
struct Frame {
  Bytes key;                 // of the member read last, unescaped; of objects
  bool keyed = false;        // there is one: else the frame adds nothing to a path
  bool array = false;        //
  std::uint64_t number = 0;  // of an array the element read last, of an object its first entry in the table of keys
};

// Key is a name whose like is looked for: those of the members of open objects, and of tensors.
struct Key {
  At at = nullptr;          // its opening quote
  Bytes text;               // unescaped
  std::uint64_t index = 0;  // of the tensor whose name it is
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

// Slot is where a value stands that is judged later.
struct Slot {
  At begin = nullptr;  // null: it is not there
  At end = nullptr;
  std::uint64_t length() const noexcept { return static_cast<std::uint64_t>(end - begin); }
};

// Draft is a tensor while its object is read.
struct Draft {
  At object = nullptr;
  Bytes name;
  Slot shape;
  Slot datatype;
  Slot data;
  Slot size;  // binary_data_size
  Slot shared;
  Slot parameters;
  std::uint64_t object_size = 0;
  bool seen_name = false;
  bool named = false;  // the name is a string
  bool shape_sound = false;
  bool datatype_sound = false;
  bool data_null = false;
  bool data_read = false;  // its data have been converted
  bool sized = false;      // its binary_data_size is a number
  bool size_told = false;  // it is no parameter at all
  bool shared_told = false;
  DType dtype = DType::bytes;
  Shape dims;
  ElementCount count;
  std::uint64_t bytes = 0;   // what binary_data_size says
  std::uint64_t values = 0;  // elements read from JSON
  At misshapen = nullptr;    // the first place that is not nested as the shape says
  Bytes converted;

  [[nodiscard]] bool sound() const noexcept { return shape_sound && datatype_sound; }
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

  [[nodiscard]] std::uint64_t offset(At at) const noexcept { return static_cast<std::uint64_t>(at - body_.data()); }
  [[nodiscard]] bool ended(At at) const noexcept { return at == lexer_.end(); }
  [[nodiscard]] Frame& top() noexcept { return position_.frames[static_cast<std::size_t>(position_.depth - 1)]; }

  // tell reports a finding in its phase. False: the walk is over.
  bool tell(Phase phase, const Rule& rule, At at, std::uint64_t length, Number actual = {}, Number expected = {},
            const char* field = "") noexcept;
  // fail ends the walk by a rule of the JSON.
  At fail(const Rule& rule, At at, std::uint64_t length, Number actual = {}, Number expected = {}) noexcept;
  At fail(const Fault& fault) noexcept { return fail(*fault.rule, fault.at, fault.length, fault.actual); }
  // missing is fail where the JSON may have ended.
  At missing(const Rule& broken, At at) noexcept;
  At exhausted(At at) noexcept { return fail(hallmark::rule<"hallmark/scratch-exhausted">, at, 1); }

  // framing.cpp
  bool frame() noexcept;
  bool take_tables() noexcept;
  void begin_pass(Phase phase) noexcept;
  bool read_json() noexcept;
  void check_body() noexcept;
  void check_payload(const MessageTensor& tensor, const Claim& claim) noexcept;
  void check_elements(const MessageTensor& tensor, const Claim& claim) noexcept;

  // document.cpp: any JSON.
  At open(At at, bool array) noexcept;
  At close(At at) noexcept;
  At key(At at, Key& key) noexcept;
  At string(At at, Key& text) noexcept;
  bool unescape_key(const Text& read, Key& text) noexcept;
  // is_nan_literal says, at a byte that starts no value of JSON, whether it may be taken for one in data.
  [[nodiscard]] bool is_nan_literal(At at) const noexcept;
  At nan_literal(At at) noexcept;
  // scalar reads a value that is neither object nor array.
  At scalar(At at) noexcept;
  // skip reads any value.
  At skip(At at) noexcept;
  bool push_key(const Key& key) noexcept;
  // unique looks at the keys from `first` on, and forgets them.
  bool unique(std::uint64_t first, Phase phase, const Rule& rule) noexcept;
  At lexeme_end(At quote) noexcept;
  // object calls member(key, at), array element(at), for each; both give where the value ends.
  template <class Member>
  At object(At at, const Member& member) noexcept;
  // closing() is asked at the end of the array, while it is open; false: the walk is over.
  template <class Element, class Closing>
  At array(At at, const Element& element, const Closing& closing) noexcept;
  template <class Element>
  At array(At at, const Element& element) noexcept {
    return array(at, element, [] { return true; });
  }

  // schema.cpp: the members of a message.
  At root(At at) noexcept;
  At optional_text(At at) noexcept;
  // list reads `inputs` or `outputs`: tensors, or what a request wants back.
  At list(At at, bool tensors) noexcept;
  At tensor(At at, Key& named) noexcept;
  At member_of_tensor(Draft& draft, const Key& key, At at) noexcept;
  At requested(At at, Key& named) noexcept;
  At parameters(At at, Draft* draft) noexcept;
  At name(At at, Key& name, bool& named) noexcept;
  At wrong_type(Json wanted, At at) noexcept;
  bool require_member(bool there, Member which, At object) noexcept;

  // tensors.cpp: what a tensor says of itself.
  At shape(At at, Draft& draft) noexcept;
  At datatype(At at, Draft& draft) noexcept;
  void size(Slot slot, Draft& draft) noexcept;
  bool finish(Draft& draft) noexcept;
  bool finish_shape(const Draft& draft) noexcept;
  bool finish_size(Draft& draft) noexcept;
  bool finish_data(Draft& draft, const Claim& claim) noexcept;
  static bool expected_size(const Draft& draft, std::uint64_t& bytes) noexcept;
  bool keep(const Draft& draft, const Claim& claim) noexcept;
  // IntegerRules are the three ways in which a number is no size or dimension.
  struct IntegerRules {
    const Rule& bad;
    const Rule& lexeme;
    const Rule& range;
  };
  bool tell_integer(Slot slot, const IntegerRules& rules, const char* field) noexcept;

  // data.cpp: data in JSON.
  At data(At at, Draft& draft) noexcept;
  bool read_data_again(Draft& draft) noexcept;
  At elements(At at, Draft& draft) noexcept;
  At element(At at, const Draft& draft) noexcept;
  At number_element(At at, DType dtype) noexcept;
  At bytes_element(At at) noexcept;
  // plain_elements reads as many elements as it can without a look back, and gives the end of the last.
  At plain_elements(At at, DType dtype, std::uint64_t& count) noexcept;
  At plain_booleans(At at, std::uint64_t& count) noexcept;
  template <class Word>
  At plain_integers(At at, DType dtype, std::uint64_t& count) noexcept;
  template <class Word>
  At plain_reals(At at, DType dtype, std::uint64_t& count) noexcept;
  bool put(std::uint64_t bits, std::uint64_t size) noexcept;

  Role role_;
  Bytes body_;
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
  unsigned noticed_ = 0;  // phases that have something to tell, as bits
  bool over_ = false;     // nothing more is told
  bool again_ = false;    // this part of the JSON has been read before in the same pass
  bool in_data_ = false;  // inside the data of a tensor
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
[[nodiscard]] Sizes most_sizes(std::uint64_t length) noexcept;

inline At Walk::string(At at, Key& text) noexcept {
  Text read;
  const At behind = lexer_.string(at, read);
  if (behind == nullptr) return fail(lexer_.fault());
  text.at = at;
  text.text = read.raw();
  if (read.escaped && !unescape_key(read, text)) return nullptr;
  return behind;
}

template <class MemberOf>
At Walk::object(At at, const MemberOf& member) noexcept {
  at = open(at, false);
  if (at == nullptr) return nullptr;
  at = lexer_.space(at);
  if (ended(at)) return missing(rule<"kserve/json-key">, at);
  if (byte_at(at) == '}') return close(at);
  for (;;) {
    Key name;
    at = key(at, name);
    if (at == nullptr) return nullptr;
    at = member(name, at);
    if (at == nullptr) return nullptr;
    at = lexer_.space(at);
    if (ended(at)) return missing(rule<"kserve/json-separator">, at);
    if (byte_at(at) == '}') return close(at);
    if (byte_at(at) != ',') return missing(rule<"kserve/json-separator">, at);
    at = lexer_.space(at + 1);
    if (ended(at)) return missing(rule<"kserve/json-key">, at);
  }
}

template <class Element, class Closing>
At Walk::array(At at, const Element& element, const Closing& closing) noexcept {
  at = open(at, true);
  if (at == nullptr) return nullptr;
  at = lexer_.space(at);
  if (ended(at)) return missing(rule<"kserve/json-value">, at);
  if (byte_at(at) == ']') return closing() ? close(at) : nullptr;
  for (;;) {
    at = element(at);
    if (at == nullptr) return nullptr;
    at = lexer_.space(at);
    if (ended(at)) return missing(rule<"kserve/json-separator">, at);
    ++top().number;
    if (byte_at(at) == ']') return closing() ? close(at) : nullptr;
    if (byte_at(at) != ',') {
      --top().number;
      return missing(rule<"kserve/json-separator">, at);
    }
    at = lexer_.space(at + 1);
    if (ended(at)) return missing(rule<"kserve/json-value">, at);
  }
}

}  // namespace hallmark::kserve
