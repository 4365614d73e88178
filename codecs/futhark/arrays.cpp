// Arrays in text. README.md.
#include <algorithm>
#include <type_traits>

#include "core/element_output.hpp"
#include "futhark/walk.hpp"

namespace hallmark::futhark {

TextCursor Walk::array(TextCursor at, Value& value) noexcept {
  TextArray array;
  at = array_elements(at, array);
  if (!at) return {};
  // A value without a begin is read for its elements only: its findings are reported already.
  if (array.elements.count == 0 && value.begin &&
      !report(rule<"futhark/empty-untyped">, value.begin, at - value.begin)) {
    return {};
  }
  value.dtype = array.elements.dtype;
  value.elements = array.elements.count;
  value.rank = array.rank;
  return at;
}

// From the outermost "[" behind its "]". One level is open at a time on top of the others; nesting needs no recursion.
TextCursor Walk::array_elements(TextCursor at, TextArray& array) noexcept {
  at = open(at, array);
  while (at) {
    at = separator(at);
    if (at.is('[')) {
      at = open(at, array);
      continue;
    }
    if (at.is(']')) {
      if (array.comma && !report(rule<"futhark/trailing-comma">, array.comma, 1)) return {};
      at = close(at, array);
      if (!at || position_.depth == 0) return at;
    } else {
      at = array_element(at, array);
      if (!at) return {};
    }
    at = after_element(at, array);
    if (position_.depth == 0) return at;
  }
  return {};
}

// One element, or several plain ones and the commas between them.
TextCursor Walk::array_element(TextCursor at, TextArray& array) noexcept {
  if (array.elements.any && array.rank == position_.depth) {
    const TextCursor behind = plain_elements(at, array.elements);
    if (behind) return behind;
  }
  if (at.ended()) return unexpected(rule<"futhark/value-start">, at);
  Element element;
  TextCursor behind = scalar(at, element);
  if (behind) behind = scalar_end(behind);
  if (!behind) return {};
  element.number.end = behind;
  if (!take(element, array.elements) || !check_level(at, array)) return {};
  output_.put(element, array.elements.dtype);
  ++array.elements.count;
  ++innermost().count;
  return behind;
}

namespace {

constexpr bool ends_element(unsigned byte) noexcept { return byte == ',' || byte == ']'; }

// NoOutput is where elements go that are only counted.
struct NoOutput {
  [[nodiscard]] static constexpr bool full() noexcept { return false; }
};

}  // namespace

// Plain elements and the commas between them. Returns where the last of them ends, or a false cursor where none begins.
template <bool floats, class Out>
TextCursor Walk::plain_run(TextCursor at, const Bounds& bounds, Elements& elements, Out& out) noexcept {
  constexpr bool storing = !std::is_same_v<Out, NoOutput>;
  const unsigned sign = 8U * bounds.size - 1;
  TextCursor behind;
  std::uint64_t count = 0;
  bool suffixed = false;
  std::uint64_t below_zero = 0;
  const bool divides = storing && floats && bounds.dtype == DType::f32 && divides_to_nearest();
  Plain number;
  while (!out.full() && (floats ? read_plain<false>(at, number) : read_plain_integer(at, number)) &&
         within<floats>(number, bounds)) {
    TextCursor end = number.end;
    const bool has_suffix = !ends_element(end.peek());
    if (has_suffix) {
      const auto suffix = end.ahead<sizeof(std::uint32_t)>();
      if (!suffix || !bounds.is_suffix(suffix)) break;
      end = suffix.skip(bounds.suffix_size);
      if (!ends_element(end.peek())) break;
    }
    if (floats && !number.decimal && !has_suffix) break;
    if constexpr (storing && floats) {
      out.put(float_bits(number, bounds.dtype, divides) | number.minus << sign);
    } else if constexpr (storing) {
      out.put(integer_bits(number.minus, number.mantissa));
    }
    suffixed |= has_suffix;
    if constexpr (!floats) below_zero |= number.mantissa & (0 - number.minus);
    ++count;
    behind = end;
    if (!end.is(',')) break;
    at = end.next().skip_while(is_space);
  }
  elements.named = elements.named || suffixed;
  elements.negative = elements.negative || below_zero != 0;
  elements.count += count;
  innermost().count += count;
  return behind;
}

TextCursor Walk::plain_elements(TextCursor at, Elements& elements) noexcept {
  const Bounds* const found = bounds_of(elements.dtype);
  // What is wider than i32 without a suffix has to be looked at as a whole.
  if (found == nullptr || (!elements.named && elements.dtype != DType::i32 && elements.dtype != DType::f64)) return {};
  const Bounds bounds = *found;
  if (output_.room.empty() || !output_.dtype) {
    NoOutput none;
    return bounds.is_float ? plain_run<true>(at, bounds, elements, none) : plain_run<false>(at, bounds, elements, none);
  }
  ElementOutput out(output_.room, size_of(*output_.dtype));
  const TextCursor behind =
      bounds.is_float ? plain_run<true>(at, bounds, elements, out) : plain_run<false>(at, bounds, elements, out);
  output_.room = output_.room.subspan(out.bytes());
  return behind;
}

// Behind an element: the ends of as many arrays as it is the last of, then a comma, behind which it returns. Where the
// outermost array ended, it returns behind that.
TextCursor Walk::after_element(TextCursor at, TextArray& array) noexcept {
  for (;;) {
    at = separator(at);
    if (at.is(',')) {
      array.comma = at;
      return at.next();
    }
    if (!at.is(']')) return unexpected(rule<"futhark/array-syntax">, at);
    at = close(at, array);
    if (!at || position_.depth == 0) return at;
  }
}

TextCursor Walk::open(TextCursor at, TextArray& array) noexcept {
  const std::uint64_t depth = position_.depth + 1;
  if (depth > position_.frames().size()) {
    return depth > max_rank_ ? reject(rule<"futhark/rank">, at, 1, depth, max_rank_)
                             : reject(hallmark::rule<"hallmark/scratch-exhausted">, at, 1, depth);
  }
  if (array.rank != TextArray::unknown && depth > array.rank && !array.irregular_reported) {
    array.irregular_reported = true;
    const Rule& broken = array.elements.count == 0 ? rule<"futhark/irregular-untyped"> : rule<"futhark/depth">;
    if (!report(broken, at, 1, depth, array.rank)) return {};
  }
  Frame& frame = position_.frames()[static_cast<std::size_t>(depth - 1)];
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
  if (frame.size == TextArray::unknown) {
    frame.size = frame.count;
  } else if (frame.size != frame.count && !array.irregular_reported) {
    array.irregular_reported = true;
    const Rule& broken = array.elements.count == 0 ? rule<"futhark/irregular-untyped"> : rule<"futhark/ragged">;
    if (!report(broken, at, 1, frame.count, frame.size)) return {};
  }
  if (position_.depth != 0) ++innermost().count;
  return at.next();
}

// The first element decides at which level all elements stand.
bool Walk::check_level(TextCursor at, TextArray& array) noexcept {
  if (array.rank == position_.depth) [[likely]]
    return true;
  if (array.rank == TextArray::unknown) {
    array.rank = position_.depth;
    return true;
  }
  if (array.irregular_reported) return true;
  array.irregular_reported = true;
  return report(rule<"futhark/depth">, at, 1, position_.depth, array.rank);
}

}  // namespace hallmark::futhark
