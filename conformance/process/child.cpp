#include "conformance/process/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>

#include "conformance/process/guardian.hpp"

namespace hallmark::runner {
namespace {

// Pipe has both descriptors above 2, so that dup2 onto the standard streams cannot overwrite one of them.
struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) fail();
    const Descriptor low_read(ends[0]);
    const Descriptor low_write(ends[1]);
    read = above_standard(low_read);
    write = above_standard(low_write);
  }
  Descriptor read;
  Descriptor write;

 private:
  [[noreturn]] static void fail() { throw CannotStart(fmt::format("no pipe: {}", std::strerror(errno))); }
  static Descriptor above_standard(const Descriptor& end) {
    Descriptor moved(::fcntl(end.number(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    if (!moved.open()) fail();
    return moved;
  }
};

Descriptor nonblocking(Descriptor end) {
  ::fcntl(end.number(), F_SETFL, ::fcntl(end.number(), F_GETFL) | O_NONBLOCK);
  return end;
}

std::vector<std::string> environment_with(const Child::Environment& more) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const bool replaced = std::any_of(more.begin(), more.end(), [&](const auto& variable) {
      return text.compare(0, variable.first.size() + 1, variable.first + "=") == 0;
    });
    if (!replaced) all.push_back(text);
  }
  for (const auto& [name, value] : more) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

// Spawning owns the attributes and file actions of posix_spawn.
class Spawning {
 public:
  Spawning(const Pipe& in, const Pipe& out, const Pipe& err) : Spawning() {
    need(posix_spawn_file_actions_adddup2(&actions_, in.read.number(), STDIN_FILENO));
    need(posix_spawn_file_actions_adddup2(&actions_, out.write.number(), STDOUT_FILENO));
    need(posix_spawn_file_actions_adddup2(&actions_, err.write.number(), STDERR_FILENO));
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 34)
    // Descriptors inherited by this program.
    need(posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1));
#endif
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int signal : {SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP}) sigaddset(&signals, signal);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Spawning() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;

  int operator()(pid_t& pid, const std::vector<std::string>& command, const std::vector<std::string>& environment) {
    return posix_spawnp(&pid, command.front().c_str(), &actions_, &attributes_, pointers(command).data(),
                        pointers(environment).data());
  }

 private:
  Spawning() {
    need(posix_spawn_file_actions_init(&actions_));
    need(posix_spawnattr_init(&attributes_));
  }

  // An action that there was no memory for would leave the child the streams of this program.
  static void need(int error) {
    if (error == ENOMEM) throw std::bad_alloc();
    if (error != 0) throw CannotStart(std::strerror(error));
  }

  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// sacrifice_first makes the child the first victim when memory runs out and disables its core dump. Errors are ignored:
// neither is needed for a correct run.
void sacrifice_first(pid_t pid) noexcept {
  std::array<char, 64> path{};
  fmt::format_to_n(path.data(), path.size() - 1, "/proc/{}/oom_score_adj", pid);
  if (const Descriptor file(::open(path.data(), O_WRONLY | O_CLOEXEC)); file.open()) {
    [[maybe_unused]] const ssize_t written = ::write(file.number(), "1000", 4);
  }
#ifdef __linux__
  const rlimit none{0, 0};
  ::prlimit(pid, RLIMIT_CORE, &none, nullptr);
#endif
}

}  // namespace

Child::Child(const std::vector<std::string>& command, const Environment& more) {
  if (command.empty() || command.front().empty()) throw CannotStart("no program is named");
  guardian_ = Guardian::shared();
  Pipe to_child;
  Pipe from_child;
  Pipe errors;
  Spawning spawn(to_child, from_child, errors);
  if (const int error = spawn(pid_, command, environment_with(more)); error != 0) {
    collected_ = true;
    throw CannotStart(fmt::format("{}: {}", command.front(), std::strerror(error)));
  }
  guardian_->watch(pid_);
  sacrifice_first(pid_);
  in = nonblocking(std::move(to_child.write));
  out = nonblocking(std::move(from_child.read));
  err = nonblocking(std::move(errors.read));
}

Child::~Child() { end(); }

bool Child::exited() noexcept {
  if (collected_) return true;
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid_;
}

void Child::end() noexcept {
  if (collected_) return;
  ::kill(-pid_, SIGKILL);
  guardian_->release(pid_);
  while (::waitpid(pid_, &status_, 0) < 0 && errno == EINTR) {
  }
  collected_ = true;
}

std::string Child::how_it_ended() const {
  if (WIFSIGNALED(status_)) return fmt::format("signal {} ({})", WTERMSIG(status_), ::strsignal(WTERMSIG(status_)));
  return fmt::format("exit status {}", WEXITSTATUS(status_));
}

}  // namespace hallmark::runner
