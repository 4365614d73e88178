// Data in JSON, to the bytes that binary data would be.
#include <algorithm>

#include "codecs/core/plain.hpp"
#include "codecs/kserve/datatypes.hpp"
#include "codecs/kserve/walk.hpp"

namespace hallmark::kserve {

bool Walk::put(std::uint64_t bits, std::uint64_t size) noexcept {
  if (values_.size() < size) return false;
  for (std::uint64_t i = 0; i < size; ++i) {
    values_[static_cast<std::size_t>(i)] = static_cast<std::byte>(bits >> (8 * i) & 0xff);
  }
  values_ = values_.subspan(static_cast<std::size_t>(size));
  return true;
}

At Walk::data(At at, Draft& draft) noexcept {
  if (byte_at(at) == 'n') {
    draft.data_null = true;
    return skip(at);
  }
  if (byte_at(at) != '[') return wrong_type(Json::array, at);
  in_data_ = true;
  draft.data_read = draft.sound() && !is_half(draft.dtype);
  const At behind = draft.data_read ? elements(at, draft) : skip(at);
  in_data_ = false;
  return behind;
}

// Data that stood before the shape or the datatype.
bool Walk::read_data_again(Draft& draft) noexcept {
  ++position_.depth;
  Frame& frame = top();
  frame = {.key = as_bytes("data"), .keyed = true, .array = false, .number = key_count_};
  again_ = in_data_ = true;
  const At behind = elements(draft.data.begin, draft);
  again_ = in_data_ = false;
  --position_.depth;
  return behind != nullptr;
}

// One level is open at a time on top of the others; what is nested needs no recursion.
At Walk::elements(At at, Draft& draft) noexcept {
  const std::uint64_t outside = position_.depth;
  const std::uint64_t rank = draft.dims.rank();
  const auto misshapen = [&draft](At place) {
    if (draft.misshapen == nullptr) draft.misshapen = place;
  };
  const std::byte* const first = values_.data();
  std::uint64_t leaf = 0;  // the level at which elements stand, from 1
  for (;;) {
    bool closing = false;
    if (byte_at(at) == '[') {
      if (position_.depth - outside >= std::max<std::uint64_t>(rank, 1)) misshapen(at);
      at = open(at, true);
      if (at == nullptr) return nullptr;
      at = lexer_.space(at);
      if (ended(at)) return missing(rule::json_value, at);
      if (byte_at(at) != ']') continue;
      closing = true;
    } else {
      const std::uint64_t level = position_.depth - outside;
      if (leaf == 0) leaf = level;
      if (level != leaf || (level != 1 && level != rank)) misshapen(at);
      std::uint64_t count = 0;
      At behind = plain_elements(at, draft.dtype, count);
      if (count == 0) {
        behind = element(at, draft);
        if (behind == nullptr) return nullptr;
        count = 1;
      }
      at = behind;
      draft.values += count;
      top().number += count;
    }
    // Behind a value: the ends of as many arrays as it is the last of, then a comma.
    for (;;) {
      if (!closing) {
        at = lexer_.space(at);
        if (ended(at) || (byte_at(at) != ',' && byte_at(at) != ']')) {
          --top().number;  // the path names the value before
          return missing(rule::json_separator, at);
        }
        if (byte_at(at) == ',') break;
      }
      closing = false;
      const std::uint64_t level = position_.depth - outside;
      const bool flat = level == 1 && (leaf == 1 || top().number == 0);
      if (!flat && level <= rank && top().number != draft.dims[level - 1]) misshapen(at);
      at = close(at);
      if (at == nullptr) return nullptr;
      if (position_.depth == outside) {
        draft.converted = Bytes(first, values_.data());
        return at;
      }
      ++top().number;
    }
    at = lexer_.space(at + 1);
    if (ended(at)) return missing(rule::json_value, at);
  }
}

At Walk::element(At at, const Draft& draft) noexcept {
  const unsigned char c = byte_at(at);
  const DType dtype = draft.dtype;
  if (is_nan_literal(at)) {
    const At behind = nan_literal(at);
    if (behind == nullptr) return nullptr;
    if (is_real(dtype)) {
      const std::uint64_t bits = c == 'N' ? nan_bits(dtype) : infinity_bits(dtype);
      return put(bits | (c == '-' ? sign_bit(dtype) : 0), size_of(dtype)) ? behind : exhausted(at);
    }
    const auto length = static_cast<std::uint64_t>(behind - at);
    return tell(Phase::tensors, rule::data_element, at, length) ? behind : nullptr;
  }
  const bool number = c == '-' || is_digit(c);
  if (number && dtype != DType::boolean && dtype != DType::bytes) return number_element(at, dtype);
  if (c == '"' && dtype == DType::bytes) return bytes_element(at);
  const At behind = skip(at);
  if (behind == nullptr) return nullptr;
  if (dtype == DType::boolean && (c == 't' || c == 'f')) return put(c == 't' ? 1 : 0, 1) ? behind : exhausted(at);
  const auto length = static_cast<std::uint64_t>(behind - at);
  return tell(Phase::tensors, rule::data_element, at, length) ? behind : nullptr;
}

At Walk::number_element(At at, DType dtype) noexcept {
  Lexeme lexeme;
  const At behind = lexer_.number(at, lexeme);
  if (behind == nullptr) return fail(lexer_.fault());
  const auto told = [&](const Rule& rule) {
    return tell(Phase::tensors, rule, at, static_cast<std::uint64_t>(behind - at)) ? behind : nullptr;
  };
  std::uint64_t bits = 0;
  if (is_real(dtype)) {
    bits = float_bits(lexeme.decimal, dtype);
    if (bits == infinity_bits(dtype)) return told(rule::data_range);
    bits |= lexeme.negative ? sign_bit(dtype) : 0;
  } else {
    if (!lexeme.integer) return told(rule::data_integer);
    const Datatype& type = *datatype_of(dtype);
    std::uint64_t magnitude = 0;
    if (!integer_of(lexeme, magnitude) || magnitude > (lexeme.negative ? type.lowest : type.highest)) {
      return told(rule::data_range);
    }
    bits = lexeme.negative ? std::uint64_t{0} - magnitude : magnitude;
  }
  return put(bits, size_of(dtype)) ? behind : exhausted(at);
}

At Walk::bytes_element(At at) noexcept {
  Text text;
  const At behind = lexer_.string(at, text);
  if (behind == nullptr) return fail(lexer_.fault());
  const std::span<std::byte> to = values_;
  constexpr std::size_t prefix = sizeof(std::uint32_t);
  if (to.size() < prefix || to.size() - prefix < text.raw().size()) return exhausted(at);
  std::byte* end = to.data() + prefix;
  if (text.escaped) {
    end = unescape(text, end);
  } else {
    end = std::copy(text.begin, text.end, end);
  }
  const auto size = static_cast<std::uint64_t>(end - to.data()) - prefix;
  if (size > UINT32_MAX) {
    return tell(Phase::tensors, rule::data_range, at, static_cast<std::uint64_t>(behind - at)) ? behind : nullptr;
  }
  store_le(to.data(), static_cast<std::uint32_t>(size));
  values_ = to.subspan(static_cast<std::size_t>(size) + prefix);
  return behind;
}

template <class Word, bool real>
At Walk::plain_run(At at, DType dtype, std::uint64_t& count) noexcept {
  const Datatype& type = *datatype_of(dtype);
  const std::uint64_t highest = type.highest;
  const std::uint64_t lowest = type.lowest;
  const At end = lexer_.end();
  std::byte* to = values_.data();
  const std::byte* const to_end = to + values_.size();
  At behind = at;
  std::uint64_t read = 0;
  Plain number;
  while (to_end - to >= static_cast<std::ptrdiff_t>(sizeof(Word)) && end - at > 1 &&
         read_plain<true>(at, end, number)) {
    const At next = number.end;
    if (next == end || (byte_at(next) != ',' && byte_at(next) != ']')) break;
    if constexpr (real) {
      if (!is_small(number.digits, number.exponent, dtype)) break;
      const std::uint64_t bits = float_bits(number.as_decimal(), dtype);
      store_le(to, static_cast<Word>(bits | (number.negative ? sign_bit(dtype) : 0)));
    } else {
      if (number.decimal || number.mantissa > (number.negative ? lowest : highest)) break;
      store_le(to, static_cast<Word>(number.negative ? std::uint64_t{0} - number.mantissa : number.mantissa));
    }
    to += sizeof(Word);
    ++read;
    behind = next;
    if (byte_at(next) == ']') break;
    at = lexer_.space(next + 1);
  }
  values_ = values_.subspan(static_cast<std::size_t>(to - values_.data()));
  count = read;
  return behind;
}

At Walk::plain_elements(At at, DType dtype, std::uint64_t& count) noexcept {
  switch (dtype) {
    case DType::i8:
    case DType::u8: return plain_run<std::uint8_t, false>(at, dtype, count);
    case DType::i16:
    case DType::u16: return plain_run<std::uint16_t, false>(at, dtype, count);
    case DType::i32:
    case DType::u32: return plain_run<std::uint32_t, false>(at, dtype, count);
    case DType::i64:
    case DType::u64: return plain_run<std::uint64_t, false>(at, dtype, count);
    case DType::f32: return plain_run<std::uint32_t, true>(at, dtype, count);
    case DType::f64: return plain_run<std::uint64_t, true>(at, dtype, count);
    default: return at;
  }
}

}  // namespace hallmark::kserve
