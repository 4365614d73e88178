// SPDX-License-Identifier: Apache-2.0
// MemoryWatch: the resident memory of a program and of all that it started, from /proc.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>

#include "conformance/process/guardian.hpp"

namespace hallmark::runner {

// MemoryWatch reads the program at every call, and the other processes below its guardian as often as takes at most a
// twentieth of the time. Shared pages count once for each process.
class MemoryWatch {
 public:
  explicit MemoryWatch(const Guardian& guardian) noexcept
      : guardian_(guardian.number()), program_(guardian.program()) {}
  // resident returns bytes, or 0 if /proc cannot be read.
  [[nodiscard]] std::uint64_t resident();
  // peak returns the most bytes that the program itself had resident since the last call, or 0 if /proc cannot say.
  [[nodiscard]] std::uint64_t peak() const;

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::uint64_t resident_of_others() const;

  pid_t guardian_;
  pid_t program_;
  Clock::time_point next_look_ = Clock::now() + std::chrono::milliseconds(20);
  std::uint64_t others_ = 0;  // bytes at the last look
};

}  // namespace hallmark::runner
