#include "conformance/program/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "conformance/program/output.hpp"

namespace hallmark::program {
namespace {

constexpr std::chrono::milliseconds before_the_first{500};
constexpr std::chrono::milliseconds between{100};
constexpr std::uint64_t width = 30;

}  // namespace

Progress::Progress(std::string what, std::uint64_t total, bool wanted)
    : what_(std::move(what)), total_(total), active_(wanted && total > 0 && isatty(STDERR_FILENO) == 1) {
  if (active_) next_ = Clock::now() + before_the_first;
}

void Progress::advance(std::uint64_t done) {
  if (!active_ || Clock::now() < next_) return;
  next_ = Clock::now() + between;
  done = std::min(done, total_);
  const auto filled = static_cast<std::size_t>(width * done / total_);
  warn(fmt::format("\r\x1b[K{} [{:<{}}] {}/{}", what_, std::string(filled, '#'), width, done, total_));
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  warn("\r\x1b[K");
  shown_ = false;
}

}  // namespace hallmark::program
