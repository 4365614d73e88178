// Elements of data in JSON as nearly every writer gives them, read in one pass.
#include "kserve/datatypes.hpp"
#include "kserve/walk.hpp"

namespace hallmark::kserve {
namespace {

// Output writes elements of one size into memory that holds them.
template <class Word>
class Output {
 public:
  explicit Output(std::span<std::byte> room) noexcept
      : first_(room.data()), to_(room.data()), end_(room.data() + room.size()) {}

  [[nodiscard, gnu::always_inline]] bool full() const noexcept {
    return end_ - to_ < static_cast<std::ptrdiff_t>(sizeof(Word));
  }
  // put needs a place: the caller has asked full().
  [[gnu::always_inline]] void put(std::uint64_t bits) noexcept {
    store_le(to_, static_cast<Word>(bits));
    to_ += sizeof(Word);
  }
  [[nodiscard]] std::size_t bytes() const noexcept { return static_cast<std::size_t>(to_ - first_); }
  [[nodiscard]] std::uint64_t count() const noexcept { return bytes() / sizeof(Word); }

 private:
  const std::byte* first_;
  std::byte* to_;
  const std::byte* end_;
};

// ShortInteger is an integer of 1 to 7 bytes, its sign among them.
struct ShortInteger {
  unsigned size = 0;  // 0: none begins here, or a longer one
  std::uint64_t value = 0;
};

// read_short_integer has no branch on the sign or on the number of digits, which nothing could predict: the place of
// the next element depends on one load and on nothing that the value is made of.
[[gnu::always_inline]] inline ShortInteger read_short_integer(Ahead<word_size> ahead) noexcept {
  std::uint64_t word = ahead.load<std::uint64_t>();
  const std::uint64_t negative = (word & 0xff) == '-' ? 1 : 0;
  word ^= repeated('0');
  // Marks the bytes that are no digit, up to the first of them; that of a sign is none.
  const std::uint64_t others = mark_above(word, 9) & ~(negative << 7);
  const unsigned size = first_marked(others);
  if (others == 0 || size == 0) return {};
  // The digits, the last one highest, with zeros before them; then pairs, then fours, then all.
  std::uint64_t sum = (word & ~(negative * 0xff)) << (64 - 8 * size);
  sum = sum * 10 + (sum >> 8);
  constexpr std::uint64_t pairs = 0x000000ff000000ff;
  sum = ((sum & pairs) * (100 + (std::uint64_t{1000000} << 32)) +
         (sum >> 16 & pairs) * (1 + (std::uint64_t{10000} << 32))) >>
        32;
  return {size, sum};
}

bool is_too_long(std::uint64_t digits, TextCursor first, std::uint64_t value) noexcept {
  return digits > safe_digits && !(digits == safe_digits + 1 && fits_64_bits(first.peek(), value));
}

constexpr bool ends_element(unsigned byte) noexcept { return byte == ',' || byte == ']'; }

// Behind an element: the place of the next, or a false cursor where none comes at once.
[[gnu::always_inline]] inline TextCursor next_element(TextCursor behind) noexcept {
  if (!behind.is(',')) return {};
  const TextCursor at = behind.next();
  if (is_space(at.peek())) [[unlikely]]
    return skip_space(at);
  return at;
}

}  // namespace

TextCursor Walk::plain_booleans(TextCursor at, std::uint64_t& count) noexcept {
  constexpr std::uint32_t is_true = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
  constexpr std::uint32_t is_fals = 'f' | 'a' << 8 | 'l' << 16 | 's' << 24;
  Output<std::uint8_t> out(values_);
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
template <class Word>
TextCursor Walk::plain_integers(TextCursor at, DType dtype, std::uint64_t& count) noexcept {
  const IntegerRange range = integer_range(dtype);
  Output<Word> out(values_);
  TextCursor behind = at;
  while (!out.full() && !at.ended()) {
    const auto ahead = at.ahead<word_size>();
    const ShortInteger integer = ahead ? read_short_integer(ahead) : ShortInteger{};
    const bool negative = at.is('-');
    const TextCursor first = negative ? at.next() : at;
    std::uint64_t value = integer.value;
    TextCursor end;
    if (integer.size != 0) [[likely]] {
      end = ahead.skip(integer.size);
    } else {
      Digits all;
      end = first.skip_while(all);
      value = all.value;
    }
    const std::uint64_t digits = end - first;
    if (digits == 0 || !ends_element(end.peek()) || is_too_long(digits, first, value)) break;
    if ((first.is('0') && digits != 1) || !range.holds(negative, value)) break;
    out.put(integer_bits(negative, value));
    behind = end;
    at = next_element(end);
  }
  values_ = values_.subspan(out.bytes());
  count = out.count();
  return behind;
}

template <class Word>
TextCursor Walk::plain_reals(TextCursor at, DType dtype, std::uint64_t& count) noexcept {
  const std::uint64_t one_step = one_step_mantissas();
  Output<Word> out(values_);
  TextCursor behind = at;
  Plain number;
  while (!out.full() && read_plain<true>(at, number) && ends_element(number.end.peek()) &&
         is_small(number.digits, number.exponent, dtype)) {
    const std::uint64_t bits = float_bits(number.as_decimal(), dtype, one_step);
    out.put(bits | (number.negative ? sign_bit(dtype) : 0));
    behind = number.end;
    at = next_element(behind);
  }
  values_ = values_.subspan(out.bytes());
  count = out.count();
  return behind;
}

TextCursor Walk::plain_elements(TextCursor at, DType dtype, std::uint64_t& count) noexcept {
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
