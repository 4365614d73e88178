// Untouchable: a file whose end is in inaccessible memory, so that a decoder that reads it crashes.
#pragma once

#include <functional>

#include "hallmark/core/writer.hpp"

namespace hallmark::benchmarks {

class Untouchable {
 public:
  // The bytes before `locked`, a multiple of page(), are zero and then written by `write`; the rest of the `size` bytes
  // is inaccessible. Throws std::runtime_error if the system denies it.
  Untouchable(std::uint64_t size, std::uint64_t locked, const std::function<void(Writer&)>& write);
  ~Untouchable();
  Untouchable(const Untouchable&) = delete;
  Untouchable& operator=(const Untouchable&) = delete;

  // page returns the page size in bytes.
  [[nodiscard]] static std::uint64_t page();
  [[nodiscard]] Bytes bytes() const { return {memory_, size_}; }

 private:
  std::byte* memory_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace hallmark::benchmarks
