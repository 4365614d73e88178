#include "conformance/statistics/statistics.hpp"

#include <bit>
#include <cfenv>
#include <cstring>
#include <new>

#include "conformance/statistics/narrow_statistics.hpp"
#include "conformance/statistics/small_floats.hpp"
#include "conformance/statistics/wide_statistics.hpp"

namespace hallmark::conformance {
namespace {

using Order = NarrowType::Order;

template <class T>
double as_double(std::uint32_t word) noexcept {
  return static_cast<double>(static_cast<T>(word));
}
constexpr NarrowType boolean{8, Order::plain, [](std::uint32_t word) noexcept { return word == 0 ? 0.0 : 1.0; }, true};
constexpr NarrowType i8{8, Order::twos_complement, as_double<std::int8_t>};
constexpr NarrowType i16{16, Order::twos_complement, as_double<std::int16_t>};
constexpr NarrowType u8{8, Order::plain, as_double<std::uint8_t>};
constexpr NarrowType u16{16, Order::plain, as_double<std::uint16_t>};
template <class Word, float (*widen)(Word) noexcept>
constexpr NarrowType small_float{8 * sizeof(Word), Order::sign_and_magnitude,
                                 [](std::uint32_t word) noexcept { return double{widen(static_cast<Word>(word))}; }};

// load_as reads words and converts them to numbers.
template <class Word, class T, T (*make)(Word) noexcept>
void load_as(Bytes data, std::uint64_t first, std::size_t count, T* to) noexcept {
  for (std::size_t i = 0; i < count; ++i) to[i] = make(element<Word>(data, first + i));
}
template <class Word>
std::int32_t widen(Word word) noexcept {
  return word;
}

template <class T>
void load_plain(Bytes data, std::uint64_t first, std::size_t count, T* to) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(to, data.data() + first * sizeof(T), count * sizeof(T));
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = element<T>(data, first + i);
  }
}

template <class T>
Statistics wide(Bytes data, std::uint64_t* tables, Load<T> load = load_plain<T>, std::uint64_t width = sizeof(T)) {
  return WideStatistics<T>(data, data.size() / width, load, tables).run();
}

Statistics bytes(const NarrowType& type, Bytes data) {
  std::uint64_t counts[4][256] = {};  // alternating tables: an increment need not wait for the one before
  std::size_t i = 0;
  for (; i + 8 <= data.size(); i += 8) {
    const auto word = load_le<std::uint64_t>(data.data() + i);
    for (std::size_t k = 0; k < 8; ++k) ++counts[k % 4][word >> (8 * k) & 0xff];
  }
  for (; i < data.size(); ++i) ++counts[0][std::to_integer<std::size_t>(data[i])];
  for (std::size_t word = 0; word < 256; ++word) counts[0][word] += counts[1][word] + counts[2][word] + counts[3][word];
  return narrow_statistics(type, counts[0]);
}

// Counters of 32 bits take half of the cache. They are added up before one can overflow.
Statistics pairs(const NarrowType& type, Bytes data, std::uint64_t* tables) {
  constexpr std::size_t most = std::size_t{1} << 30;  // of four elements
  std::fill_n(tables, radix, 0);
  auto* const even = new (tables + radix) std::uint32_t[2 * radix];
  std::uint32_t* const odd = even + radix;
  const std::uint64_t count = data.size() / 2;
  std::uint64_t i = 0;
  do {
    std::fill_n(even, 2 * radix, 0);
    const std::uint64_t words = std::min<std::uint64_t>((count - i) / 4, most);
    for (const std::uint64_t end = i + 4 * words; i < end; i += 4) {
      const auto word = load_le<std::uint64_t>(data.data() + 2 * i);
      ++even[word & 0xffff];
      ++odd[word >> 16 & 0xffff];
      ++even[word >> 32 & 0xffff];
      ++odd[word >> 48];
    }
    for (std::size_t value = 0; value < radix; ++value) tables[value] += std::uint64_t{even[value]} + odd[value];
  } while (count - i >= 4);
  for (; i < count; ++i) ++tables[element<std::uint16_t>(data, i)];
  return narrow_statistics(type, tables);
}

// Small tensors of 16-bit elements are widened.
template <class Word, class T, T (*make)(Word) noexcept>
Statistics pairs_or(const NarrowType& type, Bytes data, std::uint64_t* tables) {
  if (data.size() / 2 > few) return pairs(type, data, tables);
  return wide<T>(data, tables, load_as<Word, T, make>, sizeof(Word));
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

[[gnu::noinline]] Statistics of_elements(DType dtype, Bytes data, std::uint64_t* tables) {
  switch (dtype) {
    case DType::boolean: return bytes(boolean, data);
    case DType::i8: return bytes(i8, data);
    case DType::u8: return bytes(u8, data);
    case DType::f8_e5m2: return bytes(small_float<std::uint8_t, float_of_f8_e5m2>, data);
    case DType::f8_e4m3: return bytes(small_float<std::uint8_t, float_of_f8_e4m3>, data);
    case DType::i16: return pairs_or<std::int16_t, std::int32_t, widen<std::int16_t>>(i16, data, tables);
    case DType::u16: return pairs_or<std::uint16_t, std::int32_t, widen<std::uint16_t>>(u16, data, tables);
    case DType::f16:
      return pairs_or<std::uint16_t, float, float_of_f16>(small_float<std::uint16_t, float_of_f16>, data, tables);
    case DType::bf16:
      return pairs_or<std::uint16_t, float, float_of_bf16>(small_float<std::uint16_t, float_of_bf16>, data, tables);
    case DType::i32: return wide<std::int32_t>(data, tables);
    case DType::u32: return wide<std::uint32_t>(data, tables);
    case DType::f32: return wide<float>(data, tables);
    case DType::i64: return wide<std::int64_t>(data, tables);
    case DType::u64: return wide<std::uint64_t>(data, tables);
    case DType::f64: return wide<double>(data, tables);
    case DType::bytes: break;
  }
  return {};
}

[[gnu::noinline]] Statistics of_all_bits(const BitsView& bits) {
  std::uint64_t counts[256] = {};
  const auto whole = static_cast<std::size_t>(bits.count / 8);
  for (const std::byte byte : bits.data.first(whole)) {
    counts[1] += static_cast<unsigned>(std::popcount(std::to_integer<unsigned>(byte)));
  }
  if (const unsigned rest = bits.count % 8; rest != 0) {
    const auto last = std::to_integer<unsigned>(bits.data[whole]);
    const unsigned used = bits.most_significant_first ? last >> (8 - rest) : last & ((1U << rest) - 1);
    counts[1] += static_cast<unsigned>(std::popcount(used));
  }
  counts[0] = bits.count - counts[1];
  return narrow_statistics(boolean, counts);
}

}  // namespace

StatisticsEngine::StatisticsEngine() : tables_(std::make_unique<std::uint64_t[]>(2 * radix)) {
  static_assert(2 * radix * sizeof(std::uint64_t) == statistics_memory);
}

Statistics StatisticsEngine::of(DType dtype, Bytes data) {
  const RoundToNearest rounding;
  return of_elements(dtype, data, tables_.get());
}

Statistics StatisticsEngine::of_bits(const BitsView& bits) {
  const RoundToNearest rounding;
  return of_all_bits(bits);
}

}  // namespace hallmark::conformance
