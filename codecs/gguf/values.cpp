// SPDX-License-Identifier: Apache-2.0
// Values as a caller reads them: the elements of an array, the value of a key, the dimensions of a tensor.
#include <algorithm>

#include "core/reader.hpp"
#include "gguf/format.hpp"
#include "hallmark/gguf/rules.hpp"

namespace hallmark::gguf {
namespace {

// Reads a type and a count; false where no array of that type and so many elements fits.
bool read_head(Reader& in, bool big_endian, Array& array) noexcept {
  const std::uint32_t type = in_order(in.u32le("").value, big_endian);
  array.type = static_cast<ValueType>(type);
  array.count = in_order(in.u64le("").value, big_endian);
  return in.ok() && type < std::size(value_type_names) && array.count <= in.remaining() / smallest_of(array.type);
}

// Skips the elements of an array. One is inside of another only where the elements of that are arrays, so what is left
// of all of them is one number.
void skip_elements(Reader& in, bool big_endian, Array array) noexcept {
  for (std::uint64_t arrays = 0; in.ok(); --arrays) {
    if (array.type == ValueType::array) {
      arrays += array.count;
    } else {
      in.skip(array.count * size_of(array.type), "");
      for (std::uint64_t i = 0; array.type == ValueType::string && i < array.count && in.ok(); ++i)
        in.skip(in_order(in.u64le("").value, big_endian), "");
    }
    if (arrays == 0) return;
    if (!read_head(in, big_endian, array)) return in.stop();
  }
}

template <bool big_endian>
const std::byte* next_dimension(const std::byte* at, const std::byte*, std::uint64_t& dimension) noexcept {
  at -= sizeof dimension;
  dimension = in_order(load_le<std::uint64_t>(at), big_endian);
  return at;
}

}  // namespace

bool Elements::next(Value& element) noexcept {
  if (array_.count == 0) return false;
  Findings unheard(Profile::strict);
  Reader in(array_.data, unheard, rule<"gguf/array-truncated">);
  Value value;
  value.type = array_.type;
  if (value.type == ValueType::string) {
    value.text = as_text(in.bytes(in_order(in.u64le("").value, big_endian_), ""));
  } else if (value.type != ValueType::array) {
    value.bits = number_in(in.bytes(size_of(value.type), ""), big_endian_);
  } else if (read_head(in, big_endian_, value.array)) {
    value.array.data = in.left();
    skip_elements(in, big_endian_, value.array);
    value.array.data = value.array.data.first(value.array.data.size() - in.left().size());
  } else {
    return false;
  }
  if (!in.ok()) return false;
  array_.data = in.left();
  --array_.count;
  element = value;
  return true;
}

const Value* find(std::span<const Pair> metadata, std::string_view key) noexcept {
  const auto found = std::ranges::find(metadata, key, &Pair::key);
  return found == metadata.end() ? nullptr : &found->value;
}

Shape shape_of(Bytes dimensions, bool big_endian) noexcept {
  return {dimensions.last(0), dimensions.size() / 8, big_endian ? next_dimension<true> : next_dimension<false>};
}

}  // namespace hallmark::gguf
