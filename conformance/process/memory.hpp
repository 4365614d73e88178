// MemoryWatch: the resident memory of a process group, from /proc.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>

namespace hallmark::runner {

// MemoryWatch reads the group leader at every call and the other members rarely: finding them scans all of /proc, which
// may take at most a twentieth of the time. Shared pages count once for each member.
class MemoryWatch {
 public:
  explicit MemoryWatch(pid_t group) noexcept : group_(group) {}
  // resident returns bytes, or 0 if /proc cannot be read.
  [[nodiscard]] std::uint64_t resident();
  // peak returns the most bytes that the group leader had resident since the last call, or 0 if /proc cannot say.
  [[nodiscard]] std::uint64_t peak() const;

 private:
  using Clock = std::chrono::steady_clock;
  pid_t group_;
  Clock::time_point next_scan_ = Clock::now() + std::chrono::milliseconds(20);
  std::uint64_t others_ = 0;  // bytes of the other members at the last scan
};

}  // namespace hallmark::runner
