// Futhark values from a tape of choices, and streams of them: canonical ones are the encoder's, these are spelled in
// any of the ways that the grammar leaves open, or that only the compat profile takes; and text of a grammar that is
// larger than the format's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/shapes.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::futhark {

// OwnedValue is a value with the memory that its view points into.
struct OwnedValue {
  DType dtype = DType::i32;
  std::vector<std::uint64_t> dims;
  std::vector<std::byte> data;

  [[nodiscard]] bool operator==(const OwnedValue&) const = default;
};
using OwnedValues = std::vector<OwnedValue>;

// owned copies a decoded value.
[[nodiscard]] OwnedValue owned(const ValueView& value);

// Borrowed is values as the encoder takes them; they must stay where they are.
class Borrowed {
 public:
  explicit Borrowed(const OwnedValues& values);
  [[nodiscard]] std::span<const TensorView> view() const { return tensors_; }

 private:
  std::vector<TensorView> tensors_;
  conformance::Shapes shapes_;
};

inline constexpr DType dtypes[] = {DType::i8,  DType::i16, DType::i32, DType::i64, DType::u8,  DType::u16,
                                   DType::u32, DType::u64, DType::f16, DType::f32, DType::f64, DType::boolean};

// Bits of the one NaN of f16, f32 or f64 that has a word, and of infinity.
[[nodiscard]] std::uint64_t word_of_nan(DType dtype);
[[nodiscard]] std::uint64_t word_of_infinity(DType dtype);

// Elements: their types and bits.
inline bool is_floating(DType dtype) { return dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64; }
inline bool has_sign(DType dtype) { return !is_floating(dtype) && dtype >= DType::i8 && dtype <= DType::i64; }
inline unsigned width(DType dtype) { return static_cast<unsigned>(8 * size_of(dtype)); }
inline std::uint64_t sign(DType dtype) { return std::uint64_t{1} << (width(dtype) - 1); }
inline bool is_nan(std::uint64_t bits, DType dtype) { return (bits & (sign(dtype) - 1)) > word_of_infinity(dtype); }

inline std::uint64_t load(const OwnedValue& value, std::size_t index) {
  std::uint64_t bits = 0;
  const auto size = static_cast<std::size_t>(size_of(value.dtype));
  for (std::size_t i = size; i-- > 0;) bits = bits << 8 | std::to_integer<std::uint64_t>(value.data[index * size + i]);
  return bits;
}

inline std::vector<std::byte> bytes_of(std::string_view text) {
  const Bytes view = as_bytes(text);
  return {view.begin(), view.end()};
}

// any_values gives up to `most` values: every type, ranks up to 5 and now and then 127, empty ones, the bits of floats
// and the edges of integers.
[[nodiscard]] OwnedValues any_values(conformance::Choices& choices, std::uint32_t most);

// has_text is false for a value with a NaN that no word means.
[[nodiscard]] bool has_text(const OwnedValue& value);

// What a written stream keeps.
enum class Liberty : std::uint8_t {
  none,    // what the strict profile takes
  compat,  // what only the compat profile takes besides
};

// any_stream writes the values in binary or, those that have it, in text, with any white space and comments between.
[[nodiscard]] std::vector<std::byte> any_stream(const OwnedValues& values, conformance::Choices& choices,
                                                Liberty liberty);

// any_text gives a stream of lexemes and values that a larger grammar allows: right ones, tolerated ones, wrong ones.
[[nodiscard]] std::vector<std::byte> any_text(conformance::Choices& choices);

// written encodes values; a refusal gives nothing.
[[nodiscard]] std::vector<std::byte> written(const OwnedValues& values, const Style& style);

}  // namespace hallmark::futhark
