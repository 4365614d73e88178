// Child: a program started in a process group of its own, with pipes on its three standard streams.
#pragma once

#include <sys/types.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "conformance/process/descriptor.hpp"

namespace hallmark::runner {

// CannotStart: there is no such program, or it ends before it has said anything.
struct CannotStart : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Child {
 public:
  using Environment = std::vector<std::pair<std::string, std::string>>;

  // The program is looked up in PATH and gets our environment with `more` set in it. Throws CannotStart.
  explicit Child(const std::vector<std::string>& command, const Environment& more = {});
  // Ends the whole group and waits for the program: no process and no zombie stays.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] pid_t group() const noexcept { return pid_; }
  // exited says whether the program itself has ended. It stays to be waited for, so that its number, which is also
  // that of the group, cannot be given to another.
  [[nodiscard]] bool exited() noexcept;
  // end kills what is left of the group and collects the program. Afterwards `status` is known.
  void end() noexcept;
  // What waitpid said; meaningful after end().
  [[nodiscard]] int status() const noexcept { return status_; }
  // how_it_ended puts the status in words: "exit status 3", "signal 11 (Segmentation fault)".
  [[nodiscard]] std::string how_it_ended() const;

  // Our ends of the pipes; none blocks.
  Descriptor in;
  Descriptor out;
  Descriptor err;

 private:
  pid_t pid_ = -1;
  int status_ = 0;
  bool collected_ = false;
};

}  // namespace hallmark::runner
