// SPDX-License-Identifier: Apache-2.0
// Interrupts: SIGINT, SIGTERM and SIGHUP stop long work, and what is known is still written.
#pragma once

#include <atomic>

#include "conformance/program/command.hpp"

namespace hallmark::program {

// watch_for_interrupts makes the first such signal set `interrupted`. Repeats at once are the same interrupt; one that
// comes seconds later ends the program. A signal that was ignored when the program started (nohup, a shell's background
// job) stays ignored.
void watch_for_interrupts();

[[nodiscard]] const std::atomic<bool>& interrupted() noexcept;

// exit_of_interrupt returns the exit code of the signal that was received.
[[nodiscard]] Exit exit_of_interrupt() noexcept;

}  // namespace hallmark::program
