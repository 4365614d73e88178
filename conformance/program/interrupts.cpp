#include "conformance/program/interrupts.hpp"

#include <csignal>

namespace hallmark::program {
namespace {

std::atomic<bool> any_received{false};
std::atomic<int> received{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler sets them");

extern "C" void on_interrupt(int signal) {
  received = signal;
  any_received = true;
}

}  // namespace

void watch_for_interrupts() {
  struct sigaction action{};
  action.sa_handler = on_interrupt;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before{};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
}

const std::atomic<bool>& interrupted() noexcept { return any_received; }

Exit exit_of_interrupt() noexcept { return received == SIGINT ? Exit::interrupted : Exit::terminated; }

}  // namespace hallmark::program
