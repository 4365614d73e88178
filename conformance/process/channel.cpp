// SPDX-License-Identifier: Apache-2.0
#include "conformance/process/channel.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "reports/diagnostic.hpp"

namespace hallmark::runner {
namespace {

constexpr std::chrono::milliseconds slice{20};          // between checks of memory, exit and interrupts
constexpr std::chrono::milliseconds closing_time{500};  // allowed between the end of the output and the exit
constexpr std::size_t error_kept = 2048;                // bytes of standard error that are kept
constexpr std::size_t at_a_time = 65536;
constexpr int reads_in_a_row = 16;  // then check the limits, or a flood of output would postpone them

// read_some passes available bytes to `take` until it wants no more, with at most reads_in_a_row reads.
template <class Take>
void read_some(Descriptor& end, const Take& take) {
  char part[at_a_time];
  for (int turn = 0; turn < reads_in_a_row; ++turn) {
    const ssize_t got = ::read(end.number(), part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (got <= 0) return end.close();
    if (!take(std::string_view(part, static_cast<std::size_t>(got)))) return;
    if (static_cast<std::size_t>(got) < sizeof part) return;
  }
}

}  // namespace

void Channel::begin(std::string_view request, std::chrono::milliseconds timeout) {
  to_send_ = request;
  const Clock::time_point now = Clock::now();
  deadline_ = now + timeout;
  next_look_ = std::min(next_look_ == Clock::time_point{} ? now + slice : next_look_, now + slice);
}

void Channel::send() {
  while (!to_send_.empty()) {
    const ssize_t sent = ::write(program_->in.number(), to_send_.data(), to_send_.size());
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    if (sent < 0) {  // it closed its input; an answer may still come
      program_->in.close();
      to_send_ = {};
      return;
    }
    to_send_.remove_prefix(static_cast<std::size_t>(sent));
  }
}

void Channel::receive() {
  read_some(program_->out, [&](std::string_view part) {
    received_ += part;
    return received_.size() <= limits_.reply;
  });
}

void Channel::receive_error() {
  read_some(program_->err, [&](std::string_view part) {
    error_bytes_ += part.size();
    error_tail_ += part;
    if (error_tail_.size() > error_kept) error_tail_.erase(0, error_tail_.size() - error_kept);
    return true;
  });
}

Breach Channel::look_around(Clock::time_point now) {
  next_look_ = now + slice;
  if (interrupted_->load(std::memory_order_relaxed)) return Breach::interrupted;
  if (memory_.resident() > limits_.memory) return Breach::memory;
  if (program_->ended()) {
    receive();
    return Breach::exited;
  }
  return Breach::none;
}

// step waits up to one slice for an event and handles it.
Breach Channel::step() {
  const Clock::time_point now = Clock::now();
  if (now >= next_look_) {
    if (const Breach breach = look_around(now); breach != Breach::none) return breach;
  }
  if (now >= deadline_) return Breach::timeout;

  pollfd ends[] = {{to_send_.empty() ? -1 : program_->in.number(), POLLOUT, 0},
                   {program_->out.number(), POLLIN, 0},
                   {program_->err.number(), POLLIN, 0},
                   {program_->notice(), POLLIN, 0}};
  const auto wait =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::min(deadline_, next_look_) - now).count();
  if (::poll(ends, 4, static_cast<int>(wait) + 1) <= 0) return Breach::none;
  if (ends[0].revents != 0) send();
  if (ends[1].revents != 0) receive();
  if (ends[2].revents != 0) receive_error();
  if (ends[3].revents != 0) next_look_ = now;
  return Breach::none;
}

Breach Channel::ask(std::string_view request, std::chrono::milliseconds timeout, std::string& line) {
  begin(request, timeout);
  send();
  return listen(line);
}

Breach Channel::listen(std::string& line) {
  bool closing = false;
  for (;;) {
    const std::size_t end = received_.find('\n', scanned_);
    if (end != std::string::npos && end <= limits_.reply) {
      line.assign(received_, 0, end);
      received_.erase(0, end + 1);
      scanned_ = 0;
      return Breach::none;
    }
    scanned_ = received_.size();
    if (received_.size() > limits_.reply) return Breach::too_long;
    if (!program_->out.open() && !closing) {
      // No answer can come. The program has crashed if it exits now, and else has only closed its output.
      closing = true;
      deadline_ = std::min(deadline_, Clock::now() + closing_time);
    }
    Breach breach = step();
    if (breach == Breach::exited && received_.find('\n', scanned_) != std::string::npos) continue;
    if (breach == Breach::timeout && closing) breach = Breach::closed;
    if (breach != Breach::none) return breach;
  }
}

Breach Channel::run(std::string_view request, std::string& output) {
  begin(request, limits_.timeout);
  for (;;) {
    if (to_send_.empty()) program_->in.close();
    const Breach breach = step();
    if (received_.size() > limits_.reply) return Breach::too_long;
    if (breach == Breach::exited) {
      while (program_->out.open() && received_.size() <= limits_.reply) {
        const std::size_t before = received_.size();
        receive();
        if (received_.size() == before) break;
      }
      if (received_.size() > limits_.reply) return Breach::too_long;
      output = std::move(received_);
      return Breach::none;
    }
    if (breach != Breach::none) return breach;
  }
}

Breach Channel::wait_for_end(std::chrono::milliseconds timeout) {
  begin({}, timeout);
  program_->in.close();
  for (;;) {
    const Breach breach = step();
    if (breach != Breach::none) return breach;
    received_.clear();
    scanned_ = 0;
  }
}

std::string Channel::standard_error() {
  if (program_->err.open()) receive_error();
  std::string text;
  if (error_bytes_ > error_tail_.size()) text = "[…] ";
  std::string_view rest = error_tail_;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    text += reports::escaped(rest.substr(0, end));
    if (end < rest.size()) text += '\n';
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  error_tail_.clear();
  error_bytes_ = 0;
  return text;
}

}  // namespace hallmark::runner
