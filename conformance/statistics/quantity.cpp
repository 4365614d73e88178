#include <fmt/format.h>

#include <cmath>

#include "conformance/statistics/small_floats.hpp"
#include "conformance/statistics/statistics.hpp"

namespace hallmark::conformance {

Quantity Quantity::of(double value) noexcept { return {value, false, false, 0, false}; }

Quantity Quantity::of(std::int64_t value) noexcept {
  const auto word = static_cast<std::uint64_t>(value);
  return {static_cast<double>(value), true, value < 0, value < 0 ? std::uint64_t{0} - word : word, false};
}

Quantity Quantity::of(std::uint64_t value) noexcept { return {static_cast<double>(value), true, false, value, false}; }

Quantity middle(const Quantity& low, const Quantity& high) noexcept {
  if (!low.exact && low.real == high.real) return low;
  Quantity result;
  // Halving subnormal numbers would round them; their sum cannot overflow.
  const bool small = std::abs(low.real) < 1 && std::abs(high.real) < 1;
  result.real = small ? (low.real + high.real) / 2 : low.real / 2 + high.real / 2;
  if (!low.exact || !high.exact) return result;
  result.exact = true;
  if (low.negative == high.negative) {
    const bool both_odd = (low.whole & high.whole & 1) != 0;
    result.negative = low.negative;
    result.whole = low.whole / 2 + high.whole / 2 + (both_odd ? 1 : 0);
    result.half = ((low.whole ^ high.whole) & 1) != 0;
  } else {  // low < 0 <= high: the larger magnitude determines the sign
    result.negative = low.whole > high.whole;
    const std::uint64_t sum = result.negative ? low.whole - high.whole : high.whole - low.whole;
    result.whole = sum / 2;
    result.half = (sum & 1) != 0;
  }
  result.real = static_cast<double>(result.whole) + (result.half ? 0.5 : 0.0);
  if (result.negative) result.real = -result.real;
  return result;
}

Quantity plus(const Quantity& base, std::uint64_t add) noexcept {
  if (!base.negative) return Quantity::of(base.whole + add);
  if (add >= base.whole) return Quantity::of(add - base.whole);
  Quantity result = Quantity::of(base.whole - add);
  result.real = -result.real;
  result.negative = true;
  return result;
}

Quantity element_at(DType dtype, Bytes data, std::uint64_t index) noexcept {
  const auto real = [](float value) { return Quantity::of(double{value}); };
  switch (dtype) {
    case DType::boolean: return Quantity::of(std::uint64_t{element<std::uint8_t>(data, index) != 0});
    case DType::i8: return Quantity::of(std::int64_t{element<std::int8_t>(data, index)});
    case DType::i16: return Quantity::of(std::int64_t{element<std::int16_t>(data, index)});
    case DType::i32: return Quantity::of(std::int64_t{element<std::int32_t>(data, index)});
    case DType::i64: return Quantity::of(element<std::int64_t>(data, index));
    case DType::u8: return Quantity::of(std::uint64_t{element<std::uint8_t>(data, index)});
    case DType::u16: return Quantity::of(std::uint64_t{element<std::uint16_t>(data, index)});
    case DType::u32: return Quantity::of(std::uint64_t{element<std::uint32_t>(data, index)});
    case DType::u64: return Quantity::of(element<std::uint64_t>(data, index));
    case DType::f16: return real(float_of_f16(element<std::uint16_t>(data, index)));
    case DType::bf16: return real(float_of_bf16(element<std::uint16_t>(data, index)));
    case DType::f32: return real(element<float>(data, index));
    case DType::f64: return Quantity::of(element<double>(data, index));
    case DType::f8_e5m2: return real(float_of_f8_e5m2(element<std::uint8_t>(data, index)));
    case DType::f8_e4m3: return real(float_of_f8_e4m3(element<std::uint8_t>(data, index)));
    case DType::bytes: break;
  }
  return {};
}

std::string text_of(double value) { return std::isnan(value) ? "nan" : fmt::format("{:.6g}", value); }

std::string text_of(const Quantity& quantity) {
  if (!quantity.exact) return text_of(quantity.real);
  return fmt::format("{}{}{}", quantity.negative ? "-" : "", quantity.whole, quantity.half ? ".5" : "");
}

}  // namespace hallmark::conformance
