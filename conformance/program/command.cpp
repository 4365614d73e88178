#include "conformance/program/command.hpp"

namespace hallmark::program {
namespace {

// What is known to be wrong is certain, whatever could not be judged beside it.
int gravity(Exit exit) noexcept {
  switch (exit) {
    case Exit::usage: return 4;
    case Exit::invalid: return 3;
    case Exit::not_judged: return 2;
    case Exit::nothing_checked: return 1;
    case Exit::ok: return 0;
  }
  return 4;
}

}  // namespace

void ExitCode::add(Exit exit) noexcept {
  if (gravity(exit) > gravity(gravest_)) gravest_ = exit;
}

int ExitCode::value() const noexcept { return static_cast<int>(gravest_); }

}  // namespace hallmark::program
