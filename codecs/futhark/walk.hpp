// SPDX-License-Identifier: Apache-2.0
// Walk: the one pass over a stream that decoding, validating, reading, layouts and contents share. README.md.
#pragma once

#include "core/decimal.hpp"
#include "core/reader.hpp"
#include "futhark/types.hpp"
#include "hallmark/core/memory_rules.hpp"
#include "hallmark/futhark.hpp"
#include "hallmark/futhark/rules.hpp"

namespace hallmark::futhark {

[[nodiscard]] constexpr bool is_space(unsigned byte) noexcept { return byte == ' ' || byte - '\t' <= '\r' - '\t'; }
static_assert(is_space('\t') && is_space('\v') && is_space('\r') && !is_space('\t' - 1) && !is_space('\r' + 1));
static_assert(!is_space(TextCursor::no_byte));

[[nodiscard]] constexpr bool is_alphanumeric(unsigned byte) noexcept {
  return is_digit(byte) || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
}
static_assert(is_alphanumeric('Z') && !is_alphanumeric('a' - 1) && !is_alphanumeric(TextCursor::no_byte));

// Position says where the walk is, for paths: `values[3].rank`, `values[3][1][0]`.
class Position final : public Place {
 public:
  Position(Bytes input, Scratch& scratch, const Options& options) noexcept
      : frames_(scratch.room<Frame>(scratch_bound(input, options) / sizeof(Frame))) {}
  void write(TextSink& out, const Violation& violation) const noexcept override;

  std::uint64_t value = 0;      // index of the value at hand
  std::uint64_t depth = 0;      // text arrays that are open
  std::uint64_t dimension = 0;  // of a value whose dimensions are read
  [[nodiscard]] std::uint64_t frames() const noexcept { return frames_.size(); }
  [[nodiscard]] Frame& frame(std::uint64_t level) const noexcept { return frames_[static_cast<std::size_t>(level)]; }

 private:
  std::span<Frame> frames_;
};

// What a binary value begins with, as the specification names it.
struct HeaderField {
  const char* name;
  std::uint8_t size;
};
inline constexpr HeaderField header_fields[] = {{"b", 1}, {"version", 1}, {"rank", 1}, {"type", 4}};

// Value is one that the walk has read.
struct Value {
  TextCursor begin;
  TextCursor end;
  Form form = Form::binary;
  const Type* type = nullptr;
  std::uint64_t rank = 0;
  std::uint64_t elements = 0;  // in text
  Bytes dims;                  // of a binary value: as they lie in the input
  Bytes data;                  // of a binary value
};

// A watcher hears of each value when it is read, before the next, and says whether the walk goes on. To Unwatched only
// the number of values matters.
struct Unwatched {
  [[nodiscard]] constexpr bool operator()(const Value&) const noexcept { return true; }
};

// Binary is what a binary value says of itself. One that begins with the same bytes says the same, and needs no second
// judgement.
struct Binary {
  static constexpr std::uint64_t none = UINT64_MAX;  // where the next value has to be judged whatever it is

  std::uint64_t header = none;  // its bytes as a word
  std::uint64_t dimension = 0;  // the last of an array
  std::uint64_t rank = 0;
  Stride<smallest_array> size;  // of the value; an array is no smaller
  const Type* type = nullptr;

  // repeats says that the value at `at` with such a header is like this one, and where it ends.
  [[nodiscard, gnu::always_inline]] bool repeats(TextCursor at, std::uint64_t next, TextCursor& end) const noexcept {
    if (next != header) return false;
    const auto ahead = at.ahead(size);
    if (!ahead || (rank != 0 && ahead.load<std::uint64_t, header_size>() != dimension)) return false;
    end = ahead.behind();
    return true;
  }
};

// Lexeme is one scalar in a text: a number or a word. Its members are words, and functions that are not inlined get a
// copy where they can, so that it stays in registers.
struct Lexeme {
  enum class Kind : std::uint64_t { integer, decimal, hexadecimal, word };
  TextCursor begin;  // its sign or first byte
  Kind kind = Kind::integer;
  const Type* type = nullptr;  // that a suffix or the word names
  std::uint64_t minus = 0;     // 1 where there is one
  TextCursor first;            // digit of a number, or its point
  TextCursor last;             // where its suffix may begin
  std::uint64_t mantissa = 0;  // of a number, modulo 2^64; of a word, its bits
  std::uint64_t digits = 0;    // in the mantissa
  std::int64_t exponent = 0;   // of ten, of two where hexadecimal
  std::uint64_t beyond = 0;    // 1 for an integer beyond 64 bits
  std::uint64_t spaced = 0;    // 1 where there are underscores, 2 where one was reported: one finding is enough

