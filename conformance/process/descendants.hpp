// SPDX-License-Identifier: Apache-2.0
// Descendants: the processes below a process, from /proc.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/types.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <string_view>

#include "conformance/process/descriptor.hpp"

namespace hallmark::runner {

// each_child calls `take` with the pid of each child that a thread has. A child that ends meanwhile may hide others.
// Allocates nothing.
template <class Take>
void each_child(pid_t process, pid_t thread, const Take& take) noexcept {
  std::array<char, 64> path{};
  fmt::format_to_n(path.data(), path.size() - 1, "/proc/{}/task/{}/children", process, thread);
  const Descriptor file(::open(path.data(), O_RDONLY | O_CLOEXEC));
  std::array<char, 4096> text{};
  pid_t child = 0;  // its digits so far; each number is followed by a space
  for (ssize_t got = 0; (got = ::read(file.number(), text.data(), text.size())) > 0;) {
    for (const char c : std::string_view(text.data(), static_cast<std::size_t>(got))) {
      if (c >= '0' && c <= '9') {
        child = child * 10 + (c - '0');
      } else if (child != 0) {
        take(child);
        child = 0;
      }
    }
  }
}

}  // namespace hallmark::runner
