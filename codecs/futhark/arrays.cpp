// Arrays in text. README.md.
#include <algorithm>

#include "futhark/walk.hpp"

namespace hallmark::futhark {

TextCursor Walk::open(TextCursor at, TextArray& array) noexcept {
  const std::uint64_t depth = position_.depth + 1;
  if (depth > position_.frames().size()) {
    return depth > max_rank_ ? reject(rule<"futhark/rank">, at, 1, depth, max_rank_)
                             : reject(hallmark::rule<"hallmark/scratch-exhausted">, at, 1, depth);
  }
  if (array.rank != TextArray::unknown && depth > array.rank && !array.irregular_reported) {
    array.irregular_reported = true;
    const Rule& broken = array.count == 0 ? rule<"futhark/irregular-untyped"> : rule<"futhark/depth">;
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
    const Rule& broken = array.count == 0 ? rule<"futhark/irregular-untyped"> : rule<"futhark/ragged">;
    if (!report(broken, at, 1, frame.count, frame.size)) return {};
  }
  if (position_.depth != 0) ++innermost().count;
  return at.next();
}

// The first element decides at which level all elements stand.
bool Walk::check_level(TextCursor at, TextArray& array) noexcept {
  if (array.rank == TextArray::unknown) {
    array.rank = position_.depth;
    return true;
  }
  if (array.irregular_reported) return true;
  array.irregular_reported = true;
  return report(rule<"futhark/depth">, at, 1, position_.depth, array.rank);
}

}  // namespace hallmark::futhark
