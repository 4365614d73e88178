// SPDX-License-Identifier: Apache-2.0
// Guardian: a process between this one and a program that is not trusted, which kills whatever the program leaves.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "conformance/process/descriptor.hpp"

namespace hallmark::runner {

// CannotStart: the program does not exist, or exits before its first reply.
struct CannotStart : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

// A program cannot be trusted to end with this process: it may ignore the end of its input, or leave it to a child in a
// session of its own. On Linux its orphans are adopted by the guardian. So what is below the guardian comes from the
// program, and once nothing is below it, nothing is left. Elsewhere only the process group of the program is killed.
//
// A guardian starts its program as often as it is told, once at a time: to copy this process for each start would cost
// more than the start.
class Guardian {
 public:
  explicit Guardian(std::vector<std::string> command) : command_(std::move(command)) {}
  ~Guardian();
  Guardian(const Guardian&) = delete;
  Guardian& operator=(const Guardian&) = delete;

  // start looks the program up in PATH and starts it in a process group of its own, with this environment plus `more`,
  // once the one before it has ended with all that it started. Throws CannotStart.
  void start(const Environment& more = {});
  // ended returns true once the program has ended. Its pid is not reused before `end`.
  [[nodiscard]] bool ended() noexcept;
  // end kills the program and all that is left of it. What resists for seconds is left to the guardian, which goes on
  // without its owner.
  void end() noexcept;

  [[nodiscard]] pid_t number() const noexcept { return number_; }
  // program returns the pid of the program, which is also its process group.
  [[nodiscard]] pid_t program() const noexcept { return program_; }
  // notice returns a descriptor that becomes readable when the program ends.
  [[nodiscard]] int notice() const noexcept { return line_.number(); }
  // status returns what waitpid says of the program; how_it_ended says it in words: "exit status 3", "signal 11
  // (Segmentation fault)". Valid after `end`.
  [[nodiscard]] int status() const noexcept { return status_; }
  [[nodiscard]] std::string how_it_ended() const;

  // This side of the pipes on the standard streams of the program; non-blocking.
  Descriptor in;
  Descriptor out;
  Descriptor err;

 private:
  enum class Heard : std::uint8_t { word, nothing, end };
  Heard hear(int& word, int flags) const noexcept;
  void launch();
  // dismiss takes the options of waitpid.
  void dismiss(int options) noexcept;

  std::vector<std::string> command_;
  Descriptor line_;  // closed as this process ends, whatever ends it
  pid_t number_ = -1;
  pid_t program_ = -1;
  int status_ = 0;
  bool running_ = false;
  bool ended_ = false;
};

}  // namespace hallmark::runner
