// Progress: a progress bar on standard error, if that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hallmark::program {

// Progress is not thread-safe; its owner locks. It shows nothing in the first half second.
class Progress {
 public:
  Progress(std::string what, std::uint64_t total, bool wanted);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void advance(std::uint64_t done);
  // clear removes the bar, so that other output can be written to the terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::uint64_t total_;
  bool active_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace hallmark::program
