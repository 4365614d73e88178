// RadixMedian: the two elements in the middle of any number of keys, found 16 bits at a time in two tables of counters.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <type_traits>

namespace hallmark::kit {

inline constexpr std::size_t radix = 65536;

template <std::size_t bytes>
using Word = std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>;

// key_of maps a number to a word that sorts as numbers do, -0 below 0; number_of maps it back.
template <class T>
[[nodiscard]] constexpr Word<sizeof(T)> key_of(T value) noexcept {
  using Key = Word<sizeof(T)>;
  constexpr Key top = Key{1} << (8 * sizeof(T) - 1);
  if constexpr (std::is_floating_point_v<T>) {
    const auto word = std::bit_cast<Key>(value);
    const auto negative = static_cast<Key>(static_cast<std::make_signed_t<Key>>(word) >> (8 * sizeof(T) - 1));
    return word ^ (negative | top);
  } else {
    return static_cast<Key>(value) ^ (std::is_signed_v<T> ? top : Key{0});
  }
}
template <class T>
[[nodiscard]] constexpr T number_of(Word<sizeof(T)> key) noexcept {
  using Key = Word<sizeof(T)>;
  constexpr Key top = Key{1} << (8 * sizeof(T) - 1);
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<T>((key & top) != 0 ? key ^ top : static_cast<Key>(~key));
  } else {
    return static_cast<T>(key ^ (std::is_signed_v<T> ? top : Key{0}));
  }
}

// All keys are shown once for each digit, in blocks; after each digit `descend` is called.
template <class Key>
class RadixMedian {
 public:
  static constexpr int digits = sizeof(Key) / 2;

  // The tables are of `radix` counters each.
  RadixMedian(std::uint64_t* low, std::uint64_t* high) noexcept : tables_{low, high} { clear(); }

  // show_first counts the first digit of every key.
  template <class T>
  void show_first(const T* numbers, std::size_t count) noexcept {
    std::uint64_t* const even = tables_[0];
    std::uint64_t* const odd = tables_[1];  // in turn: an increment need not wait for the one before
    for (const T* end = numbers + count / 2 * 2; numbers != end; numbers += 2) {
      ++even[key_of(numbers[0]) >> first_shift];
      ++odd[key_of(numbers[1]) >> first_shift];
    }
    if (count % 2 != 0) ++even[key_of(*numbers) >> first_shift];
  }

  // seen_near says, before the first descent, whether a number was shown that shares its first digit with this one.
  template <class T>
  [[nodiscard]] bool seen_near(T number) const noexcept {
    const auto digit = static_cast<std::size_t>(key_of(number) >> first_shift);
    return tables_[0][digit] != 0 || tables_[1][digit] != 0;
  }

  // show_next counts the next digit of the keys that begin as a middle one does.
  template <class T, std::size_t most>
  void show_next(const T* numbers, std::size_t count, Key (&matching)[most]) noexcept {
    const int shift = shift_ + 16;
    const Key one = prefix_[0];
    const Key other = prefix_[1];
    std::size_t found = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Key key = key_of(numbers[i]);
      matching[found] = key;
      found += static_cast<std::size_t>(((key >> shift) == one) | ((key >> shift) == other));
    }
    const bool together = prefix_[0] == prefix_[1];
    for (std::size_t i = 0; i < found; ++i) {
      const std::size_t table = together ? i & 1 : (matching[i] >> shift == prefix_[1] ? 1U : 0U);
      ++tables_[table][matching[i] >> shift_ & (radix - 1)];
    }
  }

  // descend takes the digit of each of the two, which are the `ranks` of all keys (from 0).
  void descend(std::uint64_t low_rank, std::uint64_t high_rank) noexcept {
    if (shift_ == first_shift) {
      rank_[0] = low_rank;
      rank_[1] = high_rank;
    }
    if (prefix_[0] == prefix_[1]) {
      for (std::size_t i = 0; i < radix; ++i) tables_[0][i] = tables_[1][i] = tables_[0][i] + tables_[1][i];
    }
    for (const int which : {0, 1}) {
      std::size_t digit = 0;
      for (; rank_[which] >= tables_[which][digit]; ++digit) rank_[which] -= tables_[which][digit];
      prefix_[which] = static_cast<Key>(prefix_[which] << (sizeof(Key) > 2 ? 16 : 0)) | static_cast<Key>(digit);
    }
    shift_ -= 16;
    clear();
  }

  // low and high are the middle keys once every digit has been descended.
  [[nodiscard]] Key low() const noexcept { return prefix_[0]; }
  [[nodiscard]] Key high() const noexcept { return prefix_[1]; }

 private:
  static constexpr int first_shift = 8 * sizeof(Key) - 16;

  void clear() noexcept {
    for (std::uint64_t* table : tables_) std::fill_n(table, radix, 0);
  }

  std::uint64_t* tables_[2];
  std::uint64_t rank_[2] = {};
  Key prefix_[2] = {};
  int shift_ = first_shift;
};

}  // namespace hallmark::kit
