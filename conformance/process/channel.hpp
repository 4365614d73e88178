// Channel: talks with a child without trusting it to read, write, end or keep within bounds.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/process/child.hpp"
#include "conformance/process/memory.hpp"

namespace hallmark::runner {

using Clock = std::chrono::steady_clock;

struct Limits {
  std::chrono::milliseconds timeout{5000};         // for each run
  std::chrono::milliseconds start_timeout{10000};  // for each answer to hello and probe: virtual machines start slowly
  std::uint64_t memory = std::uint64_t{2} << 30;   // resident, of the process group
  std::uint64_t reply = std::uint64_t{64} << 20;   // bytes of one answer
};

// Breach is why no answer came.
enum class Breach : std::uint8_t { none, exited, closed, timeout, memory, too_long, interrupted };

class Channel {
 public:
  Channel(Child& child, const Limits& limits, const std::atomic<bool>& interrupted) noexcept
      : child_(&child), limits_(limits), interrupted_(&interrupted), memory_(child.group()) {}

  // ask sends `request` and waits for one line; the line is taken without its LF.
  Breach ask(std::string_view request, std::chrono::milliseconds timeout, std::string& line);
  // run sends `request`, ends the input, and collects all output until the program has ended.
  Breach run(std::string_view request, std::string& output);
  // wait_for_end ends the input and gives the program time to end by itself.
  Breach wait_for_end(std::chrono::milliseconds timeout);

  // left_over says that there is output nobody has asked for.
  [[nodiscard]] bool left_over() const noexcept { return !received_.empty(); }
  // standard_error takes what was written there since the last time: the end of it, when it is long.
  [[nodiscard]] std::string standard_error();

 private:
  void begin(std::string_view request, std::chrono::milliseconds timeout);
  Breach step();
  void send();
  void receive();
  void receive_error();
  Breach look_around(Clock::time_point now);

  Child* child_;
  Limits limits_;
  const std::atomic<bool>* interrupted_;
  MemoryWatch memory_;

  std::string_view to_send_;
  std::string received_;
  std::size_t scanned_ = 0;  // of received_: holds no LF
  std::string error_tail_;
  std::uint64_t error_bytes_ = 0;
  Clock::time_point deadline_;
  Clock::time_point next_look_;
};

}  // namespace hallmark::runner
