// RadixMedian: finds the two middle elements, 16 bits at a time, with two tables of counters, until the elements that
// can be meant fit into the memory of a table: those are collected and sorted as far as it takes.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>

namespace hallmark::conformance {

inline constexpr std::size_t radix = 65536;

template <std::size_t bytes>
using Word = std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>;

// key_of maps the word of a number to one that sorts as numbers do, -0 below 0; word_of maps it back. Each bit of a
// key is a bit of its word, or its complement when the number is a negative float.
template <class T>
[[nodiscard]] constexpr Word<sizeof(T)> key_of(T number) noexcept {
  using Key = Word<sizeof(T)>;
  constexpr Key top = Key{1} << (8 * sizeof(T) - 1);
  const auto word = std::bit_cast<Key>(number);
  if constexpr (std::is_floating_point_v<T>) return (word & top) != 0 ? ~word : word ^ top;
  return word ^ (std::is_signed_v<T> ? top : Key{0});
}
template <class T>
[[nodiscard]] constexpr Word<sizeof(T)> word_of(Word<sizeof(T)> key) noexcept {
  using Key = Word<sizeof(T)>;
  constexpr Key top = Key{1} << (8 * sizeof(T) - 1);
  if constexpr (std::is_floating_point_v<T>) return (key & top) != 0 ? key ^ top : ~key;
  return key ^ (std::is_signed_v<T> ? top : Key{0});
}

// The caller passes all numbers in blocks, first to count_first and then to see_next, until it is `done`, and calls
// `descend` after each pass. Digits of words are counted; only the few that matter are mapped to keys. Numbers of a
// mapped file may be others in the next pass: the median is then any number.
template <class T>
class RadixMedian {
 public:
  using Key = Word<sizeof(T)>;
  // Each table has `radix` counters.
  RadixMedian(std::uint64_t* even, std::uint64_t* odd) noexcept : tables_{even, odd} { clear(); }

  // count_first counts the first digit of every number.
  void count_first(const T* numbers, std::size_t count) noexcept {
    std::uint64_t* const even = tables_[0];
    std::uint64_t* const odd = tables_[1];  // alternating tables: an increment need not wait for the one before
    for (const T* end = numbers + count / 2 * 2; numbers != end; numbers += 2) {
      if constexpr (sizeof(T) == 4) {
        std::uint64_t pair;  // one load for two
        std::memcpy(&pair, numbers, sizeof pair);
        ++even[pair >> 48];
        ++odd[pair >> 16 & (radix - 1)];
      } else {
        ++even[std::bit_cast<Key>(numbers[0]) >> first_shift];
        ++odd[std::bit_cast<Key>(numbers[1]) >> first_shift];
      }
    }
    if (count % 2 != 0) ++even[std::bit_cast<Key>(*numbers) >> first_shift];
  }

  // seen_near: before the first descent, some number had the same first digit as this one.
  [[nodiscard]] bool seen_near(T number) const noexcept {
    const auto digit = static_cast<std::size_t>(std::bit_cast<Key>(number) >> first_shift);
    return tables_[0][digit] != 0 || tables_[1][digit] != 0;
  }

  // see_next collects the numbers that share the known digits of a middle element, or counts their next digit.
  void see_next(const T* numbers, std::size_t count) noexcept {
    const T* const end = numbers + count;
    for (; end - numbers >= static_cast<std::ptrdiff_t>(group); numbers += group) {
      // In most groups no number matches, or in narrow data every number does.
      const std::size_t found = prefix_[0] == prefix_[1] ? matches<true>(numbers) : matches<false>(numbers);
      if (found == 0) continue;
      if (found == group && prefix_[0] == prefix_[1] && collected_ == nullptr) {
        for (std::size_t i = 0; i < group; ++i) ++tables_[i & 1][digit_of(numbers[i])];
      } else {
        see_matching(numbers, group);
      }
    }
    see_matching(numbers, static_cast<std::size_t>(end - numbers));
  }

