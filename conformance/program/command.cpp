#include "conformance/program/command.hpp"

namespace hallmark::program {
namespace {

// An invalid input outranks one that could not be checked: the failure is certain.
int precedence(Exit exit) noexcept {
  switch (exit) {
    case Exit::usage: return 5;
    case Exit::interrupted:
    case Exit::terminated: return 4;
    case Exit::invalid: return 3;
    case Exit::not_checked: return 2;
    case Exit::nothing_checked: return 1;
    case Exit::ok: return 0;
  }
  return 5;
}

}  // namespace

void ExitCode::add(Exit exit) noexcept {
  if (precedence(exit) > precedence(code_)) code_ = exit;
}

int ExitCode::value() const noexcept { return static_cast<int>(code_); }

}  // namespace hallmark::program
