// TensorView: a tensor as it lies in an input, and the checked size of one.
#pragma once

#include <cstdint>
#include <string_view>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/dtype.hpp"

namespace hallmark {

// ElementCount multiplies dimensions the same way for every format: a zero dimension makes the tensor empty
// whatever the others are, and only otherwise can a product overflow.
class ElementCount {
 public:
  constexpr void dimension(std::uint64_t size) noexcept {
    empty_ = empty_ || size == 0;
    wraps_ = (size != 0 && __builtin_mul_overflow(product_, size, &product_)) || wraps_;
    if (wraps_) product_ = 1;  // never 0, which is for what is empty
  }
  [[nodiscard]] constexpr bool overflows() const noexcept { return wraps_ && !empty_; }
  // elements is meaningless when overflows().
  [[nodiscard]] constexpr std::uint64_t elements() const noexcept { return empty_ ? 0 : product_; }
  // bytes gives elements × element_size, or false when that does not fit 64 bits; `out` then stays.
  [[nodiscard]] constexpr bool bytes(std::uint64_t element_size, std::uint64_t& out) const noexcept {
    std::uint64_t size = 0;
    if (overflows() || __builtin_mul_overflow(elements(), element_size, &size)) return false;
    out = size;
    return true;
  }

 private:
  std::uint64_t product_ = 1;
  bool empty_ = false;
  bool wraps_ = false;
};

// Shape is a row of u64 dimensions, little-endian, as they lie in an input (at any alignment).
class Shape {
 public:
  Shape() noexcept = default;
  explicit Shape(Bytes dimensions) noexcept : dimensions_(dimensions) {}

  [[nodiscard]] constexpr std::uint64_t rank() const noexcept { return dimensions_.size() / sizeof(std::uint64_t); }
  [[nodiscard]] std::uint64_t operator[](std::uint64_t axis) const noexcept {
    return load_le<std::uint64_t>(dimensions_.data() + axis * sizeof(std::uint64_t));
  }

 private:
  Bytes dimensions_;
};

[[nodiscard]] inline ElementCount count_of(const Shape& shape) noexcept {
  ElementCount count;
  for (std::uint64_t axis = 0; axis < shape.rank(); ++axis) count.dimension(shape[axis]);
  return count;
}

// TensorView owns nothing; `data` is row-major and little-endian and may lie at any alignment. In an input that
// changes, a shape may stop to match the data: what bounds a loop over elements must be data.size().
struct TensorView {
  std::string_view name;
  DType dtype = DType::u8;
  Shape shape;
  Bytes data;
  bool has_data = true;  // false where a format declares a tensor whose data live elsewhere
};

// element loads one element; `index` must be below data.size() / sizeof(T).
template <class T>
[[nodiscard]] inline T element(Bytes data, std::uint64_t index) noexcept {
  const std::byte* at = data.data() + index * sizeof(T);
  if constexpr (std::is_floating_point_v<T>) {
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<T>(load_le<Word>(at));
  } else {
    return load_le<T>(at);
  }
}

}  // namespace hallmark