  [[nodiscard]] bool below_zero() const noexcept { return minus != 0 && mantissa != 0; }
  [[nodiscard]] Bytes text() const noexcept { return first.to(last); }
  [[nodiscard]] Decimal decimal() const noexcept { return {text(), mantissa, digits, exponent}; }
};

// Spelling is how a number may be written: an integer as nearly all are, a number as nearly all are, or anything.
enum class Spelling : std::uint8_t { integer, plain, any };

// Elements is the type of a value, as far as the elements read so far decide it.
struct Elements {
  const Type* type = nullptr;
  const Type* said = nullptr;              // what the element before named
  Lexeme::Kind kind = Lexeme::Kind::word;  // of the element before
  bool named = false;                      // by a suffix or a word
  std::uint64_t below_zero = 0;            // not 0 where some integer without a suffix is
  IntegerRange range;                      // of integers that need no report
};

// TextArray is the array that is being read: a rectangle of elements of one type.
struct TextArray {
  static constexpr std::uint64_t unknown = UINT64_MAX;  // a rank or a size that is not known yet

  Elements elements;
  std::uint64_t count = 0;  // of elements
  std::uint64_t rank = unknown;
  std::uint64_t deepest = 0;        // the deepest level that was open
  bool irregular_reported = false;  // that it is no rectangle; one finding is enough
  TextCursor comma;                 // before the element at hand, if there is one
};

// Output is where the elements of a text are stored: as the type of the first, if none is given.
struct Output {
  explicit Output(std::span<std::byte> bytes) noexcept : memory(bytes) {}
  void begin(const Type* of) noexcept {
    type = of;
    divides = of != nullptr && of->dtype == DType::f32 && divides_to_nearest();
  }
  // put and put_float take their arguments by value, so that they stay in registers until then.
  [[gnu::noinline]] void put(std::uint64_t bits) noexcept;
  [[gnu::noinline]] void put_float(Decimal number, Lexeme::Kind kind, std::uint64_t minus) noexcept;

  std::span<std::byte> memory;
  std::span<std::byte> room;  // for the elements to come
  const Type* type = nullptr;
  bool divides = false;  // as float_bits takes it
};

// Gap is what lies before a binary value and should not.
struct Gap {
  TextCursor comment;  // the first since the value before
  std::uint64_t comment_length = 0;
  TextCursor scalar;  // the end of the value before, where that is a scalar in text, which must not be touched
};

// Walk reads one value after the other. A function that parses takes where something begins and returns where it ends,
// or a false cursor where nothing more can be read: what is malformed ends a stream, because values have no frames.
class Walk {
 public:
  // `stored` bytes of scratch are for the elements of texts.
  Walk(Bytes input, Scratch& scratch, const Options& options, DiagnosticSink* sink = nullptr,
       std::uint64_t stored = 0) noexcept
      : text_(input),
        max_rank_(options.limits.max_rank.value_or(default_max_rank)),
        position_(input, scratch, options),
        findings_(options.profile, sink, &position_),
        output_(scratch.room<std::byte>(stored)) {}

  // run reads a stream, or what follows a place in it, up to the end or to the value after which the watcher wants no
  // more. It returns where it stopped: a false cursor where nothing more can be read.
  template <class Watcher>
  void run(Watcher&& watcher) noexcept;
  template <class Watcher>
  TextCursor run(TextCursor at, Watcher&& watcher) noexcept;
  // tensor gives a value that the walk has just read. The elements of a text are in the output, if there is room for
  // them and for the shape, which follows; else that the scratch is too small is found. Where the first did not show
  // the type of all, the value is read once more.
  bool tensor(const Value& value, TensorView& tensor) noexcept;
  bool text_tensor(const Value& value, TensorView& tensor) noexcept;

  [[nodiscard]] std::uint64_t offset(TextCursor at) const noexcept { return at - text_; }
  [[nodiscard]] std::uint64_t text_memory() const noexcept { return text_memory_; }
  [[nodiscard]] Position& position() noexcept { return position_; }
  [[nodiscard]] Findings& findings() noexcept { return findings_; }

