// The type of a value in text, the range of its elements, and their bits. rulings, "futhark".
#include "futhark/walk.hpp"

namespace hallmark::futhark {
namespace {

// Whether an integer of this sign and magnitude lies in the range of a type that has numbers; -0 does in all.
bool fits(const Lexeme& lexeme, DType dtype) noexcept {
  const Bounds* const bounds = bounds_of(dtype);
  return !lexeme.more && lexeme.number.mantissa <= (lexeme.negative ? bounds->lowest : bounds->highest);
}

bool is_integer(DType dtype) noexcept { return !is_float(dtype) && dtype != DType::boolean; }

std::uint64_t bits_of(const Lexeme& lexeme, DType dtype) noexcept {
  if (lexeme.kind == Lexeme::Kind::hexadecimal) {
    return float_bits(lexeme.number.mantissa, lexeme.more, lexeme.number.exponent, dtype);
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
      const auto length = static_cast<std::uint64_t>(lexeme.end - lexeme.begin);
      return remark(rule<"futhark/element-type">, lexeme.begin, length);
    }
    dtype = elements.dtype;
  }
  elements.any = true;
  elements.dtype = dtype;
  elements.pinned = elements.pinned || named;
  if (element.word) return true;
  return integer ? take_integer(lexeme, elements) : take_float(lexeme, elements);
}

// Integers without a suffix, and with none before that has one, are of the first of i32, i64 and u64 that holds them
// all; beyond i32 only compat takes them.
bool Walk::take_integer(const Lexeme& lexeme, Elements& elements) noexcept {
  const bool below = lexeme.negative && lexeme.number.mantissa != 0;
  if (fits(lexeme, elements.pinned ? elements.dtype : DType::i32) && !(below && elements.dtype == DType::u64)) {
    elements.negative = elements.negative || below;
    return true;
  }
  const auto length = static_cast<std::uint64_t>(lexeme.end - lexeme.begin);
  if (!elements.pinned) {
    if (fits(lexeme, DType::i64) && !(below && elements.dtype == DType::u64)) {
      elements.negative = elements.negative || below;
      if (elements.dtype == DType::i32) elements.dtype = DType::i64;
      return remark(rule<"futhark/integer-default">, lexeme.begin, length);
    }
    if (fits(lexeme, DType::u64) && !elements.negative) {
      elements.dtype = DType::u64;
      return remark(rule<"futhark/integer-default">, lexeme.begin, length);
    }
  }
  return remark(rule<"futhark/integer-range">, lexeme.begin, length);
}

bool Walk::take_float(const Lexeme& lexeme, Elements& elements) noexcept {
  if (lexeme.kind == Lexeme::Kind::decimal && is_small(lexeme.number, elements.dtype)) [[likely]]
    return true;
  if (bits_of(lexeme, elements.dtype) < infinity_bits(elements.dtype)) return true;
  return remark(rule<"futhark/float-overflow">, lexeme.begin, static_cast<std::uint64_t>(lexeme.end - lexeme.begin));
}

// The element as the next of those that are stored.
void Walk::put(const Element& element) noexcept {
  const Lexeme& lexeme = element.number;
  std::uint64_t bits = element.bits;
  if (!element.word && is_float(out_dtype_)) {
    bits = bits_of(lexeme, out_dtype_) | (lexeme.negative ? sign_bit(out_dtype_) : 0);
  } else if (!element.word) {
    bits = lexeme.negative ? std::uint64_t{0} - lexeme.number.mantissa : lexeme.number.mantissa;
  }
  put_bits(bits);
}

void Walk::put_plain(const Plain& number) noexcept {
  std::uint64_t bits = number.negative ? std::uint64_t{0} - number.mantissa : number.mantissa;
  if (is_float(out_dtype_)) {
    bits = float_bits(number.as_decimal(), out_dtype_, one_step_) | (number.negative ? sign_bit(out_dtype_) : 0);
  }
  put_bits(bits);
}

void Walk::put_bits(std::uint64_t bits) noexcept {
  const auto size = static_cast<std::size_t>(size_of(out_dtype_));
  if (out_.size() < size) return;
  switch (size) {
    case 1: store_le(out_.data(), static_cast<std::uint8_t>(bits)); break;
    case 2: store_le(out_.data(), static_cast<std::uint16_t>(bits)); break;
    case 4: store_le(out_.data(), static_cast<std::uint32_t>(bits)); break;
    default: store_le(out_.data(), bits); break;
  }
  out_ = out_.subspan(size);
}

}  // namespace hallmark::futhark
