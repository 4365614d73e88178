// SPDX-License-Identifier: Apache-2.0
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
TextCursor Walk::truncated(TextCursor at) noexcept {
  const HeaderField* field = header_fields;
  for (; field->size <= at.remaining(); ++field) at = at.skip(field->size);
  return reject(rule<"futhark/header-truncated">, at.end(), 0, at.remaining(), field->size, field->name);
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

// Any binary value, and where it ends.
TextCursor Walk::judge(TextCursor at, std::uint64_t word, Binary& value) noexcept {
  if ((gap_.comment || gap_.scalar) && !check_gap(at)) return {};
  const std::uint64_t left = at.remaining();
  const std::uint64_t version = word >> 8 & 0xff;
  if (left > 1 && version != supported_version)
    return reject(rule<"futhark/version">, at.next(), 1, version, {}, "version");
  if (left < header_size) return truncated(at);
  const std::uint64_t after = left - header_size;
  const std::uint64_t rank = word >> 16 & 0xff;
  if (rank > after / sizeof(std::uint64_t))
    return reject(rule<"futhark/rank-overrun">, at.skip(2), 1, rank, after, "rank");
  if (rank > max_rank_ && !report(rule<"futhark/rank">, at.skip(2), 1, rank, max_rank_, "rank")) return {};
  const auto string = static_cast<std::uint32_t>(word >> 24);
  const Type& type = type_at(string);
  if (type.string != string) return reject(rule<"futhark/type">, at.skip(3), sizeof string, string, {}, "type");
  const TextCursor dims = at.skip(header_size);
  const TextCursor data = dims.skip(rank * sizeof(std::uint64_t));
  const Shape shape(dims.to(data));
  ElementCount count;
  std::uint64_t all = 0;
  std::uint64_t dimension = 0;
  for (std::uint64_t axis = 0; axis < rank; ++axis) {
    dimension = shape[axis];
    all |= dimension;
    count.dimension(dimension);
  }
  if (all > INT64_MAX && !check_dimensions(dims, rank, !count.overflows() && count.elements() == 0)) return {};
  std::uint64_t size = 0;
  if (!count.bytes(type.size, size)) return reject(rule<"futhark/element-count">, dims, data - dims, {}, {}, "dims");
  if (size > data.remaining()) {
    const TextCursor cut = rank == 0 ? at.end() : dims;
    const char* const field = rank == 0 ? "data" : "dims";
    return reject(rule<"futhark/data-truncated">, cut, data - dims, data.remaining(), size, field);
  }
  const bool again = rank <= std::min(max_rank_, 1U) && !type.is_bool();
  value = {again ? word & header_mask : Binary::none, dimension, rank, Stride<smallest_array>(data - at + size), &type};
  return type.is_bool() && !check_booleans(data, size) ? TextCursor() : data.skip(size);
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