 private:
  // report records that a rule is broken at `at`; false when the sink wants no more.
  [[gnu::noinline, gnu::cold]] bool report(const Rule& rule, TextCursor at, std::uint64_t length, Number actual = {},
                                           Number expected = {}, const char* field = "") noexcept;
  // reject records one after which nothing can be read, unexpected that the byte at `at` breaks one, or the end of
  // the input where a byte is missing; of a false cursor nothing. Both return a false cursor. disputed gives the rule
  // that is broken in place of one that all readers follow, where some reader takes what is found.
  [[gnu::noinline, gnu::cold]] TextCursor reject(const Rule& rule, TextCursor at, std::uint64_t length,
                                                 Number actual = {}, Number expected = {},
                                                 const char* field = "") noexcept;
  [[gnu::noinline, gnu::cold]] TextCursor unexpected(const Rule& broken, TextCursor at) noexcept;
  [[nodiscard]] const Rule& disputed(const Rule& broken, TextCursor at) const noexcept;

  // stream.cpp
  TextCursor comment(TextCursor at) noexcept;

  // stream.hpp, binary.cpp
  bool binary(TextCursor at, std::uint64_t word, std::uint64_t header, Binary& value, TextCursor& end) noexcept;
  [[gnu::noinline]] TextCursor judge(TextCursor at, std::uint64_t word, Binary& value) noexcept;
  bool check_gap(TextCursor at) noexcept;
  [[gnu::noinline, gnu::cold]] TextCursor truncated(TextCursor at) noexcept;
  bool check_dimensions(TextCursor dims, std::uint64_t rank, bool is_empty) noexcept;
  bool check_booleans(TextCursor at, std::uint64_t size) noexcept;

  // numbers.hpp, numbers.cpp
  TextCursor sign(TextCursor at, Lexeme& lexeme) noexcept;
  template <Spelling spelling>
  TextCursor number(TextCursor at, Lexeme& lexeme) noexcept;
  TextCursor whole_digits(TextCursor at, Lexeme& lexeme) noexcept;
  TextCursor prefixed(TextCursor zero, Lexeme& lexeme) noexcept;
  TextCursor hexadecimal_fraction(TextCursor at, Lexeme& lexeme) noexcept;
  TextCursor digits(TextCursor at, unsigned radix, Lexeme& lexeme, const Rule& missing) noexcept;
  template <bool plain>
  TextCursor exponent(TextCursor at, Lexeme& lexeme) noexcept;
  template <bool plain>
  TextCursor suffix(TextCursor at, Lexeme& lexeme, bool prefixed) noexcept;

  // text.cpp: values and their elements, of which `plain` ones are read as in numbers.hpp. Where values are only
  // `counted`, the last of several is given.
  TextCursor text(TextCursor at, Value& value, bool counted, const Type* stored = nullptr) noexcept;
  TextCursor scalars(TextCursor at, Value& value, bool counted) noexcept;
  TextCursor array(TextCursor at, TextArray& array) noexcept;
  TextCursor elements(TextCursor at, TextArray& array) noexcept;
  template <Spelling spelling>
  [[gnu::noinline]] TextCursor alike(TextCursor at, Elements& all, std::uint64_t& count) noexcept;
  [[gnu::noinline]] TextCursor odd_element(TextCursor at, Elements& elements) noexcept;
  TextCursor special(TextCursor at, Lexeme& lexeme) noexcept;
  TextCursor word(TextCursor at, const char* text) noexcept;
  bool take(Lexeme lexeme, TextCursor end, Elements& elements) noexcept;
  void store(const Lexeme& lexeme, const Type& type) noexcept;
  bool widen(const Lexeme& lexeme, TextCursor end, Elements& elements) noexcept;

  [[nodiscard]] Frame& innermost() noexcept { return position_.frame(position_.depth - 1); }
  TextCursor open(TextCursor at, TextArray& array) noexcept;
  TextCursor close(TextCursor at, TextArray& array) noexcept;
  bool irregular(const Rule& broken, TextCursor at, TextArray& array, std::uint64_t actual,
                 std::uint64_t expected) noexcept;

  // empty.cpp
  TextCursor empty(TextCursor at, Value& value) noexcept;
  TextCursor empty_size(TextCursor at, std::uint64_t& size) noexcept;
  TextCursor spaces(TextCursor at, bool& reported) noexcept;

  TextCursor text_;  // the input from its first byte on
  std::uint32_t max_rank_;
  Position position_;
  Findings findings_;
  Gap gap_;
  bool quiet_ = false;  // report nothing: how the sizes of `empty` may be written has a rule of its own
  std::uint64_t text_memory_ = 0;
  Output output_;
};

}  // namespace hallmark::futhark
