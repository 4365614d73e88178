// What only some binary values need. futhark#specification.
#include <algorithm>

#include "core/scan.hpp"
#include "futhark/walk.hpp"

namespace hallmark::futhark {

bool Walk::check_gap(TextCursor at) noexcept {
  if (gap_.comment && !report(rule<"futhark/comment-before-binary">, gap_.comment, gap_.comment_length)) return false;
  if (gap_.scalar == at && !report(rule<"futhark/separator">, at, 1)) return false;
  gap_ = {};
  return true;
}

// The input ends inside a header.
bool Walk::truncated(TextCursor at) noexcept {
  const HeaderField* field = header_fields;
  for (; field->size <= at.remaining(); ++field) at = at.skip(field->size);
  return report(rule<"futhark/header-truncated">, at.end(), 0, at.remaining(), field->size, field->name) && false;
}

// A value of another version; false.
bool Walk::other_version(TextCursor at) noexcept {
  if (gap_.any && !check_gap(at)) return false;
  if (at.remaining() == 1) return truncated(at);
  return report(rule<"futhark/version">, at.next(), 1, at.peek(1), {}, "version") && false;
}

// Where a dimension is too large; false where nothing can be read after it.
bool Walk::check_dimensions(TextCursor dims, std::uint64_t rank, bool is_empty) noexcept {
  const Rule& broken = is_empty ? rule<"futhark/dimension-empty"> : rule<"futhark/dimension">;
  for (position_.dimension = 0; position_.dimension < rank; ++position_.dimension) {
    const std::uint64_t dimension = dims.word();
    if (dimension > INT64_MAX && (!report(broken, dims, sizeof dimension, dimension, {}, "dims[]") || !is_empty))
      return false;
    dims = dims.skip(sizeof dimension);
  }
  return true;
}

// An array, whose dimensions are there.
bool Walk::array(TextCursor at, Binary& value) noexcept {
  const TextCursor dims = at.skip(header_size);
  const TextCursor data = dims.skip(value.rank * sizeof(std::uint64_t));
  const Shape shape(dims.to(data));
  ElementCount count;
  std::uint64_t all = 0;
  for (std::uint64_t axis = 0; axis < value.rank; ++axis) {
    value.dimension = shape[axis];
    all |= value.dimension;
    count.dimension(value.dimension);
  }
  if (all > INT64_MAX && !check_dimensions(dims, value.rank, !count.overflows() && count.elements() == 0)) return false;
  std::uint64_t size = 0;
  if (!count.bytes(value.type->size, size))
    return report(rule<"futhark/element-count">, dims, data - dims, {}, {}, "dims") && false;
  if (size > data.remaining())
    return report(rule<"futhark/data-truncated">, dims, data - dims, data.remaining(), size, "dims") && false;
  value.size = Stride<smallest_array>(data - at + size);
  if (value.rank > std::min(max_rank_, 1U) || value.type->is_bool()) value.header = 0;
  return !value.type->is_bool() || check_booleans(data, size);
}

bool Walk::check_booleans(TextCursor at, std::uint64_t size) noexcept {
  const Bytes data = at.to(at.skip(size));
  const std::uint64_t bad = find_non_bool(data);
  if (bad == nowhere) [[likely]]
    return true;
  const auto byte = std::to_integer<std::uint8_t>(data[static_cast<std::size_t>(bad)]);
  return report(rule<"futhark/boolean">, at.skip(bad), 1, byte, {}, "data");
}

}  // namespace hallmark::futhark
