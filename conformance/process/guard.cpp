// SPDX-License-Identifier: Apache-2.0
#include "conformance/process/guard.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <string_view>

#include "conformance/process/descendants.hpp"

extern char** environ;

namespace hallmark::runner {
namespace {

void say(int word) noexcept {
  while (::write(line, &word, sizeof word) < 0 && errno == EINTR) {
  }
}

void close_from(int first) noexcept {
#ifdef SYS_close_range
  if (::syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  const long most = ::sysconf(_SC_OPEN_MAX);
  for (int file = first; file < std::clamp(most, 0L, 65536L); ++file) ::close(file);
}

void close_streams() noexcept {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) ::close(stream);
}

// take_order returns false when the owner has closed the line. The streams get the lowest numbers that are free, hence
// their own.
bool take_order(Order& order) noexcept {
  union {
    cmsghdr align;
    char bytes[CMSG_SPACE(3 * sizeof(int))];
  } streams{};
  iovec part{&order, sizeof order};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = streams.bytes;
  message.msg_controllen = sizeof streams.bytes;
  ssize_t got = 0;
  while ((got = ::recvmsg(line, &message, MSG_WAITALL)) < 0 && errno == EINTR) {
  }
  return got == sizeof order;
}

// set_environment puts the variables of an order in place of those that this process has.
void set_environment(Order& order, char** variables) noexcept {
  const auto name = [](const char* variable) { return std::string_view(variable, std::strcspn(variable, "=")); };
  char** end = variables;
  for (char* own = order.variables; *own != '\0'; own += std::strlen(own) + 1) *end++ = own;
  char** const own_end = end;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const auto same = [&](const char* own) { return name(own) == name(*entry); };
    if (std::none_of(variables, own_end, same)) *end++ = *entry;
  }
  *end = nullptr;
}

// spawn returns 0 or an error.
int spawn(char* const* command, char* const* environment, pid_t& pid) noexcept {
  posix_spawnattr_t attributes;
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &signals);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return posix_spawnp(&pid, command[0], nullptr, &attributes, command, environment);
}

// wait_for_change returns true when a child may have ended, and false when the owner has spoken or closed the line.
bool wait_for_change() noexcept {
  sigset_t others;  // all signals are blocked, so that the end of a child is not missed before this call
  sigfillset(&others);
  sigdelset(&others, SIGCHLD);
  fd_set lines;
  FD_ZERO(&lines);
  FD_SET(line, &lines);
  return ::pselect(line + 1, &lines, nullptr, nullptr, nullptr, &others) <= 0;
}

// reap_orphans returns true if the program has ended. The program is not reaped, so that its pid is not reused.
bool reap_orphans(pid_t program) noexcept {
  for (;;) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return false;
    if (info.si_pid == program) return true;
    ::waitpid(info.si_pid, nullptr, 0);
  }
}

#ifdef __linux__
// kill_below stops all that it finds before it kills, or a process could fork between the two. What escapes one call
// is found by the next. A pid that was read just now is not another process yet: pids are given out in a circle.
void kill_below() noexcept {
  constexpr std::size_t most = 16384;
  static pid_t found[most];
  std::size_t count = 0;
  const auto stop = [&count](pid_t pid) {
    if (count == most) return;
    ::kill(pid, SIGSTOP);
    found[count++] = pid;
  };
  const pid_t self = ::getpid();
  each_child(self, self, stop);
  for (std::size_t next = 0; next < count; ++next) each_child(found[next], found[next], stop);
  for (std::size_t next = 0; next < count; ++next) ::kill(found[next], SIGKILL);
}
#endif

// end_all returns the status of the program once nothing is left below this process.
int end_all(pid_t program) noexcept {
  int status = SIGKILL;
  ::kill(-program, SIGKILL);
#ifdef __linux__
  sigset_t end_of_child;
  sigemptyset(&end_of_child);
  sigaddset(&end_of_child, SIGCHLD);
  constexpr timespec pause{0, 10'000'000};
  for (;;) {
    int how = 0;
    const pid_t reaped = ::waitpid(-1, &how, WNOHANG);
    if (reaped < 0) break;
    if (reaped == program) status = how;
    if (reaped > 0) continue;
    kill_below();
    ::sigtimedwait(&end_of_child, nullptr, &pause);
  }
#else
  ::waitpid(program, &status, 0);
#endif
  return status;
}

// run returns when the program that was ordered has ended, and all that it started.
void run(char* const* command, char* const* environment) noexcept {
  pid_t program = 0;
  const int error = spawn(command, environment, program);
  close_streams();
  say(error == 0 ? program : -error);
  if (error != 0) return;
  bool ended = false;
  do {
    if (!ended && (ended = reap_orphans(program))) say(has_ended);
  } while (wait_for_change());
  char order = 0;
  ::recv(line, &order, 1, 0);
  say(end_all(program));
}

}  // namespace

void guard(const Program& program, int end_of_line) noexcept {
  ::setsid();  // no terminal for the program, and no interrupt of a terminal for this process
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  ::prctl(PR_SET_NAME, "guardian");
#endif
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  struct sigaction end_of_child{};
  end_of_child.sa_handler = [](int) {};  // it ends pselect
  end_of_child.sa_flags = SA_NOCLDSTOP;
  ::sigaction(SIGCHLD, &end_of_child, nullptr);
  ::dup2(end_of_line, line);
  ::fcntl(line, F_SETFD, FD_CLOEXEC);
  close_streams();
  close_from(line + 1);
  for (Order order; take_order(order);) {
    set_environment(order, program.variables);
    run(program.command, program.variables);
  }
  ::_exit(0);
}

}  // namespace hallmark::runner
