// Buffer: memory that grows up to a limit and is reused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace hallmark::compression {

class Buffer {
 public:
  // grow makes room for at least one more byte, up to `most` in all; false if that is not possible.
  [[nodiscard]] bool grow(std::uint64_t most) noexcept;
  // reserve makes room for `size` bytes.
  [[nodiscard]] bool reserve(std::uint64_t size) noexcept;
  // release gives the memory back.
  void release() noexcept;

  [[nodiscard]] std::byte* data() const noexcept { return memory_.get(); }
  [[nodiscard]] std::uint64_t capacity() const noexcept { return capacity_; }

 private:
  struct Free {
    void operator()(std::byte* memory) const noexcept { std::free(memory); }
  };

  std::unique_ptr<std::byte, Free> memory_;
  std::uint64_t capacity_ = 0;
};

}  // namespace hallmark::compression
