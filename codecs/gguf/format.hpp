// SPDX-License-Identifier: Apache-2.0
// What decoder and encoder share: byte order, types, alignment.
#pragma once

#include <algorithm>

#include "core/families.hpp"
#include "core/words.hpp"
#include "hallmark/gguf.hpp"

namespace hallmark::gguf {

inline constexpr std::string_view magic = "GGUF";
inline constexpr std::uint64_t header_size = 24;
inline constexpr std::uint64_t smallest_pair = 13;  // without a key, with a value of a byte
inline constexpr std::uint64_t smallest_info = 24;  // without a name and dimensions
inline constexpr std::uint64_t type_size = 4;       // of values and tensors

// number_in loads an integer of 1 to 8 bytes.
[[nodiscard]] inline std::uint64_t number_in(Bytes bytes, bool big_endian) noexcept {
  const std::uint64_t word = load_up_to_word(bytes.data(), bytes.size());
  return big_endian && !bytes.empty() ? reversed(word) >> (64 - 8 * bytes.size()) : word;
}

// smallest_of is the bytes that a value takes at least: of a string its length, of an array its type and count.
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

// turn_elements puts the elements of a tensor into memory, in the other byte order; blocks stay as they are. Where the
// memory is too small for it, the tensor has no data.
inline void turn_elements(TensorView& tensor, std::span<std::byte> memory) noexcept {
  const auto size = static_cast<std::size_t>(hallmark::size_of(tensor.dtype));
  if (size < 2) return;
  if (tensor.data.size() > memory.size()) tensor = {tensor.name, tensor.dtype, false, tensor.shape, {}};
  for (std::size_t at = 0; tensor.data.size() - at >= size; at += size)
    std::reverse_copy(tensor.data.data() + at, tensor.data.data() + at + size, memory.data() + at);
  tensor.data = memory.first(tensor.data.size());
}

// shape_of makes a row-major shape of the dimensions of a file, of which the first is that of the last axis.
[[nodiscard]] Shape shape_of(Bytes dimensions, bool big_endian) noexcept;

// scratch_of is the working memory that decoding takes, with room for so many arrays inside each other.
[[nodiscard]] std::uint64_t scratch_of(std::uint64_t pairs, std::uint64_t tensors, std::uint64_t depth) noexcept;

}  // namespace hallmark::gguf
