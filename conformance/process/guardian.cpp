#include "conformance/process/guardian.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <mutex>

#include "conformance/process/child.hpp"

namespace hallmark::runner {
namespace {

constexpr std::size_t most_groups = 1024;  // the largest -j

[[noreturn]] void fail(const char* what) { throw CannotStart(fmt::format("no {}: {}", what, std::strerror(errno))); }

// What follows runs in a copy of a process with threads, hence calls only what is safe in a signal handler.

void close_all_but(int kept) noexcept {
  const long most = ::sysconf(_SC_OPEN_MAX);
  for (int file = 0; file < std::clamp(most, 0L, 65536L); ++file) {
    if (file != kept) ::close(file);
  }
}

[[noreturn]] void guard(int pipe) noexcept {
  ::setsid();  // a terminal's interrupt is not for this process
  sigset_t all;
  sigfillset(&all);
  ::sigprocmask(SIG_BLOCK, &all, nullptr);
  close_all_but(pipe);
  pid_t groups[most_groups] = {};
  for (pid_t change = 0;;) {
    const ssize_t got = ::read(pipe, &change, sizeof change);
    if (got < 0 && errno == EINTR) continue;
    if (got != sizeof change) break;
    const pid_t before = change > 0 ? 0 : -change;
    const auto place = std::find(std::begin(groups), std::end(groups), before);
    if (place != std::end(groups)) *place = change > 0 ? change : 0;
  }
  for (const pid_t group : groups) {
    if (group != 0) ::kill(-group, SIGKILL);
  }
  ::_exit(0);
}

}  // namespace

std::shared_ptr<Guardian> Guardian::shared() {
  static std::mutex mutex;
  static std::weak_ptr<Guardian> current;
  const std::lock_guard lock(mutex);
  std::shared_ptr<Guardian> guardian = current.lock();
  if (guardian == nullptr) current = guardian = std::make_shared<Guardian>();
  return guardian;
}

Guardian::Guardian() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) fail("pipe");
  const Descriptor read_end(ends[0]);
  pipe_ = Descriptor(ends[1]);
  // Forked twice, so that it is no child of this process, which waits for its children.
  const pid_t between = ::fork();
  if (between < 0) fail("process");
  if (between == 0) {
    const pid_t guardian = ::fork();
    if (guardian == 0) guard(read_end.number());
    ::_exit(guardian < 0 ? 1 : 0);
  }
  int status = 0;
  while (::waitpid(between, &status, 0) < 0 && errno == EINTR) {
  }
  if (status != 0) {
    errno = EAGAIN;
    fail("process");
  }
}

void Guardian::tell(pid_t change) const noexcept {
  while (::write(pipe_.number(), &change, sizeof change) < 0 && errno == EINTR) {
  }
}

}  // namespace hallmark::runner
