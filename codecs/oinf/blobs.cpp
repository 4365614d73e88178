// Phase 6, every byte of the data section accounted for, and phase 7, the elements of BOOL tensors.
#include <algorithm>

#include "codecs/core/scan.hpp"
#include "codecs/oinf/walk.hpp"

namespace hallmark::oinf {

// One sweep over the blobs in the order of their places. Gaps can be told only when every blob is known.
void Walk::check_blobs() noexcept {
  const std::span<Blob> blobs = blobs_.first(static_cast<std::size_t>(blob_count_));
  if (!ascending_) {
    std::sort(blobs.begin(), blobs.end(), [](const Blob& a, const Blob& b) {
      if (a.begin != b.begin) return a.begin < b.begin;
      return a.end != b.end ? a.end < b.end : a.owner < b.owner;
    });
  }
  std::uint64_t covered = header_.offset_data;
  for (const Blob& blob : blobs) {
    if (blob.begin < covered) {
      at_owner(blob);
      in_.require(false, rule::blob_overlap, blob.begin, std::min(covered, blob.end) - blob.begin, "data", blob.begin,
                  covered);
    } else {
      check_between(covered, blob.begin);
    }
    if (stopped()) return;
    covered = std::max(covered, blob.end);
  }
  check_between(covered, input_.size());
}

void Walk::check_between(std::uint64_t begin, std::uint64_t end) noexcept {
  if (begin >= end || !all_placed_) return;
  position_.whole_file();
  const std::uint64_t size = end - begin;
  if (in_.require(size < 8, rule::blob_gap, begin, size, "data", size) && size < 8) {
    check_zeros(begin, end, rule::blob_padding, "padding");
  }
}

void Walk::at_owner(const Blob& blob) noexcept {
  const bool tensor = blob.owner >= metadata_.size();
  position_.at(tensor ? "tensors" : "metadata");
  position_.entry(tensor ? blob.owner - metadata_.size() : blob.owner);
}

void Walk::check_booleans() noexcept {
  position_.at("tensors");
  for (std::size_t i = 0; i < tensors_.size() && !stopped(); ++i) {
    const TensorView& tensor = tensors_[i];
    if (tensor.dtype != DType::boolean) continue;
    const std::uint64_t bad = find_non_bool(tensor.data);
    if (bad == nowhere) continue;
    position_.entry(i);
    const auto at = static_cast<std::uint64_t>(tensor.data.data() - input_.data()) + bad;
    in_.require(false, rule::boolean, at, 1, "data",
                std::to_integer<std::uint8_t>(tensor.data[static_cast<std::size_t>(bad)]));
  }
}

}  // namespace hallmark::oinf
