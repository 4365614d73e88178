#include "conformance/statistics/statistics.hpp"

#include <bit>
#include <cfenv>
#include <cstring>
#include <vector>

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

template <class T>
void load_plain(Bytes data, std::uint64_t first, std::size_t count, T* to) noexcept {
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(to, data.data() + first * sizeof(T), count * sizeof(T));
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = element<T>(data, first + i);
  }
}

template <class T>
Statistics wide(Bytes data) {
  return WideStatistics<T>(data, data.size() / sizeof(T), load_plain<T>).run();
}

template <class Word>
Statistics counted(const NarrowType& type, Bytes data) {
  std::vector<std::uint64_t> counts(std::size_t{1} << type.bits);
  const std::uint64_t count = data.size() / sizeof(Word);
  for (std::uint64_t i = 0; i < count; ++i) ++counts[element<Word>(data, i)];
  return narrow_statistics(type, counts.data());
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

[[gnu::noinline]] Statistics of_elements(DType dtype, Bytes data) {
  switch (dtype) {
    case DType::boolean: return counted<std::uint8_t>(boolean, data);
    case DType::i8: return counted<std::uint8_t>(i8, data);
    case DType::u8: return counted<std::uint8_t>(u8, data);
    case DType::f8_e5m2: return counted<std::uint8_t>(small_float<std::uint8_t, float_of_f8_e5m2>, data);
    case DType::f8_e4m3: return counted<std::uint8_t>(small_float<std::uint8_t, float_of_f8_e4m3>, data);
    case DType::i16: return counted<std::uint16_t>(i16, data);
    case DType::u16: return counted<std::uint16_t>(u16, data);
    case DType::f16: return counted<std::uint16_t>(small_float<std::uint16_t, float_of_f16>, data);
    case DType::bf16: return counted<std::uint16_t>(small_float<std::uint16_t, float_of_bf16>, data);
    case DType::i32: return wide<std::int32_t>(data);
    case DType::u32: return wide<std::uint32_t>(data);
    case DType::f32: return wide<float>(data);
    case DType::i64: return wide<std::int64_t>(data);
    case DType::u64: return wide<std::uint64_t>(data);
    case DType::f64: return wide<double>(data);
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

Statistics statistics_of(DType dtype, Bytes data) {
  const RoundToNearest rounding;
  return of_elements(dtype, data);
}

Statistics statistics_of(const BitsView& bits) {
  const RoundToNearest rounding;
  return of_all_bits(bits);
}

}  // namespace hallmark::conformance
