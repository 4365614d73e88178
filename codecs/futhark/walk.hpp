// Walk: the one pass over a stream that decoding, validating, reading and drawing share. rulings, "futhark".
#pragma once

#include "core/decimal.hpp"
#include "core/memory_rules.hpp"
#include "core/reader.hpp"
#include "futhark/plain.hpp"
#include "futhark/rules.hpp"
#include "futhark/types.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::futhark {

// Position says where the walk is, for paths: `values[3].rank`, `values[3][1][0]`.
class Position final : public Place {
 public:
  explicit Position(std::span<Frame> frames) noexcept : frames_(frames) {}
  void write(TextSink& out, const Violation& violation) const noexcept override;

  std::uint64_t value = 0;      // index of the value at hand
  std::uint64_t depth = 0;      // text arrays that are open
  std::uint64_t dimension = 0;  // of a value whose dimensions are read
  [[nodiscard]] std::span<Frame> frames() const noexcept { return frames_; }

 private:
  std::span<Frame> frames_;
};

// Value is what the walk has read last.
struct Value {
  const std::byte* begin = nullptr;
  const std::byte* end = nullptr;
  Form form = Form::binary;
  DType dtype = DType::i32;
  std::uint64_t rank = 0;
  std::uint64_t elements = 0;
  const std::byte* dims = nullptr;   // of a binary value: as they lie in the input
  const std::byte* data = nullptr;   // of a binary value
  const std::byte* empty = nullptr;  // where the dimensions of `empty` begin
};

// Lexeme is one number in a text.
struct Lexeme {
  enum class Kind : std::uint8_t { integer, decimal, hexadecimal };
  const std::byte* begin = nullptr;  // its sign or first byte
  const std::byte* end = nullptr;    // behind its suffix
  Kind kind = Kind::integer;
  bool negative = false;
  bool prefixed = false;        // by 0x or 0b
  bool odd_underscore = false;  // told
  bool suffixed = false;
  DType suffix = DType::i32;
  bool more = false;  // an integer beyond 64 bits, or a hexadecimal float with digits behind the mantissa
  Decimal number;     // the mantissa of every kind; exponent of two where hexadecimal
};

// Element is a scalar in a text: a number, or bits that a word gives.
struct Element {
  Lexeme number;
  bool word = false;
  std::uint64_t bits = 0;  // of a word
};

// Elements is what the elements of a value that were read so far have told of its type.
struct Elements {
  bool any = false;
  bool pinned = false;    // a suffix or a word has said what the type is
  bool negative = false;  // some integer without a suffix is below 0
  DType dtype = DType::i32;
  std::uint64_t count = 0;
};

// Walk reads one value after the other. Pointers into the input that a function gives back are where it goes on, or
// null where nothing more can be read: what is malformed ends a stream, because values have no frames.
class Walk {
 public:
  Walk(Bytes input, const Options& options, Findings& findings, Position& position) noexcept
      : input_(input),
        end_(input.data() + input.size()),
        max_rank_(options.limits.max_rank.value_or(default_max_rank)),
        findings_(findings),
        position_(position),
        in_(input, findings, rule<"futhark/header-truncated">),
        at_(input.data()) {}

  // run reads the whole stream.
  void run() noexcept;
  // next reads what stands before a value, and the value; false at the end of the stream or of what can be read.
  bool next(Value& value) noexcept;
  // store makes the text of the value read last again, as little-endian elements in `out`.
  void store(const Value& value, std::span<std::byte> out) noexcept;
  // dimensions writes the shape of a text value that was just read.
  void dimensions(const Value& value, std::span<std::byte> out) noexcept;

  void start_at(std::uint64_t offset) noexcept { at_ = input_.data() + offset; }
  [[nodiscard]] Reader& in() noexcept { return in_; }
  [[nodiscard]] std::uint64_t values() const noexcept { return position_.value; }
  [[nodiscard]] std::uint64_t text_memory() const noexcept { return text_memory_; }

