// SPDX-License-Identifier: Apache-2.0
// Testee: an implementation under test, run as a session or in one-shot mode.
#pragma once

#include <signal.h>

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "conformance/process/channel.hpp"
#include "conformance/runner/protocol.hpp"
#include "conformance/suite/score.hpp"

namespace hallmark::runner {

using Command = std::vector<std::string>;

// IgnoreBrokenPipes: writing to a testee that has closed its input must not end the runner.
class IgnoreBrokenPipes {
 public:
  IgnoreBrokenPipes() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &before_);
  }
  ~IgnoreBrokenPipes() { sigaction(SIGPIPE, &before_, nullptr); }
  IgnoreBrokenPipes(const IgnoreBrokenPipes&) = delete;
  IgnoreBrokenPipes& operator=(const IgnoreBrokenPipes&) = delete;

 private:
  struct sigaction before_{};
};

class Testee {
 public:
  virtual ~Testee() = default;

  // answer runs one vector. It returns within the limits whatever the testee does.
  [[nodiscard]] virtual conformance::Answer answer(const conformance::Vector& vector,
                                                   conformance::Operation operation) = 0;
  // peak is the most memory, in resident bytes, that the last answer took; 0 where it came too fast to take much.
  [[nodiscard]] virtual std::uint64_t peak() const noexcept { return 0; }
  // usable is false once the testee could not be started several times in a row.
  [[nodiscard]] virtual bool usable() const noexcept { return true; }
};

// Session runs one process with the line protocol. After a crash or a hang it is killed with all that it started, and
// the next vector starts a new process. A line that is no reply costs the vector it comes in, and the session goes on
// with the reply that follows, or a new process if none does.
class Session final : public Testee {
 public:
  Session(Command command, const Limits& limits, const std::atomic<bool>& interrupted);
  ~Session() override;

  // hello starts the process and returns its capabilities. Throws CannotStart, also if its first line is not the
  // protocol, or BadValue if the reply to the probe is not; last_hello then still holds the reply to hello.
  const Hello& hello();
  [[nodiscard]] const std::optional<Hello>& last_hello() const noexcept { return hello_; }

  [[nodiscard]] conformance::Answer answer(const conformance::Vector& vector,
                                           conformance::Operation operation) override;
  [[nodiscard]] bool usable() const noexcept override { return failed_starts_ < 3; }
  [[nodiscard]] std::uint64_t peak() const noexcept override { return peak_; }

 private:
  void start();
  void greet();
  template <class Failure>
  std::string ask_at_start(const std::string& request, const char* what, const char* advice);
  conformance::Answer exchange(const conformance::Vector& vector, conformance::Operation operation);
  conformance::Answer broken(Breach breach);
  conformance::Answer stray(std::string_view line, std::string why);
  void resynchronise();
  void drop() noexcept;

  Guardian guardian_;
  Limits limits_;
  const std::atomic<bool>* interrupted_;
  TemporaryFolder files_;
  std::optional<Channel> channel_;  // while the process runs
  std::optional<Hello> hello_;
  std::uint64_t seq_ = 0;
  std::uint64_t peak_ = 0;
  bool patient_ = true;  // until a stray line came in place of a reply
  int failed_starts_ = 0;
};

// OneShot starts the program for every vector: input on standard input, verdict as exit status.
class OneShot final : public Testee {
 public:
  // `reject_status` is an exit status that is always a rejection. Without it, status 1 is one where the program says
  // so.
  OneShot(Command command, const Limits& limits, std::optional<int> reject_status, const std::atomic<bool>& interrupted)
      : guardian_(std::move(command)), limits_(limits), reject_status_(reject_status), interrupted_(&interrupted) {}

  [[nodiscard]] conformance::Answer answer(const conformance::Vector& vector,
                                           conformance::Operation operation) override;

 private:
  [[nodiscard]] conformance::Answer verdict(const std::string& output, conformance::Operation operation,
                                            std::string_view standard_error) const;

  Guardian guardian_;
  Limits limits_;
  std::optional<int> reject_status_;
  const std::atomic<bool>* interrupted_;
};

// breach_answer describes a breach. The program must have ended.
[[nodiscard]] conformance::Answer breach_answer(Breach breach, const Guardian& program, const Limits& limits);

}  // namespace hallmark::runner
