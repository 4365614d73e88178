// Untouchable: a file whose end lies in memory that nobody may read: a decoder that touches it dies.
#pragma once

#include <functional>

#include "hallmark/core/writer.hpp"

namespace hallmark::benchmarks {

class Untouchable {
 public:
  // Of `size` bytes those before `locked`, a multiple of page(), are written by `write` and otherwise zero. Throws
  // std::runtime_error where the system does not give or lock the memory.
  Untouchable(std::uint64_t size, std::uint64_t locked, const std::function<void(Writer&)>& write);
  ~Untouchable();
  Untouchable(const Untouchable&) = delete;
  Untouchable& operator=(const Untouchable&) = delete;

  // page is what memory can be locked by, in bytes.
  [[nodiscard]] static std::uint64_t page();
  [[nodiscard]] Bytes bytes() const { return {memory_, size_}; }

 private:
  std::byte* memory_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace hallmark::benchmarks
