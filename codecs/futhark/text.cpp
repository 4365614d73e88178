// SPDX-License-Identifier: Apache-2.0
// Values in text: each element in one pass, its lexeme, its type and range, its bits. README.md.
#include <algorithm>

#include "futhark/numbers.hpp"

namespace hallmark::futhark {
namespace {

constexpr const Type& i32 = *type_of(DType::i32);
constexpr const Type& i64 = *type_of(DType::i64);
constexpr const Type& u64 = *type_of(DType::u64);
constexpr const Type& f64 = *type_of(DType::f64);

// Whether an integer lies in the range of an integer type; -0 does in all.
bool fits(const Lexeme& lexeme, const Type& type) noexcept {
  return lexeme.beyond == 0 && type.range.holds(lexeme.minus, lexeme.mantissa);
}

// The bits of a float without its sign.
std::uint64_t magnitude_bits(const Decimal& number, Lexeme::Kind kind, DType dtype, bool divides) noexcept {
  if (kind == Lexeme::Kind::hexadecimal) return float_bits(number.mantissa, false, number.exponent, dtype);
  return number.digits <= safe_digits ? float_bits(number, dtype, divides) : float_bits(number, dtype);
}

// lies_within says that a number lies in a type, of an integer in a range, and needs no report.
[[gnu::always_inline]] inline bool lies_within(const Lexeme& lexeme, const Type& type,
                                               const IntegerRange& range) noexcept {
  if (lexeme.kind == Lexeme::Kind::hexadecimal) return false;
  if (lexeme.kind == Lexeme::Kind::integer) return lexeme.beyond == 0 && range.holds(lexeme.minus, lexeme.mantissa);
  return static_cast<std::int64_t>(lexeme.digits) + lexeme.exponent <= type.magnitude;
}

// is_like says that a lexeme is written like the element before, and needs no report.
[[gnu::always_inline]] inline bool is_like(const Lexeme& lexeme, Elements& elements) noexcept {
  if (lexeme.kind != elements.kind || lexeme.type != elements.said) return false;
  if (lexeme.kind == Lexeme::Kind::word) return true;
  if (!lies_within(lexeme, *elements.type, elements.range)) return false;
  if (lexeme.kind == Lexeme::Kind::integer) elements.below_zero |= lexeme.mantissa & (0 - lexeme.minus);
  return true;
}

// The type of a lexeme that names one, or none.
const Type& type_of(const Type* said, Lexeme::Kind kind) noexcept {
  if (said != nullptr) [[likely]]
    return *said;
  return kind == Lexeme::Kind::integer ? i32 : f64;
}

// follow holds the next lexemes to one that names this type, or none, and is of that one.
void follow(const Type* said, Lexeme::Kind kind, const Type& type, Elements& elements) noexcept {
  elements.type = &type;
  elements.said = said;
  elements.kind = kind;
  elements.named = elements.named || said != nullptr;
  elements.range = elements.named ? type.range : i32.range;
  if (&type == &u64) elements.range.lowest = 0;
}

// Whether what begins here can only be a scalar.
[[gnu::always_inline]] inline bool begins_scalar(TextCursor at) noexcept {
  return is_digit(at.peek()) || (at.is('-') && is_digit(at.peek(1))) || at.is('t') || at.is('f');
}

constexpr bool ends_scalar(unsigned c) noexcept {
  return is_space(c) || c == ',' || c == ']' || c == TextCursor::no_byte;
}

}  // namespace

void Output::put(std::uint64_t bits) noexcept {
  if (room.size() >= sizeof bits) [[likely]] {
    store_le(room.data(), bits);
  } else if (room.size() >= type->size) {
    store_bits(room.data(), bits, type->size);
  } else {
    return;
  }
  room = room.subspan(type->size);
}

void Output::put_float(Decimal number, Lexeme::Kind kind, std::uint64_t minus) noexcept {
  put(magnitude_bits(number, kind, type->dtype, divides) | minus << (8 * type->size - 1));
}

TextCursor Walk::word(TextCursor at, const char* text) noexcept {
  for (; *text != '\0'; ++text, at = at.next()) {
    if (!at.is(*text)) return unexpected(rule<"futhark/word">, at);
  }
  return at;
}

// true, false, fN.nan, fN.inf and -fN.inf.
TextCursor Walk::special(TextCursor at, Lexeme& lexeme) noexcept {
  lexeme.kind = Lexeme::Kind::word;
  lexeme.type = type_of(DType::boolean);
  if (at.is('t')) {
    lexeme.mantissa = 1;
    return word(at, "true");
  }
  const bool negative = at.is('-');
  at = at.skip(negative ? 2 : 1);
  if (at.is('a') && !negative) return word(at, "alse");
  const char digit = static_cast<char>(at.peek());
  const DType dtype = digit == '1' ? DType::f16 : digit == '3' ? DType::f32 : DType::f64;
  at = word(at, digit == '1' ? "16." : digit == '3' ? "32." : "64.");
  if (!at) return {};
  lexeme.type = type_of(dtype);
  const bool nan = !negative && at.is('n');
  lexeme.mantissa = nan ? nan_bits(dtype) : infinity_bits(dtype) | (negative ? sign_bit(dtype) : 0);
  return word(at, nan ? "nan" : "inf");
}

// Only an element that is not written like the one before can change the type.
bool Walk::take(Lexeme lexeme, TextCursor end, Elements& elements) noexcept {
  const bool integer = lexeme.kind == Lexeme::Kind::integer;
  if (lexeme.kind != elements.kind || lexeme.type != elements.said) {
    const bool named = lexeme.type != nullptr;
    const Type* type = &type_of(lexeme.type, lexeme.kind);
    if (const Type* const before = elements.type; before != nullptr) {
      const bool same_kind = integer ? !before->is_float() && !before->is_bool() : before->is_float();
      if (named ? type != before : !same_kind) {
        const bool refused = (named && elements.named) || type->is_bool() || before->is_bool();
        const Rule& broken = refused ? rule<"futhark/element-type"> : rule<"futhark/element-default">;
        return report(broken, lexeme.begin, end - lexeme.begin);
      }
      type = before;
    }
    follow(lexeme.type, lexeme.kind, *type, elements);
  }
  if (is_like(lexeme, elements)) return true;
  if (integer) return widen(lexeme, end, elements);
  const DType dtype = elements.type->dtype;
  if (magnitude_bits(lexeme.decimal(), lexeme.kind, dtype, false) < infinity_bits(dtype)) return true;
  return report(rule<"futhark/float-overflow">, lexeme.begin, end - lexeme.begin);
}

// An integer out of the range that needs no report. Where neither it nor one before has a suffix, integers are of the
// first of i32, i64 and u64 that holds them all; beyond i32 only compat takes them.
bool Walk::widen(const Lexeme& lexeme, TextCursor end, Elements& elements) noexcept {
  if (!elements.named) {
    const bool below = lexeme.below_zero();
    const bool as_i64 = fits(lexeme, i64) && !(below && elements.type == &u64);
    if (as_i64 || (fits(lexeme, u64) && elements.below_zero == 0)) {
      elements.below_zero |= below ? 1 : 0;
      if (!as_i64) elements.type = &u64;
      if (elements.type == &i32) elements.type = &i64;
      elements.kind = Lexeme::Kind::word;  // the next is looked at anew
      return report(rule<"futhark/integer-default">, lexeme.begin, end - lexeme.begin);
    }
  }
  // Compat takes an integer of up to 32 bits modulo the width of its type.
  const bool small = elements.named && elements.type->size <= sizeof(std::uint32_t);
  const bool wrapping = small && (fits(lexeme, i64) || fits(lexeme, u64));
  const Rule& broken = wrapping ? rule<"futhark/integer-wraps"> : rule<"futhark/integer-range">;
  return report(broken, lexeme.begin, end - lexeme.begin);
}

[[gnu::always_inline]] inline void Walk::store(const Lexeme& lexeme, const Type& type) noexcept {
  if (output_.memory.empty()) return;
  if (output_.type == nullptr) output_.begin(&type);
  if (lexeme.kind == Lexeme::Kind::word) return output_.put(lexeme.mantissa);
  if (!output_.type->is_float()) return output_.put(integer_bits(lexeme.minus, lexeme.mantissa));
  output_.put_float(lexeme.decimal(), lexeme.kind, lexeme.minus);
}

// odd_element reads every case.
TextCursor Walk::odd_element(TextCursor at, Elements& elements) noexcept {
  Lexeme lexeme;
  lexeme.begin = at;
  const unsigned c = at.peek();
  const bool is_word = c == 'f' || c == 't' || (c == '-' && at.peek(1) == 'f');
  const bool is_number = is_digit(c) || c == '-' || c == '+' || c == '.' || c == '_';
  if (!is_word && !is_number) return unexpected(rule<"futhark/value-start">, at);
  const TextCursor end = is_word ? special(at, lexeme) : number<Spelling::any>(at, lexeme);
  if (!end) return {};
  // A binary value that touches a scalar is reported by `judge`.
  const bool touches = end.is('b') && position_.depth == 0;
  if (!ends_scalar(end.peek()) && !touches) return unexpected(rule<"futhark/scalar-end">, end);
  if (!take(lexeme, end, elements)) return {};
  store(lexeme, *elements.type);
  return end;
}

// That an array is no rectangle, or its elements stand at several levels: one finding is enough.
bool Walk::irregular(const Rule& broken, TextCursor at, TextArray& array, std::uint64_t actual,
                     std::uint64_t expected) noexcept {
  if (array.irregular_reported) return true;
  array.irregular_reported = true;
  return report(broken, at, 1, actual, expected);
}

TextCursor Walk::open(TextCursor at, TextArray& array) noexcept {
  const std::uint64_t depth = position_.depth + 1;
  if (depth > position_.frames()) {
    return depth > max_rank_ ? reject(rule<"futhark/rank">, at, 1, depth, max_rank_)
                             : reject(hallmark::rule<"hallmark/scratch-exhausted">, at, 1, depth);
  }
  const Rule& broken = array.count == 0 ? rule<"futhark/irregular-untyped"> : rule<"futhark/depth">;
  if (array.rank < depth && !irregular(broken, at, array, depth, array.rank)) return {};
  Frame& frame = position_.frame(depth - 1);
  frame.count = 0;
  if (depth > array.deepest) frame.size = TextArray::unknown;
  array.deepest = std::max(array.deepest, depth);
  array.comma = {};
  position_.depth = depth;
  return at.next();
}

TextCursor Walk::close(TextCursor at, TextArray& array) noexcept {
  Frame& frame = innermost();
  if (frame.count == 0 && array.rank == TextArray::unknown) array.rank = position_.depth;
  --position_.depth;
  const Rule& broken = array.count == 0 ? rule<"futhark/irregular-untyped"> : rule<"futhark/ragged">;
  if (frame.size == TextArray::unknown) frame.size = frame.count;
  if (frame.size != frame.count && !irregular(broken, at, array, frame.count, frame.size)) return {};
  if (position_.depth != 0) ++innermost().count;
  return at.next();
}

// Elements like the one before, and how many: each follows after a comma, or a comma and a space. A false cursor where
// the first is none.
template <Spelling spelling>
TextCursor Walk::alike(TextCursor at, Elements& all, std::uint64_t& count) noexcept {
  Elements elements = all;  // in registers
  if (spelling == Spelling::integer) elements.kind = Lexeme::Kind::integer;
  std::uint64_t read = 0;
  TextCursor end;
  for (bool goes_on = true; goes_on; ++read) {
    Lexeme lexeme;
    const TextCursor next = number<spelling>(at, lexeme);
    if (!next || !is_like(lexeme, elements)) break;
    goes_on = next.is(',');
    if (!goes_on && !ends_scalar(next.peek())) break;
    store(lexeme, *elements.type);
    end = next;
    at = next.next();
    if (at.is(' ')) at = at.next();
  }
  all.below_zero = elements.below_zero;
  count = read;
  return end;
}

// One element or more.
TextCursor Walk::elements(TextCursor at, TextArray& array) noexcept {
  const std::uint64_t depth = position_.depth;
  if (array.rank != depth) array.elements.kind = Lexeme::Kind::word;  // the next is looked at anew
  std::uint64_t count = 0;
  TextCursor end;
  if (array.elements.kind == Lexeme::Kind::integer) {
    end = alike<Spelling::integer>(at, array.elements, count);
  } else if (array.elements.kind != Lexeme::Kind::word) {
    end = alike<Spelling::plain>(at, array.elements, count);
  }
  if (!end) {
    count = 1;
    end = odd_element(at, array.elements);
    if (!end) return {};
    if (array.rank == TextArray::unknown) array.rank = depth;  // the first decides
    if (array.rank != depth && !irregular(rule<"futhark/depth">, at, array, depth, array.rank)) return {};
  }
  array.count += count;
  innermost().count += count;
  return end;
}

// From the outermost "[" to the byte after its "]". One level is open at a time on top of the others; nesting needs no
// recursion.
TextCursor Walk::array(TextCursor at, TextArray& array) noexcept {
  at = open(at, array);
  bool complete = false;  // an element is, after which a comma or an end must follow
  while (at) {
    at = at.skip_while(is_space);
    if (at.is('-') && at.peek(1) == '-') {
      at = comment(at);
    } else if (at.is(']')) {
      if (!complete && array.comma && !report(rule<"futhark/trailing-comma">, array.comma, 1)) return {};
      at = close(at, array);
      if (position_.depth == 0) return at;
      complete = true;
    } else if (complete) {
      if (!at.is(',')) return unexpected(rule<"futhark/array-syntax">, at);
      array.comma = at;
      at = at.next();
      complete = false;
    } else {
      complete = !at.is('[');
      at = complete ? elements(at, array) : open(at, array);
    }
  }
  return {};
}

// A scalar; where values are only counted, also those that follow it. Each is a value of its own.
TextCursor Walk::scalars(TextCursor at, Value& value, bool counted) noexcept {
  value.elements = 1;
  std::uint64_t largest = 0;
  const Type* type = nullptr;
  TextCursor end;
  for (;;) {
    Lexeme lexeme;
    end = number<Spelling::plain>(at, lexeme);
    type = &type_of(lexeme.type, lexeme.kind);
    if (end && lies_within(lexeme, *type, type->range) && ends_scalar(end.peek())) {
      store(lexeme, *type);
    } else {
      Elements elements;
      end = odd_element(at, elements);
      if (!end) break;
      type = elements.type;
    }
    largest = std::max<std::uint64_t>(largest, type->size);
    at = end.skip_while(is_space);
    if (!counted || !begins_scalar(at)) break;
    ++position_.value;
  }
  text_memory_ = std::max(text_memory_, largest);
  value.type = type;
  return end;
}

TextCursor Walk::text(TextCursor at, Value& value, bool counted, const Type* stored) noexcept {
  value = {};
  value.begin = at;
  value.form = Form::text;
  output_.room = output_.memory;
  output_.begin(stored);
  const bool is_scalar = !at.is('[') && !at.is('e');
  if (is_scalar) {
    at = scalars(at, value, counted);
  } else if (at.is('e')) {
    at = empty(at, value);
  } else {
    TextArray read;
    at = array(at, read);
    if (at && read.count == 0 && !report(rule<"futhark/empty-untyped">, value.begin, at - value.begin)) return {};
    value.type = read.count == 0 ? &i32 : read.elements.type;
    value.elements = read.count;
    value.rank = read.rank;
  }
  if (!at) return {};
  value.end = at;
  gap_ = {{}, 0, is_scalar ? at : TextCursor()};
  text_memory_ = std::max(text_memory_, value.elements * value.type->size + value.rank * sizeof(std::uint64_t));
  return at;
}

}  // namespace hallmark::futhark
