// SPDX-License-Identifier: Apache-2.0
#include "conformance/statistics/statistics.hpp"

#include <fmt/format.h>

#include <bit>
#include <cfenv>
#include <compare>
#include <utility>

#include "conformance/statistics/passes.hpp"
#include "hallmark/core/small_floats.hpp"

namespace hallmark::conformance {
namespace {

// with_type calls use(word, number): `word` is of the type that an element is stored as, and number(word) is what it
// means, as std::int64_t, std::uint64_t or double.
template <class Result, class Use>
Result with_type(DType dtype, const Use& use) {
  const auto is_signed = [](auto word) { return std::int64_t{word}; };
  const auto is_unsigned = [](auto word) { return std::uint64_t{word}; };
  const auto real = [](auto word) { return double{word}; };
  switch (dtype) {
    case DType::boolean: return use(std::uint8_t{}, [](std::uint8_t word) { return std::uint64_t{word != 0}; });
    case DType::i8: return use(std::int8_t{}, is_signed);
    case DType::i16: return use(std::int16_t{}, is_signed);
    case DType::i32: return use(std::int32_t{}, is_signed);
    case DType::i64: return use(std::int64_t{}, is_signed);
    case DType::u8: return use(std::uint8_t{}, is_unsigned);
    case DType::u16: return use(std::uint16_t{}, is_unsigned);
    case DType::u32: return use(std::uint32_t{}, is_unsigned);
    case DType::u64: return use(std::uint64_t{}, is_unsigned);
    case DType::f16: return use(std::uint16_t{}, [](std::uint16_t word) { return double{float_of_f16(word)}; });
    case DType::bf16: return use(std::uint16_t{}, [](std::uint16_t word) { return double{float_of_bf16(word)}; });
    case DType::f32: return use(float{}, real);
    case DType::f64: return use(double{}, real);
    case DType::f8_e5m2: return use(std::uint8_t{}, [](std::uint8_t word) { return double{float_of_f8_e5m2(word)}; });
    case DType::f8_e4m3: return use(std::uint8_t{}, [](std::uint8_t word) { return double{float_of_f8_e4m3(word)}; });
    case DType::f8_e8m0: return use(std::uint8_t{}, [](std::uint8_t word) { return double{float_of_f8_e8m0(word)}; });
    case DType::f8_e4m3fnuz:
      return use(std::uint8_t{}, [](std::uint8_t word) { return double{float_of_f8_e4m3fnuz(word)}; });
    case DType::f8_e5m2fnuz:
      return use(std::uint8_t{}, [](std::uint8_t word) { return double{float_of_f8_e5m2fnuz(word)}; });
    default: break;  // no dtype that has_numbers
  }
  return {};
}

// RoundToNearest overrides the rounding mode of the caller (fesetround) during its lifetime. The computation is in a
// separate function that is not inlined: compilers may move arithmetic out of a scope.
class RoundToNearest {
 public:
  RoundToNearest() noexcept : before_(std::fegetround()) { set(FE_TONEAREST); }
  ~RoundToNearest() { set(before_); }
  RoundToNearest(const RoundToNearest&) = delete;
  RoundToNearest& operator=(const RoundToNearest&) = delete;