  // descend finds the next digit of both elements, or all that are left; `ranks` are their ranks among all numbers
  // (from 0).
  void descend(std::uint64_t low_rank, std::uint64_t high_rank) noexcept {
    if (collected_ != nullptr) return pick(high_rank != low_rank);
    if (shift_ == first_shift) {
      rank_[0] = low_rank;
      rank_[1] = high_rank;
    }
    if (prefix_[0] == prefix_[1]) {
      for (std::size_t i = 0; i < radix; ++i) tables_[0][i] = tables_[1][i] = tables_[0][i] + tables_[1][i];
    }
    std::uint64_t left[2] = {};
    for (const int which : {0, 1}) left[which] = descend(key_[which], rank_[which], tables_[which]);
    for (const int which : {0, 1}) prefix_[which] = static_cast<Key>(word_of<T>(key_[which]) >> shift_);
    shift_ -= 16;
    if (done()) return;
    if ((prefix_[0] == prefix_[1] ? left[0] : left[0] + left[1]) < radix) {
      collected_ = new (tables_[0]) Key[radix];
    } else {
      clear();
    }
  }

  // done: the middle elements are known.
  [[nodiscard]] bool done() const noexcept { return shift_ < 0; }

  // low and high are the middle elements, when it is done.
  [[nodiscard]] T low() const noexcept { return std::bit_cast<T>(prefix_[0]); }
  [[nodiscard]] T high() const noexcept { return std::bit_cast<T>(prefix_[1]); }

 private:
  static constexpr int first_shift = 8 * sizeof(T) - 16;
  static constexpr std::size_t group = 16;

  // Walks digits in the order of their keys until the rank is reached; returns how many numbers have that digit.
  std::uint64_t descend(Key& key, std::uint64_t& rank, const std::uint64_t* table) const noexcept {
    const auto counted = [&](Key digit) {
      return table[word_of<T>(static_cast<Key>(key | digit << shift_)) >> shift_ & (radix - 1)];
    };
    Key digit = 0;
    for (; digit < radix - 1 && rank >= counted(digit); ++digit) rank -= counted(digit);
    key |= static_cast<Key>(digit << shift_);
    return counted(0);
  }

  // Picks the middle elements from the collected ones. Where they differ in the digits before, nothing lies between.
  void pick(bool two) noexcept {
    Key* const end = collected_ + collected_size_;
    if (collected_size_ != 0) {
      Key* const low = collected_ + std::min<std::uint64_t>(rank_[0], collected_size_ - 1);
      std::nth_element(collected_, low, end);
      key_[0] = *low;
      key_[1] = two && low + 1 != end ? *std::min_element(low + 1, end) : *low;
    }
    for (const int which : {0, 1}) prefix_[which] = word_of<T>(key_[which]);
    shift_ = -16;
  }

  [[nodiscard]] std::size_t digit_of(T number) const noexcept {
    return std::bit_cast<Key>(number) >> shift_ & (radix - 1);
  }
  template <bool together>
  [[nodiscard, gnu::always_inline]] std::size_t matches(const T* numbers) const noexcept {
    const int shift = shift_ + 16;
    Key found = 0;
    for (std::size_t i = 0; i < group; ++i) {
      const Key prefix = std::bit_cast<Key>(numbers[i]) >> shift;
      found += static_cast<Key>(prefix == prefix_[0]);
      if constexpr (!together) found += static_cast<Key>(prefix == prefix_[1]);
    }
    return static_cast<std::size_t>(found);
  }
  void see_matching(const T* numbers, std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
      const Key prefix = std::bit_cast<Key>(numbers[i]) >> (shift_ + 16);
      if (collected_ != nullptr) {
        if (collected_size_ == radix) return;
        collected_[collected_size_] = key_of(numbers[i]);
        collected_size_ += prefix == prefix_[0] || prefix == prefix_[1] ? 1 : 0;
      } else if (prefix == prefix_[0]) {
        ++tables_[0][digit_of(numbers[i])];
      } else if (prefix == prefix_[1]) {
        ++tables_[1][digit_of(numbers[i])];
      }
    }
  }
  void clear() noexcept {
    for (std::uint64_t* table : tables_) std::fill_n(table, radix, 0);
  }

  std::uint64_t* tables_[2];
  std::uint64_t rank_[2] = {};
  Key key_[2] = {};     // known digits of the middle elements
  Key prefix_[2] = {};  // the same digits in their words
  int shift_ = first_shift;
  Key* collected_ = nullptr;  // room for radix keys, in the first table
  std::size_t collected_size_ = 0;
};

}  // namespace hallmark::conformance
