// A decoded BinTensors file as input of the encoder, and comparison of two such files.
#pragma once

#include <algorithm>
#include <deque>
#include <tuple>
#include <vector>

#include "codecs/bintensors/walk.hpp"
#include "fuzz/invariants.hpp"
#include "fuzz/same.hpp"

namespace hallmark::fuzz {

// Content is a file in the order of its bytes; the dimensions of its tensors are copies.
class Content {
 public:
  explicit Content(const bintensors::FileView& file) : has_metadata_(file.has_metadata) {
    for (bintensors::Pairs pairs = file.metadata; pairs.left() != 0;) pairs_.push_back(pairs.next());
    for (std::uint64_t i = 0; i < file.size(); ++i) {
      const bintensors::Tensor tensor = file.tensor(i);
      auto& dimensions = dimensions_.emplace_back(tensor.shape.left() * sizeof(std::uint64_t));
      std::byte* next = dimensions.data();
      for (bintensors::Dimensions shape = tensor.shape; shape.left() != 0; next += sizeof(std::uint64_t)) {
        store_le(next, shape.next());
      }
      tensors_.push_back({tensor.name, tensor.dtype, Shape(dimensions), tensor.data, true});
    }
  }
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  [[nodiscard]] bintensors::Model model() const noexcept { return {has_metadata_, pairs_, tensors_}; }

  // sort brings tables into canonical order; true if they already were.
  bool sort() {
    const auto key = [](const bintensors::Pair& a, const bintensors::Pair& b) { return a.key < b.key; };
    const auto tensor = [](const TensorView& a, const TensorView& b) {
      const std::uint64_t left = bintensors::discriminant_of(a.dtype);
      const std::uint64_t right = bintensors::discriminant_of(b.dtype);
      return std::tie(right, a.name) < std::tie(left, b.name);
    };
    const bool sorted =
        std::is_sorted(pairs_.begin(), pairs_.end(), key) && std::is_sorted(tensors_.begin(), tensors_.end(), tensor);
    std::sort(pairs_.begin(), pairs_.end(), key);
    std::sort(tensors_.begin(), tensors_.end(), tensor);
    return sorted;
  }

  [[nodiscard]] bool operator==(const Content& other) const noexcept {
    return has_metadata_ == other.has_metadata_ &&
           std::equal(pairs_.begin(), pairs_.end(), other.pairs_.begin(), other.pairs_.end(),
                      [](const auto& a, const auto& b) { return a.key == b.key && a.value == b.value; }) &&
           std::equal(tensors_.begin(), tensors_.end(), other.tensors_.begin(), other.tensors_.end(),
                      [](const TensorView& a, const TensorView& b) { return same(a, b); });
  }

 private:
  bool has_metadata_;
  std::vector<bintensors::Pair> pairs_;
  std::vector<TensorView> tensors_;
  std::deque<std::vector<std::byte>> dimensions_;
};

}  // namespace hallmark::fuzz
