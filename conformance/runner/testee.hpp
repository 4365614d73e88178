// Testee: an implementation under test, whichever way it is talked to.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/process/channel.hpp"
#include "conformance/runner/protocol.hpp"
#include "conformance/suite/score.hpp"

namespace hallmark::runner {

using Command = std::vector<std::string>;

class Testee {
 public:
  virtual ~Testee() = default;

  // answer puts one vector to the testee. Whatever the testee does, it returns within the bounds.
  [[nodiscard]] virtual conformance::Answer answer(const conformance::Vector& vector,
                                                   conformance::Operation operation) = 0;
  // usable is false once the testee could not be started several times in a row.
  [[nodiscard]] virtual bool usable() const noexcept { return true; }
};

// Session keeps one process and speaks the protocol with it line by line. After a crash, a hang or a breach the whole
// group is killed, and the next vector goes to a new process.
class Session final : public Testee {
 public:
  Session(Command command, const Limits& limits, const std::atomic<bool>& interrupted);
  ~Session() override;

  // hello starts the process and says what it offers. Throws CannotStart, or BadReply when hello or the probe is
  // answered against the protocol; what a testee says of itself before it fails the probe stays in `said`.
  const Hello& hello();
  [[nodiscard]] const std::optional<Hello>& said() const noexcept { return hello_; }

  [[nodiscard]] conformance::Answer answer(const conformance::Vector& vector,
                                           conformance::Operation operation) override;
  [[nodiscard]] bool usable() const noexcept override { return failed_starts_ < 3; }

 private:
  void start();
  std::string ask_at_start(const std::string& request, const char* what);
  conformance::Answer broken(Breach breach);
  conformance::Answer out_of_step(std::string why);
  void drop() noexcept;

  Command command_;
  Limits limits_;
  const std::atomic<bool>* interrupted_;
  TemporaryFolder files_;
  std::unique_ptr<Child> child_;
  std::unique_ptr<Channel> channel_;
  std::optional<Hello> hello_;
  std::uint64_t seq_ = 0;
  int failed_starts_ = 0;
};

// OneShot starts the program anew for every vector: input on standard input, verdict as exit status.
class OneShot final : public Testee {
 public:
  OneShot(Command command, const Limits& limits, const std::atomic<bool>& interrupted)
      : command_(std::move(command)), limits_(limits), interrupted_(&interrupted) {}

  [[nodiscard]] conformance::Answer answer(const conformance::Vector& vector,
                                           conformance::Operation operation) override;

 private:
  Command command_;
  Limits limits_;
  const std::atomic<bool>* interrupted_;
};

// unconfirmed is the message of a rejection without a word: a program that fails for another reason looks the same.
inline constexpr std::string_view unconfirmed = "unconfirmed: exit status 1 without a word";

// breach_answer puts a breach in words. `child` has ended.
[[nodiscard]] conformance::Answer breach_answer(Breach breach, const Child& child, const Limits& limits);

}  // namespace hallmark::runner
