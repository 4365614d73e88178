// SPDX-License-Identifier: Apache-2.0
// Phase 3, the padding; phase 4, the size and place of each tensor; phase 5, the size of the file; phase 7, the
// elements of BOOL tensors.
#include <algorithm>

#include "bintensors/walk.hpp"

namespace hallmark::bintensors {

void Walk::check_padding() noexcept {
  const std::uint64_t begin = header_.record_end;
  const std::uint64_t size = header_.data_begin - begin;
  const std::uint64_t expected = (8 - begin % 8) % 8;
  if (!in_.require(size == expected, rule<"bintensors/padding-size">, begin, size, "padding", size, expected)) return;
  for (std::uint64_t at = begin; size == expected && at < header_.data_begin; ++at) {
    const auto byte = std::to_integer<std::uint8_t>(input_.window[static_cast<std::size_t>(at)]);
    if (byte == padding_byte) continue;
    in_.require(false, rule<"bintensors/padding-bytes">, at, 1, "padding", byte, padding_byte);
    return;  // reported once, in compat too
  }
}

void Extent::next(const Info& info) noexcept {
  std::uint64_t bytes = 0;
  const bool counted = info.dtype <= 14 && info.count.bytes(element_size(info.dtype), bytes);
  const auto fits = [&](std::uint64_t at) { return counted && bytes <= UINT64_MAX - at; };
  const auto reaches = [&](std::uint64_t at) { return fits(at) && info.end == at + bytes; };
  joins = info.begin == declared_end || info.begin == end;
  begin = info.begin;
  for (const std::uint64_t at : {declared_end, end}) {
    if (!joins && reaches(at)) begin = at;
  }
  sized = fits(begin);
  ends = reaches(begin);
  declared_end = info.end;
  end = sized ? begin + bytes : declared_end;
}

// covers says that the data, in whatever order, leave neither holes nor overlaps, and nothing lies before the first of
// them. Tensors without elements cover nothing. It borrows the scratch that names are compared with, which one tensor
// does not have.
bool Walk::covers() noexcept {
  std::byte place[2 * sizeof(std::uint64_t) + alignof(std::uint64_t)];
  Scratch memory = header_.tensors == 1 ? Scratch(place) : scratch_;
  const auto begins = memory.room<std::uint64_t>(header_.tensors);
  const auto ends = memory.room<std::uint64_t>(header_.tensors);
  if (!has_room(!ends.empty(), "tensors", header_.tensors)) return false;
  std::size_t count = 0;
  for (std::uint64_t i = 0; i < header_.tensors; ++i) {
    const Info info = info_at(i);
    if (info.begin > info.end) return false;
    if (info.begin == info.end) continue;
    begins[count] = info.begin;
    ends[count++] = info.end;
  }
  std::ranges::sort(begins.first(count));
  std::ranges::sort(ends.first(count));
  for (std::size_t i = 1; i < count; ++i) {
    if (begins[i] != ends[i - 1]) return false;
  }
  const std::uint64_t first = count == 0 ? 0 : begins[0];
  covered_ = count == 0 ? 0 : ends[count - 1];
  return first == 0 || covered_ - first == file_.size - header_.data_begin;
}

void Walk::check_tensors() noexcept {
  if (to_.contiguous) return;
  position_.at("tensors");
  Extent extent;
  const Rule* misplaced = nullptr;  // one rule for all tensors that start elsewhere
  for (std::uint64_t i = 0; i < header_.tensors && !stopped(); ++i) {
    position_.entry(i);
    const Info info = info_at(i);
    const std::uint64_t declared_end = extent.declared_end;
    extent.next(info);
    if (!extent.joins) [[unlikely]] {
      if (misplaced == nullptr)
        misplaced = covers() ? &rule<"bintensors/data-order"> : &rule<"bintensors/offset-begin">;
      require(in_, false, *misplaced, info.begin, declared_end);
    }
    end_known_ = extent.sized;
    if (info.dtype > 14) continue;  // reported in phase 2; its elements have no size
    if (!in_.require(extent.sized, rule<"bintensors/element-count">, info.shape_at, info.shape_size, "shape")) continue;
    require(in_, extent.ends, rule<"bintensors/offset-end">, info.end, extent.end);
    to_.end = extent.end;
  }
  if (misplaced == &rule<"bintensors/data-order">) {
    to_.end = covered_;
    end_known_ = covered_ <= file_.size - header_.data_begin;
  }
  position_.whole_file();
}

void Walk::check_file_size() noexcept {
  if (!end_known_) return;
  const std::uint64_t size = file_.size - header_.data_begin;
  if (!in_.require(size >= to_.end, rule<"bintensors/data-truncated">, file_.size, 0, "data", size, to_.end)) return;
  const std::uint64_t rest = size - to_.end;
  in_.require(rest == 0, rule<"bintensors/data-trailing">, header_.data_begin + to_.end, rest, "data", rest);
}

void Walk::check_booleans() noexcept {
  if (!to_.booleans) return;
  position_.at("tensors");
  Extent extent;
  for (std::uint64_t i = 0; i < header_.tensors && !stopped(); ++i) {
    const Info info = info_at(i);
    extent.next(info);
    const bool found = extent.sized && (extent.joins || extent.ends) && extent.end <= file_.size - header_.data_begin;
    if (info.dtype != 0 || !found) continue;
    const std::uint64_t begin = header_.data_begin + extent.begin;
    const Bytes elements = file_.slice(begin, header_.data_begin + extent.end);
    position_.entry(i);
    in_.require_none(find_non_bool(elements), rule<"bintensors/boolean">, {elements, begin, "data"});
  }
  position_.whole_file();
}

}  // namespace hallmark::bintensors
