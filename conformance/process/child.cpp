#include "conformance/process/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace hallmark::runner {
namespace {

struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe(ends) != 0) throw CannotStart(fmt::format("no pipe: {}", std::strerror(errno)));
    read = Descriptor(ends[0]);
    write = Descriptor(ends[1]);
    for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  Descriptor read;
  Descriptor write;
};

Descriptor nonblocking(Descriptor end) {
  ::fcntl(end.number(), F_SETFL, ::fcntl(end.number(), F_GETFL) | O_NONBLOCK);
  return end;
}

// sacrifice_first makes the child the first victim when memory runs out. An error is ignored: a correct run does not
// need it.
void sacrifice_first(pid_t pid) noexcept {
  std::array<char, 64> path{};
  fmt::format_to_n(path.data(), path.size() - 1, "/proc/{}/oom_score_adj", pid);
  if (const Descriptor file(::open(path.data(), O_WRONLY | O_CLOEXEC)); file.open()) {
    [[maybe_unused]] const ssize_t written = ::write(file.number(), "1000", 4);
  }
}

}  // namespace

Child::Child(Guardian& guardian, const Environment& more) : guardian_(&guardian) {
  Pipe to_child;
  Pipe from_child;
  Pipe errors;
  guardian.start(to_child.read.number(), from_child.write.number(), errors.write.number(), more);
  sacrifice_first(guardian.program());
  in = nonblocking(std::move(to_child.write));
  out = nonblocking(std::move(from_child.read));
  err = nonblocking(std::move(errors.read));
}

std::string Child::how_it_ended() const {
  if (WIFSIGNALED(status())) return fmt::format("signal {} ({})", WTERMSIG(status()), ::strsignal(WTERMSIG(status())));
  return fmt::format("exit status {}", WEXITSTATUS(status()));
}

}  // namespace hallmark::runner
