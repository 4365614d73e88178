// Arrays in text. README.md.
#include <algorithm>

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
    const TextCursor behind = output_.wanted() ? plain_elements<true>(at, array.elements)  //
                                               : plain_elements<false>(at, array.elements);
    if (behind) return behind;
  }
  if (at.ended()) return unexpected(rule<"futhark/value-start">, at);
  Element element;
  TextCursor behind = scalar(at, element);
  if (behind) behind = scalar_end(behind);
  if (!behind) return {};
  element.number.end = behind;
  if (!take(element, array.elements) || !check_level(at, array)) return {};
  if (output_.wanted()) output_.put(element);
  ++array.elements.count;
  ++innermost().count;
  return behind;
}

// Plain elements and the commas between them are only counted here. Returns where the last of them ends, or a false
// cursor where none begins.
template <bool storing>
TextCursor Walk::plain_elements(TextCursor at, Elements& elements) noexcept {
  const Bounds* const found = bounds_of(elements.dtype);
  // What is wider than i32 without a suffix has to be looked at as a whole.
  if (found == nullptr || (!elements.named && elements.dtype != DType::i32 && elements.dtype != DType::f64)) return {};
  const Bounds bounds = *found;
  TextCursor behind;
  std::uint64_t count = 0;
  Plain number;
  while (at.ahead<sizeof(std::uint64_t)>() && read_plain<false>(at, number) && within(number, bounds)) {
    TextCursor end = number.end;
    const auto suffix = end.ahead<sizeof(std::uint32_t)>();
    const bool suffixed = suffix && bounds.is_suffix(suffix);
    if (suffixed) end = suffix.skip(bounds.suffix_size);
    if (bounds.is_float && !number.decimal && !suffixed) break;
    const unsigned byte = end.peek();
    if (byte != ',' && byte != ']') break;
    if constexpr (storing) output_.put(number);
    elements.named = elements.named || suffixed;
    elements.negative = elements.negative || (number.negative && number.mantissa != 0);
    ++count;
    behind = end;
    if (byte == ']') break;
    at = end.next().skip_while(is_space);
  }
  elements.count += count;
  innermost().count += count;
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
