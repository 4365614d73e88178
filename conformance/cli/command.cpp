#include "conformance/cli/command.hpp"

namespace hallmark::cli {
namespace {

// As grep: what could not be judged is graver than what was judged bad.
int gravity(Exit exit) noexcept {
  switch (exit) {
    case Exit::usage: return 4;
    case Exit::not_judged: return 3;
    case Exit::invalid: return 2;
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

}  // namespace hallmark::cli
