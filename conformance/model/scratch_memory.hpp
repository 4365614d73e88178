// SPDX-License-Identifier: Apache-2.0
// ScratchMemory: owns the scratch memory of a codec.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "hallmark/core/scratch.hpp"

namespace hallmark::conformance {

// Most is how much memory there is at most: fuzz targets find out what codecs do with less than they ask for.
struct Most {
  std::uint64_t scratch = UINT64_MAX;
  std::uint64_t output = UINT64_MAX;  // of an encoder
};
inline Most most_memory;

// Reused from input to input; use one for each thread. The first allocation has exactly the requested size, so that a
// sanitizer detects an access beyond it.
class ScratchMemory {
 public:
  // of returns a Scratch of exactly `bytes`.
  Scratch of(std::uint64_t bytes) {
    const auto size = static_cast<std::size_t>(std::min(bytes, most_memory.scratch));
    if (size_ < size) {
      memory_ = std::make_unique_for_overwrite<std::byte[]>(size);  // of which codecs touch what they need
      size_ = size;
    }
    return Scratch({memory_.get(), size});
  }

 private:
  std::unique_ptr<std::byte[]> memory_;
  std::size_t size_ = 0;
};

}  // namespace hallmark::conformance
