// The type of a value in text, the range of its elements, and their bits. README.md.
#include "futhark/walk.hpp"

namespace hallmark::futhark {
namespace {

// Whether an integer lies in the range of an integer type; -0 does in all.
bool fits(const Lexeme& lexeme, DType dtype) noexcept {
  return !lexeme.inexact && integer_range(dtype).holds(lexeme.negative ? 1 : 0, lexeme.number.mantissa);
}

// Whether compat takes an integer modulo the width of its type: one of up to 32 bits, in the range of i64 or u64.
bool wraps(const Lexeme& lexeme, DType dtype) noexcept {
  return size_of(dtype) <= sizeof(std::uint32_t) && (fits(lexeme, DType::i64) || fits(lexeme, DType::u64));
}

bool is_integer(DType dtype) noexcept { return !is_float(dtype) && dtype != DType::boolean; }

std::uint64_t bits_of(const Lexeme& lexeme, DType dtype) noexcept {
  if (lexeme.kind == Lexeme::Kind::hexadecimal) {
    return float_bits(lexeme.number.mantissa, lexeme.inexact, lexeme.number.exponent, dtype);
  }
  return float_bits(lexeme.number, dtype);
}

}  // namespace

bool Walk::take(const Element& element, Elements& elements) noexcept {
  const Lexeme& lexeme = element.number;
  const bool integer = !element.word && lexeme.kind == Lexeme::Kind::integer;
  const bool named = element.word || lexeme.suffixed;
  DType dtype = named ? lexeme.suffix : integer ? DType::i32 : DType::f64;
  if (elements.any) {
    const bool same_kind = integer ? is_integer(elements.dtype) : is_float(elements.dtype);
    if (named ? dtype != elements.dtype : !same_kind) {
      const bool told = named && elements.named;
      const bool has_bool = dtype == DType::boolean || elements.dtype == DType::boolean;
      const Rule& broken = told || has_bool ? rule<"futhark/element-type"> : rule<"futhark/element-default">;
      return report(broken, lexeme.begin, lexeme.length());
    }
    dtype = elements.dtype;
  }
  elements.any = true;
  elements.dtype = dtype;
  elements.named = elements.named || named;
  if (element.word) return true;
  return integer ? take_integer(lexeme, elements) : take_float(lexeme, elements);
}

// Integers without a suffix, and with none before that has one, are of the first of i32, i64 and u64 that holds them
// all; beyond i32 only compat takes them.
bool Walk::take_integer(const Lexeme& lexeme, Elements& elements) noexcept {
  const bool below = lexeme.below_zero();
  if (fits(lexeme, elements.named ? elements.dtype : DType::i32) && !(below && elements.dtype == DType::u64)) {
    elements.negative = elements.negative || below;
    return true;
  }
  if (!elements.named) {
    if (fits(lexeme, DType::i64) && !(below && elements.dtype == DType::u64)) {
      elements.negative = elements.negative || below;
      if (elements.dtype == DType::i32) elements.dtype = DType::i64;
      return report(rule<"futhark/integer-default">, lexeme.begin, lexeme.length());
    }
    if (fits(lexeme, DType::u64) && !elements.negative) {
      elements.dtype = DType::u64;
      return report(rule<"futhark/integer-default">, lexeme.begin, lexeme.length());
    }
  }
  const bool wrapping = elements.named && wraps(lexeme, elements.dtype);
  const Rule& broken = wrapping ? rule<"futhark/integer-wraps"> : rule<"futhark/integer-range">;
  return report(broken, lexeme.begin, lexeme.length());
}

bool Walk::take_float(const Lexeme& lexeme, Elements& elements) noexcept {
  if (lexeme.kind == Lexeme::Kind::decimal && is_small(lexeme.number, elements.dtype)) [[likely]]
    return true;
  if (bits_of(lexeme, elements.dtype) < infinity_bits(elements.dtype)) return true;
  return report(rule<"futhark/float-overflow">, lexeme.begin, lexeme.length());
}

void Output::put(const Element& element, DType elements) noexcept {
  if (room.empty()) return;
  if (!dtype) dtype = elements;
  const Lexeme& lexeme = element.number;
  const bool negative = lexeme.negative;
  const std::uint64_t bits = element.word       ? element.bits
                             : is_float(*dtype) ? bits_of(lexeme, *dtype) | (negative ? sign_bit(*dtype) : 0)
                                                : integer_bits(negative ? 1 : 0, lexeme.number.mantissa);
  const auto size = static_cast<std::size_t>(size_of(*dtype));
  if (room.size() < size) return;
  store_bits(room.data(), bits, size);
  room = room.subspan(size);
}

}  // namespace hallmark::futhark
