// ScratchMemory: the working memory that a codec asks for.
#pragma once

#include <vector>

#include "hallmark/core/scratch.hpp"

namespace hallmark::conformance {

// ScratchMemory owns it; one for each thread, reused from input to input. The memory of a new one is as large as what
// is asked for, so that a sanitizer sees the byte behind.
class ScratchMemory {
 public:
  // of gives a Scratch of exactly `bytes`.
  Scratch of(std::uint64_t bytes) {
    const auto size = static_cast<std::size_t>(bytes);
    if (memory_.size() < size) memory_ = std::vector<std::byte>(size);
    return Scratch({memory_.data(), size});
  }

 private:
  std::vector<std::byte> memory_;
};

}  // namespace hallmark::conformance
