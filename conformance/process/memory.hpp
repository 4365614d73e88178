// Resident memory of a process group, read from /proc.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>

namespace hallmark::runner {

// MemoryWatch looks at the leader of a group often and at all of its members more rarely: finding them means reading
// /proc whole, so that is done for at most a twentieth of the time. Pages that members share count for each.
class MemoryWatch {
 public:
  explicit MemoryWatch(pid_t group) noexcept : group_(group) {}
  // resident gives bytes, 0 where /proc cannot tell.
  [[nodiscard]] std::uint64_t resident();

 private:
  using Clock = std::chrono::steady_clock;
  pid_t group_;
  Clock::time_point next_scan_ = Clock::now() + std::chrono::milliseconds(20);
  std::uint64_t others_ = 0;  // members but the leader, at the last scan
};

}  // namespace hallmark::runner
