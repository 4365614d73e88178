// SPDX-License-Identifier: Apache-2.0
// Values as a caller reads them: the elements of an array, the value of a key, the dimensions of a tensor.
#include <algorithm>

#include "core/reader.hpp"
#include "gguf/format.hpp"
#include "hallmark/gguf/rules.hpp"

namespace hallmark::gguf {
namespace {

// Heads reads what an array of arrays is made of, as long as it is whole.
class Heads {
 public:
  Heads(Bytes bytes, bool big_endian) noexcept
      : findings_(Profile::strict), in_(bytes, findings_, rule<"gguf/array-truncated">), big_endian_(big_endian) {}

  [[nodiscard]] std::uint64_t length() noexcept { return in_order(in_.u64le("").value, big_endian_); }
  // head reads a type and a count; false where no array of that type and so many elements fits.
  [[nodiscard]] bool head(Array& array) noexcept {
    const std::uint32_t type = in_order(in_.u32le("").value, big_endian_);
    array.type = static_cast<ValueType>(type);
    array.count = length();
    return in_.ok() && type < std::size(value_type_names) && array.count <= in_.remaining() / smallest_of(array.type);
  }
  // elements skips those of an array that is none of arrays.
  void elements(const Array& array) noexcept {
    in_.skip(array.count * size_of(array.type), "");
    for (std::uint64_t i = 0; array.type == ValueType::string && i < array.count && in_.ok(); ++i)
      in_.skip(length(), "");
  }
  [[nodiscard]] bool ok() const noexcept { return in_.ok(); }
  [[nodiscard]] std::size_t offset() const noexcept { return static_cast<std::size_t>(in_.offset()); }

 private:
  Findings findings_;
  Reader in_;
  bool big_endian_;
};

}  // namespace

// An array is inside of others only where their elements are arrays, so what is left of all of them is one number.
bool Elements::next(Value& element) noexcept {
  if (array_.count == 0) return false;
  const Bytes left = array_.data;
  Value value;
  value.type = array_.type;
  std::size_t size = size_of(array_.type);
  if (size > left.size()) return false;
  if (size != 0) {
    value.bits = number_in(left.first(size), big_endian_);
  } else {
    Heads in(left, big_endian_);
    if (array_.type == ValueType::string) {
      const std::uint64_t length = in.length();
      if (!in.ok() || length > left.size() - in.offset()) return false;
      value.text = as_text(left.subspan(in.offset(), static_cast<std::size_t>(length)));
      size = in.offset() + value.text.size();
    } else {
      if (!in.head(value.array)) return false;
      const std::size_t begin = in.offset();
      std::uint64_t arrays = 0;
      for (Array one = value.array;; --arrays) {
        if (one.type == ValueType::array) {
          arrays += one.count;
        } else {
          in.elements(one);
        }
        if (!in.ok() || arrays == 0) break;
        if (!in.head(one)) return false;
      }
      if (!in.ok()) return false;
      size = in.offset();
      value.array.data = left.subspan(begin, size - begin);
    }
  }
  array_.data = left.subspan(size);
  --array_.count;
  element = value;
  return true;
}

const Value* find(std::span<const Pair> metadata, std::string_view key) noexcept {
  const auto found = std::ranges::find(metadata, key, &Pair::key);
  return found == metadata.end() ? nullptr : &found->value;
}

const std::byte* next_dimension(const std::byte* at, const std::byte*, std::uint64_t& dimension) noexcept {
  at -= sizeof dimension;
  dimension = load_le<std::uint64_t>(at);
  return at;
}
const std::byte* next_dimension_big(const std::byte* at, const std::byte* end, std::uint64_t& dimension) noexcept {
  at = next_dimension(at, end, dimension);
  dimension = reversed(dimension);
  return at;
}

}  // namespace hallmark::gguf
