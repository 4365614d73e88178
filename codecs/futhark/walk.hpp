// Walk: the one pass over a stream that decoding, validating, reading and layouts share. README.md.
#pragma once

#include "core/cursor.hpp"
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
  TextCursor begin;
  TextCursor end;
  Form form = Form::binary;
  DType dtype = DType::i32;
  std::uint64_t rank = 0;
  std::uint64_t elements = 0;
  Bytes dims;        // of a binary value: as they lie in the input
  Bytes data;        // of a binary value
  TextCursor empty;  // where the dimensions of `empty` begin
};

// read_plain_value reads what stands at a place in a valid stream, if it is a binary value of rank 0 or 1 behind white
// space or nothing; of a value, what Values gives. False: a walk has to look at it.
[[nodiscard]] bool read_plain_value(TextCursor at, std::uint32_t max_rank, Value& value) noexcept;

// Lexeme is one number in a text.
struct Lexeme {
  enum class Kind : std::uint8_t { integer, decimal, hexadecimal };
  TextCursor begin;  // its sign or first byte
  TextCursor end;    // behind its suffix
  Kind kind = Kind::integer;
  bool negative = false;
  bool prefixed = false;             // by 0x or 0b
  bool underscore_reported = false;  // one finding is enough
  bool suffixed = false;
  DType suffix = DType::i32;
  bool inexact = false;  // an integer beyond 64 bits, or a hexadecimal float with digits behind the mantissa
  Decimal number;        // the mantissa of every kind; exponent of two where hexadecimal

  [[nodiscard]] std::uint64_t length() const noexcept { return end - begin; }
  // below_zero is false for -0.
  [[nodiscard]] bool below_zero() const noexcept { return negative && number.mantissa != 0; }
};

// Element is a scalar in a text: a number, or the bits that a word means.
struct Element {
  Lexeme number;
  bool word = false;
  std::uint64_t bits = 0;  // of a word
};

// Elements is the type of a value, as far as the elements read so far decide it.
struct Elements {
  bool any = false;
  bool named = false;     // by a suffix or a word
  bool negative = false;  // some integer without a suffix is below 0
  DType dtype = DType::i32;
  std::uint64_t count = 0;
};

// TextArray is the array that is being read: a rectangle of elements of one type.
struct TextArray {
  static constexpr std::uint64_t unknown = UINT64_MAX;  // a rank or a size that is not known yet

  Elements elements;
  std::uint64_t rank = unknown;
  std::uint64_t deepest = 0;        // the deepest level that was open
  bool irregular_reported = false;  // that it is no rectangle; one finding is enough
  TextCursor comma;                 // before the element at hand, if there is one
};

// Gap is what lies between the value before and the next.
struct Gap {
  TextCursor comment;  // the first in it
  std::uint64_t comment_length = 0;
  bool after_scalar = false;  // the value before is a scalar in text, which a binary value must not touch
};

// Output is where the elements of a text go, as elements of one type: that of the first, if none is given.
struct Output {
  std::span<std::byte> room;
  std::optional<DType> dtype;

  void put(const Element& element, DType elements) noexcept;
};

// Walk reads one value after the other. A function that parses takes where something begins and returns where it ends,
// or a false cursor where nothing more can be read: what is malformed ends a stream, because values have no frames.
class Walk {
 public:
  Walk(Bytes input, const Options& options, Findings& findings, Position& position) noexcept
      : input_(input),
        text_(input),
        max_rank_(options.limits.max_rank.value_or(default_max_rank)),
        findings_(findings),
        position_(position),
        in_(input, findings, rule<"futhark/header-truncated">),
        at_(input) {}

  // run reads the whole stream.
  void run() noexcept;
  // next reads what stands before a value, and the value; false at the end of the stream or of what can be read.
  bool next(Value& value) noexcept;
  // store_into makes `next` convert the elements of a text into little-endian ones in `out`. stored says whether they
  // are there; else their type was not known from the first on, and store_again reads the value a second time.
  void store_into(std::span<std::byte> out) noexcept { output_ = {out, {}}; }
  [[nodiscard]] bool stored(const Value& value) const noexcept {
    return value.elements == 0 || output_.dtype == value.dtype;
  }
  void store_again(const Value& value, std::span<std::byte> out) noexcept;
  // dimensions writes the shape of a text value that was just read.
  void dimensions(const Value& value, std::span<std::byte> out) noexcept;

  void start_at(std::uint64_t offset) noexcept { at_ = text_.skip(offset); }
  [[nodiscard]] std::uint64_t offset(TextCursor at) const noexcept { return at - text_; }
  [[nodiscard]] Reader& in() noexcept { return in_; }
  [[nodiscard]] std::uint64_t values() const noexcept { return position_.value; }
  [[nodiscard]] std::uint64_t text_memory() const noexcept { return text_memory_; }

