// SPDX-License-Identifier: Apache-2.0
// What decoder and encoder share: byte order, types, alignment.
#pragma once

#include <algorithm>

#include "core/families.hpp"
#include "core/words.hpp"
#include "hallmark/gguf.hpp"

namespace hallmark::gguf {

inline constexpr std::string_view magic = "GGUF";

// in_order turns an integer of a big-endian file around.
template <class T>
[[nodiscard]] constexpr T in_order(T value, bool big_endian) noexcept {
  return big_endian ? static_cast<T>(reversed(value) >> (64 - 8 * sizeof(T))) : value;
}

// number_in loads an integer of 1 to 8 bytes.
[[nodiscard]] inline std::uint64_t number_in(Bytes bytes, bool big_endian) noexcept {
  const std::uint64_t word = load_up_to_word(bytes.data(), bytes.size());
  return big_endian && !bytes.empty() ? reversed(word) >> (64 - 8 * bytes.size()) : word;
}

// smallest_of is the bytes that an element takes at least: of a string its length, of an array its type and count.
[[nodiscard]] constexpr std::uint64_t smallest_of(ValueType type) noexcept {
  if (type == ValueType::array) return 12;
  return type == ValueType::string ? 8 : size_of(type);
}

// number_of gives the number of a dtype in tensor infos; of what GGUF lacks one that is none.
[[nodiscard]] constexpr std::uint32_t number_of(DType dtype) noexcept {
  constexpr auto& types = manifest::gguf_types;
  const auto* const found = std::ranges::find(types, dtype, &manifest::NumberedType::dtype);
  return found == std::end(types) || dtype == DType::bytes ? UINT32_MAX
                                                           : static_cast<std::uint32_t>(found - std::begin(types));
}

// rounded_up gives the next multiple of an alignment. Only for places in a file, or that were compared with its size.
[[nodiscard]] constexpr std::uint64_t rounded_up(std::uint64_t at, std::uint64_t alignment) noexcept {
  const std::uint64_t over = at % alignment;
  return over == 0 ? at : at + (alignment - over);
}

// alignment_of gives what general.alignment says; 32 where that is no alignment.
[[nodiscard]] inline std::uint64_t alignment_of(std::span<const Pair> metadata) noexcept {
  const Value* const value = find(metadata, "general.alignment");
  const bool known = value != nullptr && value->type == ValueType::u32 && value->bits != 0;
  return known ? value->bits : default_alignment;
}

// is_integer says whether a value is one, and positive whether it is above 0.
[[nodiscard]] constexpr bool is_integer(ValueType type) noexcept {
  return size_of(type) != 0 && type != ValueType::f32 && type != ValueType::f64 && type != ValueType::boolean;
}
[[nodiscard]] constexpr bool is_positive(const Value& value) noexcept {
  const bool is_signed = value.type == ValueType::i8 || value.type == ValueType::i16 || value.type == ValueType::i32 ||
                         value.type == ValueType::i64;
  const bool negative = is_signed && value.bits >> (8 * size_of(value.type) - 1) != 0;
  return is_integer(value.type) && value.bits != 0 && !negative;
}

// next_dimension reads the dimensions of a little-endian file, or of a big-endian one, from the last to the first.
const std::byte* next_dimension(const std::byte* at, const std::byte* end, std::uint64_t& dimension) noexcept;
const std::byte* next_dimension_big(const std::byte* at, const std::byte* end, std::uint64_t& dimension) noexcept;

// shape_of makes a row-major shape of the dimensions of a file, of which the first are those of the last axis.
[[nodiscard]] inline Shape shape_of(Bytes dimensions, bool big_endian) noexcept {
  return {dimensions.last(0), dimensions.size() / 8, big_endian ? next_dimension_big : next_dimension};
}

// Counts are what a header declares.
struct Counts {
  std::uint64_t pairs = 0;
  std::uint64_t tensors = 0;
};
// scratch_of is the working memory that decoding takes, with room for so many arrays inside each other.
[[nodiscard]] std::uint64_t scratch_of(const Counts& counts, std::uint64_t depth) noexcept;

}  // namespace hallmark::gguf
