// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "conformance/program/output.hpp"
#include "reports/plural.hpp"

namespace hallmark::program {
namespace {

constexpr std::chrono::milliseconds before_the_first{500};
constexpr std::chrono::milliseconds between{100};
constexpr std::size_t bar_width = 30;

double part_of(std::uint64_t done, std::uint64_t total) {
  return total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total);
}

}  // namespace

bool Progress::visible(bool wanted) noexcept { return wanted && isatty(STDERR_FILENO) == 1; }

Progress::Progress(std::string what, std::string noun, Amount total, bool wanted)
    : what_(std::move(what)), noun_(std::move(noun)), total_(total), active_(total.count > 0 && visible(wanted)) {
  if (active_) next_ = Clock::now() + before_the_first;
}

void Progress::advance(Amount done) {
  if (!active_ || Clock::now() < next_) return;
  next_ = Clock::now() + between;
  done = {std::min(done.count, total_.count), std::min(done.bytes, total_.bytes)};
  const double part = total_.bytes != 0 ? part_of(done.bytes, total_.bytes) : part_of(done.count, total_.count);
  const std::string filled(static_cast<std::size_t>(static_cast<double>(bar_width) * part), '#');
  std::string text = fmt::format("{} [{:<{}}] {}/{} {}", what_, filled, bar_width, done.count, total_.count, noun_);
  if (total_.bytes != 0) text += fmt::format(", {} of {}", with_unit(done.bytes), with_unit(total_.bytes));
  // A line that the terminal wraps could not be cleared.
  const std::size_t columns = columns_of(STDERR_FILENO);
  if (columns > 1 && text.size() >= columns) text.resize(columns - 1);
  warn("\r\x1b[K" + text);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  warn("\r\x1b[K");
  shown_ = false;
}

std::string with_unit(std::uint64_t bytes) {
  constexpr const char* units[] = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return reports::plural(bytes, "byte");
  auto amount = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  for (; amount >= 1023.95 && unit + 1 < std::size(units); ++unit) amount /= 1024;
  return fmt::format("{:.1f} {}", amount, units[unit]);
}

}  // namespace hallmark::program