 private:
  // report records that a rule is broken at `at`; false when the sink wants no more.
  [[gnu::noinline, gnu::cold]] bool report(const Rule& rule, TextCursor at, std::uint64_t length, Number actual = {},
                                           Number expected = {}, const char* field = "") noexcept;
  // reject records one behind which nothing can be read, unexpected that the byte at `at` breaks one, or the end of
  // the input where a byte is missing. Both return a false cursor. disputed gives the rule that is broken in place of
  // one that all readers follow, where some reader takes what is found.
  [[gnu::noinline, gnu::cold]] TextCursor reject(const Rule& rule, TextCursor at, std::uint64_t length,
                                                 Number actual = {}, Number expected = {},
                                                 const char* field = "") noexcept;
  [[gnu::noinline, gnu::cold]] TextCursor unexpected(const Rule& broken, TextCursor at) noexcept;
  [[nodiscard]] const Rule& disputed(const Rule& broken, TextCursor at) const noexcept;

  // stream.cpp: what stands between values, and values in text.
  TextCursor skip_plain_scalars(TextCursor at) noexcept;
  TextCursor separator(TextCursor at) noexcept;
  TextCursor comment(TextCursor at) noexcept;
  TextCursor text(TextCursor at, Value& value) noexcept;

  // binary.cpp
  struct BinaryHeader;
  TextCursor skip_plain_binary(TextCursor at) noexcept;
  TextCursor skip_plain_mixture(TextCursor at) noexcept;
  TextCursor binary(TextCursor at, Value& value) noexcept;
  bool check_gap(TextCursor at) noexcept;
  bool read_header(Reader& in, BinaryHeader& header) noexcept;
  bool check_dimensions(Reader& in, BinaryHeader& header) noexcept;
  bool read_data(Reader& in, const BinaryHeader& header, Value& value) noexcept;

  // numbers.cpp
  TextCursor scalar(TextCursor at, Element& element) noexcept;
  TextCursor number(TextCursor at, Lexeme& lexeme) noexcept;
  TextCursor sign(TextCursor at, Lexeme& lexeme) noexcept;
  TextCursor fraction(TextCursor at, TextCursor first, Lexeme& lexeme) noexcept;
  TextCursor prefixed(TextCursor zero, Lexeme& lexeme) noexcept;
  TextCursor hexadecimal_fraction(TextCursor at, TextCursor first, Lexeme& lexeme) noexcept;
  TextCursor whole_digits(TextCursor at, Lexeme& lexeme) noexcept;
  template <unsigned radix>
  TextCursor digits(TextCursor at, Lexeme& lexeme, const Rule& missing) noexcept;
  TextCursor exponent(TextCursor at, Lexeme& lexeme) noexcept;
  TextCursor suffix(TextCursor at, Lexeme& lexeme) noexcept;
  TextCursor special(TextCursor at, Element& element) noexcept;
  TextCursor word(TextCursor at, const char* text) noexcept;
  TextCursor scalar_end(TextCursor at) noexcept;

  // elements.cpp: the type of a value and the range of its elements.
  bool take(const Element& element, Elements& elements) noexcept;
  bool take_integer(const Lexeme& lexeme, Elements& elements) noexcept;
  bool take_float(const Lexeme& lexeme, Elements& elements) noexcept;

  // arrays.cpp
  [[nodiscard]] Frame& innermost() noexcept {
    return position_.frames()[static_cast<std::size_t>(position_.depth - 1)];
  }
  TextCursor array(TextCursor at, Value& value) noexcept;
  TextCursor array_elements(TextCursor at, TextArray& array) noexcept;
  TextCursor array_element(TextCursor at, TextArray& array) noexcept;
  TextCursor plain_elements(TextCursor at, Elements& elements) noexcept;
  template <bool floats, class Out>
  TextCursor plain_run(TextCursor at, const Bounds& bounds, Elements& elements, Out& out) noexcept;
  TextCursor after_element(TextCursor at, TextArray& array) noexcept;
  TextCursor open(TextCursor at, TextArray& array) noexcept;
  TextCursor close(TextCursor at, TextArray& array) noexcept;
  bool check_level(TextCursor at, TextArray& array) noexcept;

  // empty.cpp
  TextCursor empty(TextCursor at, Value& value) noexcept;
  TextCursor empty_dimension(TextCursor at, std::uint64_t& size, bool& space_reported) noexcept;
  TextCursor empty_size(TextCursor at, std::uint64_t& size) noexcept;
  TextCursor spaces(TextCursor at, bool& reported) noexcept;

  Bytes input_;
  TextCursor text_;  // the input from its first byte on
  std::uint32_t max_rank_;
  Findings& findings_;
  Position& position_;
  Reader in_;
  TextCursor at_;  // behind the value read last
  Gap gap_;
  bool quiet_ = false;  // report nothing: how the sizes of `empty` may be written has a rule of its own
  std::uint64_t text_memory_ = 0;
  Output output_;
};

}  // namespace hallmark::futhark
