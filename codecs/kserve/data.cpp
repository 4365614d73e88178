// Data in JSON, to the bytes that binary data would be.
#include <algorithm>
#include <bit>

#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {

bool Walk::put(std::uint64_t bits, std::uint64_t size) noexcept {
  if (values_.size() < size) return false;
  switch (size) {
    case 1: store_le(values_.data(), static_cast<std::uint8_t>(bits)); break;
    case 2: store_le(values_.data(), static_cast<std::uint16_t>(bits)); break;
    case 4: store_le(values_.data(), static_cast<std::uint32_t>(bits)); break;
    default: store_le(values_.data(), bits); break;
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
  // What is wrong with elements is told behind what is wrong with the tensor, wherever its data stand.
  draft.data_read = phase_ != Phase::tensors && draft.sound() && !is_half(draft.dtype);
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
      if (ended(at)) return missing(rule<"kserve/json-value">, at);
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
          return missing(rule<"kserve/json-separator">, at);
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
    if (ended(at)) return missing(rule<"kserve/json-value">, at);
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
    return tell(Phase::tensors, rule<"kserve/data-element">, at, length) ? behind : nullptr;
  }
  const bool number = c == '-' || is_digit(c);
  if (number && dtype != DType::boolean && dtype != DType::bytes) return number_element(at, dtype);
  if (c == '"' && dtype == DType::bytes) return bytes_element(at);
  const At behind = skip(at);
  if (behind == nullptr) return nullptr;
  if (dtype == DType::boolean && (c == 't' || c == 'f')) return put(c == 't' ? 1 : 0, 1) ? behind : exhausted(at);
  const auto length = static_cast<std::uint64_t>(behind - at);
  return tell(Phase::tensors, rule<"kserve/data-element">, at, length) ? behind : nullptr;
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
    if (bits == infinity_bits(dtype)) return told(rule<"kserve/data-range">);
    bits |= lexeme.negative ? sign_bit(dtype) : 0;
  } else {
    if (!lexeme.integer) return told(rule<"kserve/data-integer">);
    const Datatype& type = *datatype_of(dtype);
    std::uint64_t magnitude = 0;
    if (!integer_of(lexeme, magnitude) || magnitude > (lexeme.negative ? type.lowest : type.highest)) {
      return told(rule<"kserve/data-range">);
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
    return tell(Phase::tensors, rule<"kserve/data-range">, at, static_cast<std::uint64_t>(behind - at)) ? behind
                                                                                                        : nullptr;
  }
  store_le(to.data(), static_cast<std::uint32_t>(size));
  values_ = to.subspan(static_cast<std::size_t>(size) + prefix);
  return behind;
}

namespace {

// Few is an integer of 1 to 7 bytes, its sign among them.
struct Few {
  unsigned size = 0;  // 0: none begins here, or a longer one
  std::uint64_t value = 0;
};

// few_digits reads an integer without a branch on its sign or on how many digits it has, which nothing could predict:
// the place of the next element hangs on one load and on nothing that the value is made of. It looks at 8 bytes.
Few few_digits(At at) noexcept {
  std::uint64_t word = load_le<std::uint64_t>(at);
  const std::uint64_t negative = (word & 0xff) == '-' ? 1 : 0;
  word ^= each_byte * '0';
  // The high bit of every byte that is no digit, up to the lowest of them; that of a sign is none.
  const std::uint64_t others = ((word + each_byte * 0x76) | word) & (each_byte * 0x80) & ~(negative << 7);
  const auto bits = static_cast<unsigned>(std::countr_zero(others)) & ~7U;
  if (others == 0 || bits == 0) return {};
  // The digits, the last one highest, with zeros before them; then pairs, then fours, then all.
  std::uint64_t sum = (word & ~(negative * 0xff)) << (64 - bits);
  sum = sum * 10 + (sum >> 8);
  constexpr std::uint64_t pairs = 0x000000ff000000ff;
  sum = ((sum & pairs) * (100 + (std::uint64_t{1000000} << 32)) +
         (sum >> 16 & pairs) * (1 + (std::uint64_t{10000} << 32))) >>
        32;
  return {bits / 8, sum};
}

constexpr std::ptrdiff_t twenty = 20;
bool fits_twenty(std::ptrdiff_t digits, std::byte first, std::uint64_t value) noexcept {
  return digits == twenty && fits_64_bits(first, value);
}

// Behind an element: the place of the next, or null where none comes at once.
At next_element(const Lexer& lexer, At behind) noexcept {
  if (byte_at(behind) != ',') return nullptr;
  At at = behind + 1;
  if (at != lexer.end() && is_space(byte_at(at))) [[unlikely]]
    at = lexer.space(at);
  return at;
}

bool ends_element(At at, At end) noexcept { return at != end && (byte_at(at) == ',' || byte_at(at) == ']'); }

}  // namespace

