// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/interrupts.hpp"

#include <csignal>
#include <ctime>

namespace hallmark::program {
namespace {

// Programs like timeout(1) signal the process and then its group: repeats within this time are the same interrupt.
constexpr std::time_t patience = 1;  // seconds

std::atomic<bool> any_received{false};
std::atomic<int> received{0};
std::atomic<std::time_t> first_at{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free &&
                  std::atomic<std::time_t>::is_always_lock_free,
              "a signal handler sets them");

extern "C" void on_interrupt(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!any_received) {
    first_at = now.tv_sec;
    received = signal;
    any_received = true;
  } else if (now.tv_sec - first_at > patience) {
    // Somebody asks again: end at once, when this handler returns.
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
}

const std::atomic<bool>& interrupted() noexcept { return any_received; }

Exit exit_of_interrupt() noexcept { return received == SIGINT ? Exit::interrupted : Exit::terminated; }

}  // namespace hallmark::program
