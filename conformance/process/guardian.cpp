// SPDX-License-Identifier: Apache-2.0
#include "conformance/process/guardian.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>

#include "conformance/process/guard.hpp"

extern char** environ;

namespace hallmark::runner {
namespace {

constexpr std::chrono::seconds time_to_kill{10};

[[noreturn]] void fail(const std::string& what, int error) {
  throw CannotStart(fmt::format("{}: {}", what, std::strerror(error)));
}

struct Pipe {
  Pipe() {
    int ends[2];
    if (::pipe(ends) != 0) fail("no pipe", errno);
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

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

Order order_of(const Environment& more) {
  std::string text;
  for (const auto& [name, value] : more) text += fmt::format("{}={}{}", name, value, '\0');
  Order order;
  if (text.size() >= sizeof order.variables) fail("environment", E2BIG);
  text.copy(order.variables, text.size());
  return order;
}

void send_order(int line, Order& order, const std::array<int, 3>& streams) noexcept {
  alignas(cmsghdr) char room[CMSG_SPACE(sizeof streams)] = {};
  iovec part{&order, sizeof order};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = room;
  message.msg_controllen = sizeof room;
  cmsghdr* header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof streams);
  std::memcpy(CMSG_DATA(header), streams.data(), sizeof streams);
  while (::sendmsg(line, &message, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

void Guardian::launch() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) fail("no socket", errno);
  Descriptor near(ends[0]);
  const Descriptor far(ends[1]);
  ::fcntl(near.number(), F_SETFD, FD_CLOEXEC);
  const std::vector<char*> words = pointers(command_);
  std::size_t inherited = 0;
  while (environ[inherited] != nullptr) ++inherited;
  std::vector<char*> variables(inherited + sizeof(Order::variables) / 2 + 1);

  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t guardian = ::fork();
  if (guardian == 0) guard({words.data(), variables.data()}, far.number());
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (guardian < 0) fail("no process", error);
  number_ = guardian;
  line_ = std::move(near);
}

void Guardian::dismiss(int options) noexcept {
  line_.close();
  int how = 0;
  while (::waitpid(number_, &how, options) < 0 && errno == EINTR) {
  }
  if (running_ && WIFSIGNALED(how)) ::kill(-program_, SIGKILL);  // its program has killed it
}

Guardian::~Guardian() {
  end();
  if (line_.open()) dismiss(0);
}

Guardian::Heard Guardian::hear(int& word, int flags) const noexcept {
  ssize_t got = 0;
  while ((got = ::recv(line_.number(), &word, sizeof word, flags)) < 0 && errno == EINTR) {
  }
  if (got == sizeof word) return Heard::word;
  return got < 0 ? Heard::nothing : Heard::end;
}

void Guardian::start(const Environment& more) {
  end();
  if (command_.empty() || command_.front().empty()) throw CannotStart("no program is named");
  Pipe to_program;
  Pipe from_program;
  Pipe errors;
  Order order = order_of(more);
  if (!line_.open()) launch();
  send_order(line_.number(), order, {to_program.read.number(), from_program.write.number(), errors.write.number()});
  int word = -EAGAIN;
  if (hear(word, 0) == Heard::end) dismiss(0);
  if (word < 0) fail(command_.front(), -word);
  program_ = word;
  status_ = SIGKILL;  // that of a program whose guardian cannot tell it
  running_ = true;
  ended_ = false;
  // It is the first victim when memory runs out. An error is ignored: a correct run does not need it.
  std::ofstream(fmt::format("/proc/{}/oom_score_adj", program_)) << 1000;
  in = nonblocking(std::move(to_program.write));
  out = nonblocking(std::move(from_program.read));
  err = nonblocking(std::move(errors.read));
}

std::string Guardian::how_it_ended() const {
  if (WIFSIGNALED(status_)) return fmt::format("signal {} ({})", WTERMSIG(status_), ::strsignal(WTERMSIG(status_)));
  return fmt::format("exit status {}", WEXITSTATUS(status_));
}

bool Guardian::ended() noexcept {
  int word = 0;
  if (!ended_) ended_ = hear(word, MSG_DONTWAIT) != Heard::nothing;
  return ended_;
}

void Guardian::end() noexcept {
  if (!running_) return;
  const char order = 0;
  ::send(line_.number(), &order, 1, 0);
  const auto until = std::chrono::steady_clock::now() + time_to_kill;
  Heard heard = Heard::nothing;
  int word = has_ended;
  while (heard != Heard::end && word == has_ended) {
    const std::chrono::nanoseconds left = until - std::chrono::steady_clock::now();
    if (left.count() <= 0) break;
    pollfd end{line_.number(), POLLIN, 0};
    ::poll(&end, 1, static_cast<int>(left / std::chrono::milliseconds(1)) + 1);
    heard = hear(word, MSG_DONTWAIT);
  }
  if (word == has_ended) {
    dismiss(heard == Heard::end ? 0 : WNOHANG);
  } else {
    status_ = word;
  }
  running_ = false;
  ended_ = true;
}

}  // namespace hallmark::runner
