// SPDX-License-Identifier: Apache-2.0
// Phases 5 to 9: the padding before the data, where tensors lie, the bytes between them, and the end of the file.
#include <algorithm>
#include <numeric>

#include "gguf/walk.hpp"

namespace hallmark::gguf {

void Walk::check_tail(std::uint64_t end, const Rule& zeros) noexcept {
  position_.whole_file();
  const std::uint64_t padded = rounded_up(end, alignment_);
  const std::uint64_t rest = input_.size < padded ? end : padded;  // from where all is too much
  if (rest == padded) check_zeros(end, padded, zeros);
  in_.require(input_.size == rest, rule<"gguf/trailing-data">, rest, input_.size - rest, "data", input_.size - rest);
}

void Walk::check_padding(std::uint64_t end) noexcept {
  position_.whole_file();
  data_begin_ = rounded_up(end, alignment_);
  if (tensors_.empty()) return check_tail(end, rule<"gguf/padding-zero">);
  if (in_.require(data_begin_ <= input_.size, rule<"gguf/padding-truncated">, input_.size, 0, "padding"))
    check_zeros(end, data_begin_, rule<"gguf/padding-zero">);
}

// Holds the offset of a tensor against a rule.
bool Walk::require_place(bool condition, const Rule& rule, std::size_t index, Number expected) noexcept {
  if (condition) return in_.ok();
  const TensorView& tensor = tensors_[index];
  position_.at("tensors");
  position_.entry(index);
  const std::uint64_t dimensions = offset_of(tensor.name) + tensor.name.size() + sizeof(std::uint32_t);
  const std::uint64_t at = dimensions + tensor.shape.rank() * sizeof(std::uint64_t) + sizeof(std::uint32_t);
  return in_.require(false, rule, at, sizeof(std::uint64_t), "offset", places_[index].offset, expected);
}

bool Walk::sort_places() noexcept {
  if (std::ranges::is_sorted(places_, {}, &Place::offset)) return true;
  if (!take(order_, places_.size())) return false;
  std::iota(order_.begin(), order_.end(), 0U);
  std::sort(order_.begin(), order_.end(), [this](std::uint32_t a, std::uint32_t b) {
    return places_[a].offset != places_[b].offset ? places_[a].offset < places_[b].offset : a < b;
  });
  return true;
}

// Phase 6.
bool Walk::check_inside() noexcept {
  const std::uint64_t size = input_.size - data_begin_;
  std::uint64_t covered = 0;
  bool good = true;
  each_place([&](std::size_t i, const Place& place) {
    const std::uint64_t least = UINT64_MAX - place.size;
    position_.whole_file();
    good = require_place(place.offset <= least, rule<"gguf/data-overflow">, i, {}) &&
           in_.require(place.offset + place.size <= size, rule<"gguf/data-truncated">, input_.size, 0, "data", size,
                       reached_) &&
           require_place(place.offset >= covered, rule<"gguf/data-overlap">, i, covered) && good;
    covered = std::max(covered, place.offset + place.size);
  });
  const std::uint64_t last = std::max(size, rounded_up(covered, alignment_));
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::size_t index = at_place(i);
    const Place& place = places_[index];
    good = require_place(place.size != 0 || place.offset <= last, rule<"gguf/empty-place">, index, last) && good;
  }
  return good;
}

// Phase 7.
void Walk::check_order() noexcept {
  std::uint64_t next = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    require_place(place.offset == next, rule<"gguf/data-order">, i, next);
    next = rounded_up(place.offset + place.size, alignment_);
  }
}

// Phase 8.
void Walk::check_between() noexcept {
  position_.whole_file();
  std::uint64_t covered = 0;
  each_place([&](std::size_t, const Place& place) {
    check_zeros(data_begin_ + covered, data_begin_ + place.offset, rule<"gguf/data-padding">);
    covered = place.offset + place.size;
  });
}

void Walk::check_places() noexcept {
  if (!sort_places() || !check_inside()) return;
  check_order();
  check_between();
  const std::uint64_t end = data_begin_ + reached_;
  check_tail(end, rule<"gguf/final-padding">);
  const std::uint64_t padding = rounded_up(end, alignment_) - end;
  in_.require(input_.size != end || padding == 0, rule<"gguf/final-padding-missing">, end, 0, "padding", {}, padding);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const std::uint64_t begin = data_begin_ + places_[i].offset;
    const std::uint64_t size = places_[i].size;
    tensors_[i].has_data = size == 0 || begin + size <= input_.window.size();
    if (tensors_[i].has_data) tensors_[i].data = input_.slice(begin, begin + size);
  }
}

}  // namespace hallmark::gguf