 private:
  using At = const std::byte*;

  [[nodiscard]] static unsigned char byte_at(At at) noexcept { return std::to_integer<unsigned char>(*at); }
  [[nodiscard]] std::uint64_t offset(At at) const noexcept { return static_cast<std::uint64_t>(at - input_.data()); }
  [[nodiscard]] std::uint64_t left(At at) const noexcept { return static_cast<std::uint64_t>(end_ - at); }
  [[nodiscard]] bool ended(At at) const noexcept { return at == end_; }

  // remark tells of a rule that is broken at `at`; false when nobody wants to hear more.
  [[gnu::noinline, gnu::cold]] bool remark(const Rule& rule, At at, std::uint64_t length, Number actual = {},
                                           Number expected = {}, const char* field = "") noexcept;
  // fail tells of one behind which nothing can be read; `missing` of one or of the end of the input.
  [[gnu::noinline, gnu::cold]] At fail(const Rule& rule, At at, std::uint64_t length, Number actual = {},
                                       Number expected = {}, const char* field = "") noexcept;
  [[gnu::noinline, gnu::cold]] At missing(const Rule& broken, At at) noexcept;

  // stream.cpp: what stands between values, and binary values.
  At skip_binary(At at) noexcept;
  At skip_text(At at) noexcept;
  At separator(At at) noexcept;
  At comment(At at) noexcept;
  At binary(At at, Value& value) noexcept;
  At text(At at, Value& value) noexcept;

  // numbers.cpp
  At scalar(At at, Element& element) noexcept;
  At number(At at, Lexeme& lexeme) noexcept;
  At prefixed(At at, Lexeme& lexeme) noexcept;
  At hexadecimal_fraction(At at, Lexeme& lexeme) noexcept;
  template <unsigned radix>
  At digits(At at, Lexeme& lexeme, bool whole = false) noexcept;
  At exponent(At at, Lexeme& lexeme) noexcept;
  At suffix(At at, Lexeme& lexeme) noexcept;
  At special(At at, Element& element) noexcept;
  At word(At at, const char* text) noexcept;
  At scalar_end(At at) noexcept;

  // elements.cpp: the type of a value and the range of its elements.
  bool take(const Element& element, Elements& elements) noexcept;
  bool take_integer(const Lexeme& lexeme, Elements& elements) noexcept;
  bool take_float(const Lexeme& lexeme, Elements& elements) noexcept;
  void put(const Element& element) noexcept;
  void put_plain(const Plain& number) noexcept;
  void put_bits(std::uint64_t bits) noexcept;

  // arrays.cpp
  At array(At at, Value& value) noexcept;
  template <bool storing>
  bool plain_elements(At& at, Elements& elements) noexcept;
  At empty(At at, Value& value) noexcept;
  At empty_dimension(At at, std::uint64_t& size, bool& told) noexcept;
  At spaces(At at, bool& told) noexcept;
  bool open(At at, std::uint64_t& rank) noexcept;
  bool close(At at, std::uint64_t& rank) noexcept;
  bool leaf(At at, std::uint64_t& rank) noexcept;

  Bytes input_;
  At end_;
  std::uint32_t max_rank_;
  Findings& findings_;
  Position& position_;
  Reader in_;
  At at_;                 // behind the value read last
  At comment_ = nullptr;  // the first since then
  std::uint64_t comment_size_ = 0;
  bool scalar_last_ = false;   // that value was a scalar in text
  bool misshapen_ = false;     // the array at hand is no rectangle, and has been told so
  bool quiet_ = false;         // what is wrong with the way a number is written is told in one word by who reads it
  std::uint64_t deepest_ = 0;  // level of the array at hand that was open
  std::uint64_t text_memory_ = 0;
  std::span<std::byte> out_;  // where the elements of `out_dtype_` go, while they are stored
  DType out_dtype_ = DType::i32;
  std::uint64_t one_step_ = 0;  // mantissas below it are scaled by one operation on doubles
};

}  // namespace hallmark::futhark
