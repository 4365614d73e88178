// SPDX-License-Identifier: Apache-2.0
// TensorView: a tensor as it lies in an input, and the checked size of one.
#pragma once

#include <cstdint>
#include <string_view>

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/dtype.hpp"
#include "hallmark/core/expects.hpp"

namespace hallmark {

// DataSize says whether elements fill a number of bytes. `partial`: they end inside a byte or a block.
enum class DataSize : std::uint8_t { whole, overflow, partial };

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
  // data gives the bytes of the elements of a dtype, the one place that computes them. Of elements below a byte their
  // bits must fit 64 bits, of others their bytes; unless they are whole, `out` stays.
  [[nodiscard]] constexpr DataSize data(DType dtype, std::uint64_t& out) const noexcept {
    if (is_quantised(dtype)) return blocks(block_of(dtype), out);
    const std::uint64_t bits = bits_of(dtype);
    if (bits % 8 == 0) return bytes(bits / 8, out) ? DataSize::whole : DataSize::overflow;
    std::uint64_t all = 0;
    if (!bytes(bits, all)) return DataSize::overflow;
    if (all % 8 != 0) return DataSize::partial;
    out = all / 8;
    return DataSize::whole;
  }

 private:
  [[nodiscard]] constexpr DataSize blocks(Block block, std::uint64_t& out) const noexcept {
    std::uint64_t size = 0;
    const bool wraps = __builtin_mul_overflow(elements() / block.elements, block.bytes, &size);
    if (overflows() || wraps) return DataSize::overflow;
    if (elements() % block.elements != 0) return DataSize::partial;
    out = size;
    return DataSize::whole;
  }

  std::uint64_t product_ = 1;
  bool empty_ = false;
  bool wraps_ = false;
};

// NextDimension reads the dimension at `at`, but nothing from `end` on, and returns where the next one begins.
using NextDimension = const std::byte* (*)(const std::byte* at, const std::byte* end,
                                           std::uint64_t& dimension) noexcept;

// Shape is the dimensions of a tensor as they lie in an input: a row of u64, little-endian, at any alignment; or
// whatever a format writes, which a function of that format reads. A rank has 32 bits.
class Shape {
 public:
  // Iterator reads each dimension once.
  class Iterator {
   public:
    using value_type = std::uint64_t;
    using difference_type = std::ptrdiff_t;

    constexpr Iterator() noexcept = default;
    constexpr explicit Iterator(const Shape& shape) noexcept
        : at_(shape.at_), end_(shape.at_ + shape.size_), left_(shape.rank_), next_(shape.next_) {
      read();
    }
    [[nodiscard]] constexpr std::uint64_t operator*() const noexcept { return dimension_; }
    constexpr Iterator& operator++() noexcept {
      --left_;
      read();
      return *this;
    }
    constexpr Iterator operator++(int) noexcept {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    [[nodiscard]] constexpr bool operator==(const Iterator& other) const noexcept { return left_ == other.left_; }

   private:
    constexpr void read() noexcept {
      if (left_ == 0) return;
      if (next_ != nullptr) {
        at_ = next_(at_, end_, dimension_);
      } else {
        dimension_ = load_le<std::uint64_t>(at_);
        at_ += sizeof(std::uint64_t);
      }
    }

    const std::byte* at_ = nullptr;
    const std::byte* end_ = nullptr;
    std::uint32_t left_ = 0;
    NextDimension next_ = nullptr;
    std::uint64_t dimension_ = 0;
  };

  constexpr Shape() noexcept = default;
  explicit Shape(Bytes row) noexcept
      : at_(row.data()), rank_(static_cast<std::uint32_t>(row.size() / sizeof(std::uint64_t))) {}
  Shape(Bytes dimensions, std::uint64_t rank, NextDimension next) noexcept
      : at_(dimensions.data()),
        size_(static_cast<std::uint32_t>(dimensions.size())),
        rank_(static_cast<std::uint32_t>(rank)),
        next_(next) {}

  [[nodiscard]] constexpr std::uint64_t rank() const noexcept { return rank_; }
  // is_row says that the dimensions lie as a row; row then gives it, 8 bytes for each.
  [[nodiscard]] constexpr bool is_row() const noexcept { return next_ == nullptr; }
  [[nodiscard]] constexpr Bytes row() const noexcept { return Bytes(at_, rank_ * sizeof(std::uint64_t)); }
  [[nodiscard]] constexpr Iterator begin() const noexcept { return Iterator(*this); }
  [[nodiscard]] constexpr Iterator end() const noexcept { return {}; }
  // each calls see(dimension) for one after the other: faster than a loop, for it asks once how they lie. clang must be
  // told to inline it: encoding OINF takes a tenth more without.
  template <class See>
  [[gnu::always_inline]] constexpr void each(const See& see) const noexcept {
    if (next_ == nullptr) {
      for (std::uint32_t axis = 0; axis < rank_; ++axis) {
        see(load_le<std::uint64_t>(at_ + std::size_t{axis} * sizeof(std::uint64_t)));
      }
      return;
    }
    const std::byte* at = at_;
    for (std::uint32_t left = rank_; left != 0; --left) {
      std::uint64_t dimension = 0;
      at = next_(at, at_ + size_, dimension);
      see(dimension);
    }
  }
  // operator[] reads all dimensions up to this one where they are no row: a loop over all goes from begin to end.
  // It expects an axis below the rank.
  [[nodiscard]] std::uint64_t operator[](std::uint64_t axis) const noexcept {
    expects(axis < rank_);
    if (next_ == nullptr) return load_le<std::uint64_t>(at_ + axis * sizeof(std::uint64_t));
    Iterator at(*this);
    for (; axis != 0; --axis) ++at;
    return *at;
  }

 private:
  const std::byte* at_ = nullptr;
  std::uint32_t size_ = 0;  // in bytes, of what is no row
  std::uint32_t rank_ = 0;
  NextDimension next_ = nullptr;  // null of a row
};

[[nodiscard]] inline ElementCount count_of(const Shape& shape) noexcept {
  ElementCount count;
  shape.each([&count](std::uint64_t size) { count.dimension(size); });
  return count;
}

// TensorView is a tensor that is read or written. It owns nothing; `data` is row-major and little-endian and may lie at
// any alignment. In an input that changes, a shape may stop to match the data: what bounds a loop over elements must be
// data.size().
struct TensorView {
  std::string_view name;
  DType dtype = DType::u8;
  bool has_data = true;  // false where they live elsewhere, or are not here in full
  Shape shape;
  Bytes data;
};

// element loads one element; it expects an `index` below data.size() / sizeof(T).
template <class T>
[[nodiscard]] inline T element(Bytes data, std::uint64_t index) noexcept {
  expects(index < data.size() / sizeof(T));
  const std::byte* at = data.data() + index * sizeof(T);
  if constexpr (std::is_floating_point_v<T>) {
    using Word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    return std::bit_cast<T>(load_le<Word>(at));
  } else {
    return load_le<T>(at);
  }
}

}  // namespace hallmark
