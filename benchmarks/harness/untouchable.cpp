#include "benchmarks/harness/untouchable.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

namespace hallmark::benchmarks {

std::uint64_t Untouchable::page() { return static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); }

Untouchable::Untouchable(std::uint64_t size, std::uint64_t locked, const std::function<void(Writer&)>& write)
    : size_(static_cast<std::size_t>(size)) {
  if (locked % page() != 0 || locked > size) throw std::runtime_error("only whole pages can be locked");
  void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no memory for a model");
  memory_ = static_cast<std::byte*>(memory);
  Writer to({memory_, static_cast<std::size_t>(locked)});
  write(to);
  if (mprotect(memory_ + locked, size_ - static_cast<std::size_t>(locked), PROT_NONE) != 0) {
    throw std::runtime_error("memory cannot be locked");
  }
}

Untouchable::~Untouchable() { munmap(memory_, size_); }

}  // namespace hallmark::benchmarks
