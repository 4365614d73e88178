// SPDX-License-Identifier: Apache-2.0
#include "oinf/format.hpp"

#include <algorithm>

#include "core/scan.hpp"
#include "core/unique_names.hpp"
#include "core/words.hpp"

namespace hallmark::oinf {
namespace {

// all_native says that eight bytes are all of A-Z a-z 0-9 . _ -.
constexpr bool all_native(std::uint64_t word) noexcept {
  if (!is_ascii(word)) return false;
  const std::uint64_t letters = mark_ascii_within(word | repeated(0x20), 'a', 'z');
  const std::uint64_t digits = mark_ascii_within(word, '-', '9') & ~mark_ascii_equal(word, '/');  // - . and 0 to 9
  return (letters | digits | mark_ascii_equal(word, '_')) == high_bits;
}
static_assert(all_native(0x61417a5a39302d2e) && all_native(repeated('_')) && !all_native(repeated('/')) &&
              !all_native(0));

bool is_native(std::byte byte) noexcept { return all_native(repeated(std::to_integer<std::uint8_t>(byte))); }

// Of any length: words that overlap instead of a tail.
bool all_native(const std::byte* text, std::size_t size) noexcept {
  if (size >= word_size) {
    for (std::size_t at = 0; at + word_size <= size; at += word_size) {
      if (!all_native(load_le<std::uint64_t>(text + at))) return false;
    }
    return all_native(load_le<std::uint64_t>(text + size - word_size));
  }
  if (size >= word_size / 2) return all_native(load_halves(text, size));
  for (std::size_t at = 0; at < size; ++at) {
    if (!is_native(text[at])) return false;
  }
  return true;
}

constexpr DType dtypes[] = {DType::i8,  DType::i16, DType::i32, DType::i64, DType::u8,  DType::u16,
                            DType::u32, DType::u64, DType::f16, DType::f32, DType::f64, DType::boolean};

}  // namespace

DType dtype_of(ValueType type) noexcept {
  return is_element(type) ? dtypes[static_cast<std::uint32_t>(type) - 1] : DType::bytes;
}

ValueType type_of(DType dtype) noexcept {
  const auto* const found = std::ranges::find(dtypes, dtype);
  return found == std::end(dtypes) ? ValueType::none : static_cast<ValueType>(found - dtypes + 1);
}

std::uint64_t find_foreign(Bytes name) noexcept {
  if (all_native(name.data(), name.size())) [[likely]]
    return nowhere;
  const auto found = std::find_if_not(name.begin(), name.end(), is_native);
  return found == name.end() ? nowhere : static_cast<std::uint64_t>(found - name.begin());
}

std::uint64_t scratch_of(std::uint64_t sizevars, std::uint64_t metadata, std::uint64_t tensors) noexcept {
  return table_scratch(sizevars, sizeof(Sizevar)) + table_scratch(metadata, sizeof(Metadata)) +
         table_scratch(tensors, sizeof(TensorView)) + table_scratch(metadata + tensors, sizeof(Blob)) +
         unique_names_scratch(sizevars) + unique_names_scratch(metadata) + unique_names_scratch(tensors);
}

}  // namespace hallmark::oinf