At Walk::plain_booleans(At at, std::uint64_t& count) noexcept {
  const At end = lexer_.end();
  std::size_t read = 0;
  At behind = at;
  while (at != nullptr && end - at > 5 && read != values_.size()) {
    const auto word = load_le<std::uint32_t>(at);
    constexpr std::uint32_t is_true = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
    constexpr std::uint32_t is_fals = 'f' | 'a' << 8 | 'l' << 16 | 's' << 24;
    const bool value = word == is_true;
    if (!value && (word != is_fals || byte_at(at + 4) != 'e')) break;
    const At next = at + (value ? 4 : 5);
    if (!ends_element(next, end)) break;
    values_[read++] = value ? std::byte{1} : std::byte{0};
    behind = next;
    at = next_element(lexer_, next);
  }
  values_ = values_.subspan(read);
  count = read;
  return behind;
}

// Digits alone: no look for a fraction or an exponent.
template <class Word>
At Walk::plain_integers(At at, DType dtype, std::uint64_t& count) noexcept {
  const Datatype type = *datatype_of(dtype);
  const At end = lexer_.end();
  std::byte* to = values_.data();
  const std::byte* const to_end = to + values_.size();
  std::uint64_t read = 0;
  At behind = at;
  while (at != nullptr && to_end - to >= static_cast<std::ptrdiff_t>(sizeof(Word)) && end - at > 1) {
    const Few few = end - at >= 8 ? few_digits(at) : Few{};
    const bool negative = *at == std::byte{'-'};
    const At first = at + (negative ? 1 : 0);
    std::uint64_t value = few.value;
    if (few.size != 0) [[likely]] {
      at += few.size;
    } else {
      at = first;
      for (unsigned digit = 0; at != end && (digit = byte_at(at) - unsigned{'0'}) <= 9; ++at)
        value = value * 10 + digit;
    }
    const std::ptrdiff_t digits = at - first;
    if (digits == 0 || !ends_element(at, end) || (digits >= twenty && !fits_twenty(digits, *first, value))) break;
    if ((*first == std::byte{'0'} && digits != 1) || value > (negative ? type.lowest : type.highest)) break;
    store_le(to, static_cast<Word>(negative ? std::uint64_t{0} - value : value));
    to += sizeof(Word);
    ++read;
    behind = at;
    at = next_element(lexer_, at);
  }
  values_ = values_.subspan(static_cast<std::size_t>(to - values_.data()));
  count = read;
  return behind;
}

template <class Word>
At Walk::plain_reals(At at, DType dtype, std::uint64_t& count) noexcept {
  const At end = lexer_.end();
  std::byte* to = values_.data();
  const std::byte* const to_end = to + values_.size();
  At behind = at;
  std::uint64_t read = 0;
  const std::uint64_t one_step = one_step_mantissas();
  Plain number;
  while (at != nullptr && to_end - to >= static_cast<std::ptrdiff_t>(sizeof(Word)) && end - at > 1 &&
         read_plain<true>(TextCursor(Bytes(at, end)), number) && ends_element(number.end.rest().data(), end) &&
         is_small(number.digits, number.exponent, dtype)) {
    const std::uint64_t bits = float_bits(number.as_decimal(), dtype, one_step);
    store_le(to, static_cast<Word>(bits | (number.negative ? sign_bit(dtype) : 0)));
    to += sizeof(Word);
    ++read;
    behind = number.end.rest().data();
    at = next_element(lexer_, behind);
  }
  values_ = values_.subspan(static_cast<std::size_t>(to - values_.data()));
  count = read;
  return behind;
}

At Walk::plain_elements(At at, DType dtype, std::uint64_t& count) noexcept {
  switch (dtype) {
    case DType::boolean: return plain_booleans(at, count);
    case DType::i8:
    case DType::u8: return plain_integers<std::uint8_t>(at, dtype, count);
    case DType::i16:
    case DType::u16: return plain_integers<std::uint16_t>(at, dtype, count);
    case DType::i32:
    case DType::u32: return plain_integers<std::uint32_t>(at, dtype, count);
    case DType::i64:
    case DType::u64: return plain_integers<std::uint64_t>(at, dtype, count);
    case DType::f32: return plain_reals<std::uint32_t>(at, dtype, count);
    case DType::f64: return plain_reals<std::uint64_t>(at, dtype, count);
    default: return at;
  }
}

}  // namespace hallmark::kserve
