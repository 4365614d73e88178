// Elements of data in JSON as nearly every writer gives them, read in one pass.
#include <cstring>

#include "core/element_output.hpp"
#include "core/fractions.hpp"
#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

bool is_too_long(const Integer& integer) noexcept {
  const std::uint64_t digits = integer.digits();
  return digits > safe_digits && !(digits == safe_digits + 1 && fits_64_bits(integer.first.peek(), integer.magnitude));
}

// Behind an element: the place of the next, or a false cursor where none comes at once.
[[gnu::always_inline]] inline TextCursor next_element(TextCursor behind) noexcept {
  return behind.is(',') ? skip_space(behind.next()) : TextCursor();
}

}  // namespace

TextCursor Walk::plain_booleans(TextCursor at, std::uint64_t& count) noexcept {
  constexpr std::uint32_t is_true = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
  constexpr std::uint32_t is_fals = 'f' | 'a' << 8 | 'l' << 16 | 's' << 24;
  ElementOutput out(values_, size_of(DType::boolean));
  TextCursor behind = at;
  while (!out.full()) {
    const auto ahead = at.ahead<sizeof "false">();
    if (!ahead) break;
    const auto word = ahead.load<std::uint32_t>();
    const bool value = word == is_true;
    if (!value && (word != is_fals || ahead.load<std::uint8_t, 4>() != 'e')) break;
    const TextCursor end = ahead.skip(value ? 4 : 5);
    if (!ends_element(end.peek())) break;
    out.put(value ? 1 : 0);
    behind = end;
    at = next_element(end);
  }
  values_ = values_.subspan(out.bytes());
  count = out.count();
  return behind;
}

// Digits alone: no look for a fraction or an exponent.
TextCursor Walk::plain_integers(TextCursor at, DType dtype, std::uint64_t& count) noexcept {
  const IntegerRange range = integer_range(dtype);
  ElementOutput out(values_, size_of(dtype));
  TextCursor behind = at;
  while (!out.full() && !at.ended()) {
    const Integer integer = read_integer(at);
    const std::uint64_t digits = integer.digits();
    if (digits == 0 || !ends_element(integer.end.peek()) || is_too_long(integer)) break;
    if ((integer.first.is('0') && digits != 1) || !range.holds(integer.minus, integer.magnitude)) break;
    out.put(integer_bits(integer.minus, integer.magnitude));
    behind = integer.end;
    at = next_element(behind);
  }
  values_ = values_.subspan(out.bytes());
  count = out.count();
  return behind;
}

template <DType dtype>
TextCursor Walk::plain_reals(TextCursor at, std::uint64_t& count) noexcept {
  constexpr std::uint64_t sign = 8 * size_of(dtype) - 1;
  ElementOutput out(values_, size_of(dtype));
  const bool divides = dtype == DType::f32 && divides_to_nearest();
  Plain number;
  FractionRow row(at, dtype == DType::f64);
  Fraction fraction;
  std::uint64_t others = 0;
  for (; !out.full() && row.more(); row.pass()) {
    if (row.read(fraction)) [[likely]] {
      out.put(float_bits(fraction, dtype, divides) | fraction.minus << sign);
      continue;
    }
    constexpr std::uint64_t tolerable =
        16;  // and one in eight: of other numbers the loop below reads more in the same time
    if (++others > tolerable + out.count() / 8) break;
    if (!read_plain<true>(row.begin(), number) || number.end != row.end() ||
        !is_small(number.digits, number.exponent, dtype)) {
      break;
    }
    out.put(float_bits(number, dtype, divides) | number.minus << sign);
  }
  TextCursor behind = row.behind();
  if (behind != at) at = next_element(behind);
  while (!out.full() && read_plain<true>(at, number) && ends_element(number.end.peek()) &&
         is_small(number.digits, number.exponent, dtype)) {
    out.put(float_bits(number, dtype, divides) | number.minus << sign);
    behind = number.end;
    at = next_element(behind);
  }
  values_ = values_.subspan(out.bytes());
  count = out.count();
  return behind;
}

