// SPDX-License-Identifier: Apache-2.0
// guard: what the process of a guardian does, and what is said between it and its owner.
#pragma once

namespace hallmark::runner {

// The owner sends an Order with the standard streams of a program, and hears the pid of the program, or an error as a
// negative number. When the program has ended by itself it hears `has_ended`. It sends one byte so that the program
// is ended with all that it started, and hears the status from waitpid.
struct Order {
  char variables[1024] = {};  // NAME=VALUE, each with a zero byte after it, and another one after the last
};

constexpr int has_ended = -1;

// The descriptor that leads to the owner. The numbers below it are those of the standard streams.
constexpr int line = 3;

struct Program {
  char* const* command;  // looked up in PATH; a null pointer ends it
  char** variables;      // room for those of this process, of an order, and a null pointer
};

// guard serves until the owner closes the line or is killed. It runs in a copy of a process with threads, hence
// allocates nothing and takes no lock.
[[noreturn]] void guard(const Program& program, int end_of_line) noexcept;

}  // namespace hallmark::runner
