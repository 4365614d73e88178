// SPDX-License-Identifier: Apache-2.0
// Channel: exchanges data with the program of a guardian under limits on time, memory and output.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "conformance/process/guardian.hpp"
#include "conformance/process/memory.hpp"

namespace hallmark::runner {

using Clock = std::chrono::steady_clock;

struct Limits {
  std::chrono::milliseconds timeout{5000};  // per run
  std::chrono::milliseconds start_timeout{
      20000};  // per answer to hello and probe: virtual machines and large packages start slowly
  std::uint64_t memory = std::uint64_t{2} << 30;  // resident bytes of the program and of all that it started
  std::uint64_t reply = std::uint64_t{64} << 20;  // bytes per answer
};

// Breach is the reason for a missing answer.
enum class Breach : std::uint8_t { none, exited, closed, timeout, memory, too_long, interrupted };

class Channel {
 public:
  Channel(Guardian& program, const Limits& limits, const std::atomic<bool>& interrupted) noexcept
      : program_(&program), limits_(limits), interrupted_(&interrupted), memory_(program) {}

  // ask sends `request` and waits for one line, returned without its LF.
  Breach ask(std::string_view request, std::chrono::milliseconds timeout, std::string& line);
  // listen waits for one more line, for what is left of the time; allow sets that time anew. The request of `ask` must
  // still exist: the rest of it is sent.
  Breach listen(std::string& line);
  void allow(std::chrono::milliseconds timeout) noexcept { deadline_ = Clock::now() + timeout; }
  // run sends `request`, closes the input, and collects all output until the program exits.
  Breach run(std::string_view request, std::string& output);
  // wait_for_end closes the input and waits for the program to exit.
  Breach wait_for_end(std::chrono::milliseconds timeout);

  // peak returns the most resident bytes of the program itself since the last call; 0 if that is not known.
  [[nodiscard]] std::uint64_t peak() const { return memory_.peak(); }

  // standard_error returns what was written there since the last call; only the end of it if it is long.
  [[nodiscard]] std::string standard_error();

 private:
  void begin(std::string_view request, std::chrono::milliseconds timeout);
  Breach step();
  void send();
  void receive();
  void receive_error();
  Breach look_around(Clock::time_point now);

  Guardian* program_;
  Limits limits_;
  const std::atomic<bool>* interrupted_;
  MemoryWatch memory_;

  std::string_view to_send_;
  std::string received_;
  std::size_t scanned_ = 0;  // bytes of received_ known to hold no LF
  std::string error_tail_;
  std::uint64_t error_bytes_ = 0;
  Clock::time_point deadline_;
  Clock::time_point next_look_;
};

}  // namespace hallmark::runner
