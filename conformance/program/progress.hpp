// Progress: a bar on standard error while long work goes on, if that is a terminal; else nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hallmark::program {

// Progress is used under its owner's lock. It shows nothing in the first half second: short work needs no bar.
class Progress {
 public:
  Progress(std::string what, std::uint64_t total, bool wanted);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void advance(std::uint64_t done);
  // clear takes the bar away, so that something else can be written to the terminal.
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
