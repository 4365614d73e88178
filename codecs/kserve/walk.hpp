// SPDX-License-Identifier: Apache-2.0
// Walk: the way through a body that decoding and validating share. README.md lists its stations.
#pragma once

#include "core/json_tape.hpp"
#include "core/reader.hpp"
#include "hallmark/core/memory_rules.hpp"
#include "hallmark/core/tensor.hpp"
#include "hallmark/core/writer.hpp"
#include "hallmark/kserve.hpp"
#include "kserve/json_rules.hpp"

namespace hallmark::kserve {

[[nodiscard]] constexpr std::string_view list_of(Role role) noexcept {
  return role == Role::request ? "inputs" : "outputs";
}

[[nodiscard, gnu::always_inline]] inline bool is_list(Bytes name, Role role) noexcept {
  return role == Role::request ? is_name(name, "inputs") : is_name(name, "outputs");
}

// Draft is a tensor while it is looked at: its members by their tokens, 0 (which is the message) where they are not
// there, and what they say where they break no rule.
struct Draft {
  std::uint32_t object = 0;
  std::uint32_t name = 0;
  std::uint32_t shape = 0;
  std::uint32_t datatype = 0;
  std::uint32_t parameters = 0;
  std::uint32_t data = 0;
  std::uint32_t size = 0;    // binary_data_size
  std::uint32_t shared = 0;  // shared_memory_region

  Bytes text;  // of the name
  Shape dims;
  DType dtype = DType::bytes;
  bool shaped = false;         // dims are what the shape says
  bool typed = false;          // dtype is what the datatype says
  bool has_data = false;       // other than null
  bool sound = false;          // the data can be looked at
  std::uint64_t elements = 0;  // what the shape says
  std::uint64_t bytes = 0;     // binary_data_size, where it is one
  Bytes converted;             // elements in JSON
  bool complete = false;       // the tensor belongs to the view
};

// DataNonNumbers knows them among the data of a tensor: `inputs[0].data[3]`. Of equal keys the first counts.
class DataNonNumbers final : public NonNumbers {
 public:
  explicit DataNonNumbers(Role role) noexcept : role_(role) {}
  [[nodiscard]] bool known_here(JsonTape& tape) noexcept override;

 private:
  // Sought is how far a member was looked for in an object, so that each is looked at once: the first of that name, or
  // the last of another.
  struct Sought {
    std::uint32_t object = JsonTape::none;
    std::uint32_t member = 0;
  };
  Role role_;
  Sought list_;
  Sought data_;
};

class Walk {
 public:
  Walk(Role role, Bytes body, Scratch& scratch, const Options& options, DiagnosticSink* sink = nullptr) noexcept;

  void run() noexcept;

  [[nodiscard]] Verdict verdict() const noexcept { return findings_.verdict(); }
  [[nodiscard]] Decoded<MessageView> message() noexcept {
    return Reader(body_, findings_, rule<"kserve/json-truncated">)
        .verdict<MessageView>(json_, header_length_, std::span<const MessageTensor>(tensors_.first(kept_)));
  }
  [[nodiscard]] JsonTape& tape() noexcept { return tape_; }
  // json_end is 0 where the JSON was not read.
  [[nodiscard]] std::uint64_t json_end() const noexcept {
    return json_.empty() ? 0 : static_cast<std::uint64_t>(json_.data() - body_.data()) + json_.size();
  }

  // in_list calls each() while the walk stands in the list of tensors.
  template <class Each>
  void in_list(const Each& each) noexcept {
    if (list_ == 0) return each();
    const std::uint32_t message_size = tape_.enter(0);
    const std::uint32_t list_size = tape_.enter(list_);
    each();
    tape_.leave(list_size);
    tape_.leave(message_size);
  }

 private:
  // report records a finding. False: the walk is over.
  [[gnu::noinline, gnu::cold]] bool report(const Rule& rule, std::uint64_t at, std::uint64_t length, Number actual = {},
                                           Number expected = {}, const char* field = "") noexcept;
  bool report(const Rule& rule, const JsonToken& value, Number actual = {}, Number expected = {},
              const char* field = "") noexcept {
    return report(rule, value.begin, value.size, actual, expected, field);
  }
  bool exhausted(std::uint64_t at) noexcept { return report(hallmark::rule<"hallmark/scratch-exhausted">, at, 1); }
  [[nodiscard]] std::uint64_t offset(TextCursor at) const noexcept { return tape_.offset(at); }

  // decode.cpp
  bool check_header_length() noexcept;
  bool read_json() noexcept;

  // members.cpp: the members of a message.
  bool check_message() noexcept;
  bool check_member(std::uint32_t member) noexcept;
  bool check_without_list() noexcept;
  // check_list looks at tensors, or at what a request wants back.
  bool check_list(std::uint32_t list, bool tensors) noexcept;
  bool take_tensors(std::uint32_t list) noexcept;
  std::uint32_t name_of(std::uint32_t object) noexcept;
  bool check_names(std::uint32_t list, std::uint64_t count) noexcept;
  bool check_object(std::uint32_t object, bool tensor, Draft& draft) noexcept;
  // check_tensors looks at those that were not read with the message.
  bool check_tensors() noexcept;
  bool check_name(const JsonToken& value, Bytes& name) noexcept;
  // check_parameters takes the flag that the extension defines there, if there is one.
  enum class Flag : std::uint8_t { none, binary_data, binary_data_output };
  bool check_parameters(std::uint32_t member, Flag flag, Draft& draft) noexcept;
  bool wrong_type(Json wanted, std::uint64_t at, std::uint64_t length) noexcept;
  // wrong_null is a null where a message would rather have left the member out.
  bool wrong_null(Json wanted, const JsonToken& value) noexcept;
  bool require_member(bool there, Member which, const JsonToken& object) noexcept;