 private:
  void set(int mode) const noexcept {
    if (before_ != FE_TONEAREST) std::fesetround(mode);
  }
  int before_;
};

template <class Number>
using Counts = std::vector<std::pair<Number, std::uint64_t>>;

// of_counts: each number once, in ascending order, with how many times it occurs.
template <class Number>
Statistics of_counts(const Counts<Number>& counts, bool boolean) {
  const auto each = [&](const auto& see) {
    for (const auto& [number, times] : counts) see(number, times);
  };
  return summary<Number>(each, true, boolean);
}

// Of elements of 8 and 16 bits each word is counted: passes over the words are short, and the median is exact.
template <class Word, class Convert>
Statistics of_words(Bytes data, const Convert& convert, bool boolean) {
  using Unsigned = std::make_unsigned_t<Word>;
  using Number = decltype(convert(Word{}));
  std::vector<std::uint64_t> of_word(std::size_t{1} << (8 * sizeof(Word)));
  for (std::uint64_t i = 0; i < data.size() / sizeof(Word); ++i) ++of_word[element<Unsigned>(data, i)];
  Counts<Number> counts;
  for (std::size_t word = 0; word < of_word.size(); ++word) {
    const auto stored = std::bit_cast<Word>(static_cast<Unsigned>(word));
    if (of_word[word] != 0) counts.emplace_back(convert(stored), of_word[word]);
  }
  std::ranges::sort(
      counts, [](Number a, Number b) { return std::is_lt(std::strong_order(a, b)); },
      &Counts<Number>::value_type::first);
  return of_counts(counts, boolean);
}

[[gnu::noinline]] Statistics of_elements(DType dtype, Bytes data) {
  return with_type<Statistics>(dtype, [&](auto word, const auto& convert) {
    using Word = decltype(word);
    const std::uint64_t count = data.size() / sizeof(Word);
    if constexpr (sizeof(Word) <= 2) {
      // A table of all words of 16 bits is larger than most tensors of a small model: those are seen one by one.
      if (sizeof(Word) == 1 || count >> (8 * sizeof(Word)) != 0) {
        return of_words<Word>(data, convert, dtype == DType::boolean);
      }
    }
    const auto each = [&](const auto& see) {
      for (std::uint64_t i = 0; i < count; ++i) see(convert(element<Word>(data, i)), std::uint64_t{1});
    };
    return summary<decltype(convert(word))>(each, false, false);
  });
}

[[gnu::noinline]] Statistics of_all_bits(const BitsView& bits) {
  std::uint64_t ones = 0;
  const auto whole = static_cast<std::size_t>(bits.count / 8);
  for (const std::byte byte : bits.data.first(whole)) {
    ones += static_cast<unsigned>(std::popcount(std::to_integer<unsigned>(byte)));
  }
  for (std::uint64_t i = bits.count - bits.count % 8; i < bits.count; ++i) ones += bit_at(bits, i) ? 1 : 0;
  Counts<std::uint64_t> counts;
  if (ones != bits.count) counts.emplace_back(0, bits.count - ones);
  if (ones != 0) counts.emplace_back(1, ones);
  return of_counts(counts, true);
}

}  // namespace

Quantity Quantity::of(double value) noexcept { return {value, false, false, 0, false}; }

Quantity Quantity::of(std::int64_t value) noexcept {
  const auto word = static_cast<std::uint64_t>(value);
  return {static_cast<double>(value), true, value < 0, value < 0 ? std::uint64_t{0} - word : word, false};
}

Quantity Quantity::of(std::uint64_t value) noexcept { return {static_cast<double>(value), true, false, value, false}; }

Quantity plus(const Quantity& base, std::uint64_t add) noexcept {
  return base.negative ? Quantity::of(static_cast<std::int64_t>(add - base.whole)) : Quantity::of(base.whole + add);
}

Quantity element_at(DType dtype, Bytes data, std::uint64_t index) noexcept {
  return with_type<Quantity>(dtype, [&](auto word, const auto& convert) {
    return Quantity::of(convert(element<decltype(word)>(data, index)));
  });
}

std::string text_of(double value) { return std::isnan(value) ? "nan" : fmt::format("{:.6g}", value); }

std::string text_of(const Quantity& quantity) {
  if (!quantity.exact) return text_of(quantity.real);
  return fmt::format("{}{}{}", quantity.negative ? "-" : "", quantity.whole, quantity.half ? ".5" : "");
}

Statistics statistics_of(DType dtype, Bytes data) {
  const RoundToNearest rounding;
  return of_elements(dtype, data);
}

Statistics statistics_of(const BitsView& bits) {
  const RoundToNearest rounding;
  return of_all_bits(bits);
}

}  // namespace hallmark::conformance
