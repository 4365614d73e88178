// ScratchMemory: owns the scratch memory of a codec.
#pragma once

#include <vector>

#include "hallmark/core/scratch.hpp"

namespace hallmark::conformance {

// Reused from input to input; use one for each thread. The first allocation has exactly the requested size, so that a
// sanitizer detects an access beyond it.
class ScratchMemory {
 public:
  // of returns a Scratch of exactly `bytes`.
  Scratch of(std::uint64_t bytes) {
    const auto size = static_cast<std::size_t>(bytes);
    if (memory_.size() < size) memory_ = std::vector<std::byte>(size);
    return Scratch({memory_.data(), size});
  }

 private:
  std::vector<std::byte> memory_;
};

}  // namespace hallmark::conformance
