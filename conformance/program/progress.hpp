// SPDX-License-Identifier: Apache-2.0
// Progress: a progress bar on standard error, if that is a terminal.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hallmark::program {

// Progress is not thread-safe; its owner locks. It shows nothing in the first half second.
class Progress {
 public:
  struct Amount {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;  // 0 if the work is not measured in bytes
  };

  // visible: a bar that is wanted can be seen. What only a bar needs need not be known otherwise.
  [[nodiscard]] static bool visible(bool wanted) noexcept;

  // `noun` names what is counted, in the plural.
  Progress(std::string what, std::string noun, Amount total, bool wanted);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }

  void advance(Amount done);
  // clear removes the bar, so that other output can be written to the terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::string noun_;
  Amount total_;
  bool active_;
  bool shown_ = false;
  Clock::time_point next_;
};

// with_unit returns a number of bytes as people read it: "512 bytes", "1.5 GiB".
[[nodiscard]] std::string with_unit(std::uint64_t bytes);

}  // namespace hallmark::program