  // tensors.cpp: what a tensor says of itself.
  bool check_tensor(Draft& draft) noexcept;
  bool read_shape(Draft& draft, ElementCount& count) noexcept;
  bool read_datatype(Draft& draft) noexcept;
  bool check_shape(const Draft& draft) noexcept;
  bool check_size(Draft& draft, const ElementCount& count) noexcept;
  bool check_without_data(Draft& draft) noexcept;
  bool check_binary(Draft& draft, std::uint64_t expected, bool sized) noexcept;
  bool check_data(Draft& draft) noexcept;
  bool keep(const Draft& draft) noexcept;
  // IntegerRules are the ways in which a number is no size or dimension: `wide` needs the 64th bit, `range` more.
  struct IntegerRules {
    const Rule& bad;
    const Rule& lexeme;
    const Rule& wide;
    const Rule& range;
  };
  bool report_integer(TextCursor at, std::uint64_t length, const IntegerRules& rules, const char* field) noexcept;
  // read_text gives a string without its quotes and escapes, in the text or in the room.
  [[gnu::always_inline]] bool read_text(const JsonToken& string, std::span<std::byte>& room, Bytes& text) noexcept {
    text = tape_.value(string).subspan(1, string.size - 2);
    return !string.is_escaped_string() || read_escaped(string, room, text);
  }
  bool read_escaped(const JsonToken& string, std::span<std::byte>& room, Bytes& text) noexcept;

  // data.cpp: data in JSON, to the bytes that binary data would be.
  bool read_data(Draft& draft) noexcept;
  // read_elements reads the scalars of a run or a flat array from the first on, counts them, and returns where the last
  // ends.
  TextCursor read_elements(const JsonToken& token, TextCursor first, DType dtype, std::uint64_t& elements) noexcept;
  // rows read as many elements as they can without a look back, and return the end of the last.
  TextCursor row(TextCursor at, DType dtype, std::uint64_t& count) noexcept;
  TextCursor booleans(TextCursor at, std::uint64_t& count) noexcept;
  TextCursor strings(TextCursor at, std::uint64_t& count) noexcept;
  TextCursor integers(TextCursor at, DType dtype, std::uint64_t& count) noexcept;
  template <DType dtype>
  TextCursor reals(TextCursor at, std::uint64_t& count) noexcept;
  // element reads one of any form.
  TextCursor element(TextCursor at, DType dtype) noexcept;
  TextCursor string_element(TextCursor at) noexcept;
  TextCursor number_element(TextCursor at, DType dtype) noexcept;
  TextCursor put(std::uint64_t bits, DType dtype, TextCursor at, TextCursor end) noexcept;
  TextCursor broken(const Rule& rule, TextCursor at, TextCursor end) noexcept;

  // payload.cpp: what stands after the JSON.
  void check_body() noexcept;
  void check_payload(const TensorView& tensor) noexcept;
  void check_elements(const TensorView& tensor) noexcept;

  Role role_;
  Bytes body_;
  Bytes text_;  // the body up to the end that the header length gives the JSON
  Scratch& scratch_;
  Options options_;
  DataNonNumbers non_numbers_;
  JsonTape tape_;
  Findings findings_;
  Bytes json_;
  std::uint64_t header_length_ = 0;
  std::uint64_t max_rank_;

  // Members of the message by their tokens, 0 where they are not there.
  std::uint32_t list_ = 0;    // the tensors
  std::uint32_t wanted_ = 0;  // the outputs that a request asks for
  std::uint32_t configured_ = 0;
  std::uint32_t error_ = 0;
  std::uint32_t texts_[3] = {};

  // A tensor is read as soon as its members are known; one with something to report, and those that follow, once the
  // whole message is. `ahead` reports nothing but gives up, `again` passes over members that were reported before.
  enum class Mode : std::uint8_t { report, ahead, again };
  Mode mode_ = Mode::report;
  std::uint32_t next_ = 0;  // the first tensor that is not read yet, 0 where all are

  bool sizes_known_ = true;
  // The datatypes of the tensors so far, a bit each.
  [[nodiscard]] static constexpr std::uint64_t bit_of(DType dtype) noexcept {
    return std::uint64_t{1} << static_cast<unsigned>(dtype);
  }
  std::uint64_t dtypes_ = 0;
  std::size_t kept_ = 0;
  std::span<MessageTensor> tensors_;
  std::span<std::byte> values_;      // room for shapes, names and converted data
  std::uint64_t data_end_ = 0;       // of the binary data so far
  std::uint32_t lacking_ = 0;        // the first tensor whose data the body lacks, 0 where none does
  std::uint64_t lacking_bytes_ = 0;  // that it should have
};

// write_header writes the JSON of a message; of binary data it takes the size.
void write_header(Writer& to, Role role, const MessageView& message) noexcept;

// most_scratch is what any JSON of a length needs.
[[nodiscard]] std::uint64_t most_scratch(std::uint64_t length) noexcept;

}  // namespace hallmark::kserve
