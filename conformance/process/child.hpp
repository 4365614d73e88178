// Child: a program in its own process group, with pipes on its standard streams.
#pragma once

#include <sys/types.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "conformance/process/descriptor.hpp"

namespace hallmark::runner {

class Guardian;

// CannotStart: the program does not exist, or exits before its first reply.
struct CannotStart : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Child {
 public:
  using Environment = std::vector<std::pair<std::string, std::string>>;

  // Looks the program up in PATH and starts it with this environment plus `more`. Throws CannotStart.
  explicit Child(const std::vector<std::string>& command, const Environment& more = {});
  // Kills the group and waits for the program, so that no process and no zombie is left. If this process is killed
  // itself, the guardian kills the group.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] pid_t group() const noexcept { return pid_; }
  // exited returns true if the program itself has ended. It is not reaped yet, so that its pid, which is also the group
  // id, is not reused.
  [[nodiscard]] bool exited() noexcept;
  // end kills what is left of the group and reaps the program. Afterwards `status` is set.
  void end() noexcept;
  // The status from waitpid; valid after end().
  [[nodiscard]] int status() const noexcept { return status_; }
  // how_it_ended returns the status as text: "exit status 3", "signal 11 (Segmentation fault)".
  [[nodiscard]] std::string how_it_ended() const;

  // This side of the pipes; non-blocking.
  Descriptor in;
  Descriptor out;
  Descriptor err;

 private:
  std::shared_ptr<Guardian> guardian_;
  pid_t pid_ = -1;
  int status_ = 0;
  bool collected_ = false;
};

}  // namespace hallmark::runner