// Strings of long lists, found by their quotes: the quotes of a block that has nothing but plain characters are in
// turns the begin and the end of one. Gives the end of the last, and in `used` what was written.
TextCursor Walk::plain_string_row(TextCursor at, std::size_t& used, std::uint64_t& strings) const noexcept {
  constexpr std::size_t prefix = sizeof(std::uint32_t);
  const Bytes text = at.rest();
  TextMarks<MarkQuotes, digit_lanes> quotes(text);
  const std::byte* behind = text.data();
  for (const std::byte* open = quotes.next(); open != nullptr;) {
    const std::byte* const close = quotes.next();
    if (close == nullptr) break;
    const auto size = static_cast<std::size_t>(close - open) - 1;
    const std::size_t room = values_.size() - used;
    if (room < prefix + digit_lanes || size > room - prefix - digit_lanes || size > UINT32_MAX) break;
    std::byte* const to = values_.data() + used;
    store_le(to, static_cast<std::uint32_t>(size));
    std::size_t copied = 0;
    do {
      std::memcpy(to + prefix + copied, open + 1 + copied, digit_lanes);
      copied += digit_lanes;
    } while (copied < size);
    used += prefix + size;
    ++strings;
    behind = close + 1;
    open = quotes.next();
    if (*behind != std::byte{','} || open != behind + (behind[1] == std::byte{' '} ? 2 : 1)) break;
  }
  return at.skip(static_cast<std::uint64_t>(behind - text.data()));
}

// Strings of plain characters, which are copied a word at a time while their end is looked for. Whether a word ends a
// string is a branch, so that the next word need not wait for this one.
TextCursor Walk::plain_strings(TextCursor at, std::uint64_t& count) noexcept {
  constexpr std::size_t prefix = sizeof(std::uint32_t);
  constexpr std::uint32_t after_quote = ',' | '"' << 8;
  if (values_.size() < prefix + word_size) return at;
  const std::size_t last = values_.size() - word_size;  // place for a word
  std::byte* const room = values_.data();
  std::size_t used = 0;
  std::uint64_t strings = 0;
  TextCursor behind = at.is('"') ? plain_string_row(at, used, strings) : at;
  if (behind != at) at = next_element(behind);
  while (at.is('"')) {
    const TextCursor first = at.next();
    TextCursor end = first;
    std::size_t to = used + prefix;
    std::uint64_t others = 0;
    while (to <= last) {
      const auto ahead = end.ahead<word_size>();
      if (!ahead) break;
      const auto word = ahead.load<std::uint64_t>();
      store_le(room + to, word);
      others = not_plain(word);
      if (others != 0) {
        end = ahead.skip(first_marked(others));
        break;
      }
      end = ahead.skip(word_size);
      to += word_size;
    }
    const std::uint64_t size = end - first;
    const auto tail = end.ahead<sizeof(std::uint32_t)>();
    if (others == 0 || !tail || size > UINT32_MAX) break;
    const std::uint32_t text = tail.load<std::uint32_t>();
    if ((text & 0xff) != '"') break;
    store_le(room + used, static_cast<std::uint32_t>(size));
    used += prefix + static_cast<std::size_t>(size);
    ++strings;
    behind = tail.skip(1);
    at = (text >> 8 & 0xffff) == after_quote ? tail.skip(2) : next_element(behind);
  }
  values_ = values_.subspan(used);
  count = strings;
  return behind;
}

TextCursor Walk::plain_elements(TextCursor at, DType dtype, std::uint64_t& count) noexcept {
  if (dtype == DType::boolean) return plain_booleans(at, count);
  if (dtype == DType::bytes) return plain_strings(at, count);
  if (dtype == DType::f32) return plain_reals<DType::f32>(at, count);
  if (dtype == DType::f64) return plain_reals<DType::f64>(at, count);
  return is_half(dtype) ? at : plain_integers(at, dtype, count);
}

}  // namespace hallmark::kserve
