// SPDX-License-Identifier: Apache-2.0
// Phase 6, every byte of the data section accounted for, and phase 7, the elements of BOOL tensors.
#include <algorithm>

#include "core/scan.hpp"
#include "oinf/walk.hpp"

namespace hallmark::oinf {

// One sweep over the blobs in the order of their places.
void Walk::check_blobs() noexcept {
  if (!ascending_) {
    std::ranges::sort(blobs(), [](const Blob& a, const Blob& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.owner < b.owner;  // as the tables have them, where those ascend
    });
  }
  std::uint64_t covered = header_.offset_data;
  for (const Blob& blob : blobs()) {
    if (blob.begin < covered) {
      const char* field = at_owner(blob);
      in_.require(false, rule<"oinf/blob-overlap">, blob.begin, std::min(covered, blob.end) - blob.begin, field,
                  blob.begin, covered);
    } else {
      check_between(covered, blob.begin, all_placed_);
    }
    if (stopped()) return;
    covered = std::max(covered, blob.end);
  }
  check_between(covered, input_.size, all_placed_ && end_known_);
}

// Bytes that belong to no blob; `report_gap` is false where another error explains them.
void Walk::check_between(std::uint64_t begin, std::uint64_t end, bool report_gap) noexcept {
  if (begin >= end || !(report_gap || all_aligned_)) return;
  position_.whole_file();
  const std::uint64_t size = end - begin;
  if (!report_gap) {
    check_zeros(begin, std::min(end, rounded_up(begin)), rule<"oinf/blob-padding">, "padding");
  } else if (in_.require(size < 8, rule<"oinf/blob-gap">, begin, size, "data", size) && size < 8) {
    check_zeros(begin, end, rule<"oinf/blob-padding">, "padding");
  }
}

const char* Walk::at_owner(const Blob& blob) noexcept {
  const bool tensor = blob.owner >= metadata_.size();
  position_.at(tensor ? "tensors" : "metadata");
  position_.entry(tensor ? blob.owner - metadata_.size() : blob.owner);
  return tensor ? "data" : "value";
}

// In the order of the bytes, which is that of the blobs by now.
void Walk::check_booleans() noexcept {
  if (!booleans_) return;
  for (const Blob& blob : blobs()) {
    if (stopped()) return;
    if (blob.owner < metadata_.size()) continue;
    const TensorView& tensor = tensors_[static_cast<std::size_t>(blob.owner - metadata_.size())];
    if (tensor.dtype != DType::boolean) continue;
    const char* field = at_owner(blob);
    const Bytes elements = input_.slice(blob.begin, blob.end);
    in_.require_none(find_non_bool(elements), rule<"oinf/boolean">, {elements, blob.begin, field});
  }
}

}  // namespace hallmark::oinf
