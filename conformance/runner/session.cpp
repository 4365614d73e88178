// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "conformance/runner/cases.hpp"
#include "conformance/runner/testee.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;

// Time for a testee to exit after `stop`.
constexpr std::chrono::milliseconds stopping_time{1000};
// Time for the reply that a stray line came before.
constexpr std::chrono::milliseconds patience{1000};
// An answer that takes less has no time to touch more than some megabytes; asking for its peak would take as long.
constexpr std::chrono::milliseconds negligible{1};

// The end of a message about a start: what the testee wrote to standard error.
std::string and_errors(std::string errors) {
  while (errors.ends_with('\n')) errors.pop_back();
  return errors.empty() ? "" : fmt::format("\nits standard error:\n{}", errors);
}

std::string not_the_protocol(std::string_view why, std::string_view line, const std::string& errors) {
  return fmt::format(
      "its first line on standard output is not the reply to hello ({}):\n  {}\n"
      "What else a testee prints must go to standard error. A program without the protocol needs --one-shot.{}",
      why, excerpt(line), and_errors(errors));
}

}  // namespace

Answer breach_answer(Breach breach, const Guardian& program, const Limits& limits) {
  using Kind = Answer::Kind;
  switch (breach) {
    case Breach::exited: return answer_of(Kind::crash, program.how_it_ended() + " before an answer");
    case Breach::closed: return answer_of(Kind::protocol_error, "standard output was closed before an answer");
    case Breach::timeout:
      return answer_of(Kind::hang,
                       fmt::format("no answer within {} s", static_cast<double>(limits.timeout.count()) / 1000));
    case Breach::memory:
      return answer_of(Kind::over_budget, fmt::format("more than {} bytes of resident memory", limits.memory));
    case Breach::too_long:
      return answer_of(Kind::protocol_error, fmt::format("an answer of more than {} bytes", limits.reply));
    case Breach::interrupted:
    case Breach::none: break;
  }
  return answer_of(Kind::not_run, "");
}

Session::Session(Command command, const Limits& limits, const std::atomic<bool>& interrupted)
    : guardian_(std::move(command)), limits_(limits), interrupted_(&interrupted) {}

Session::~Session() {
  if (!channel_ || interrupted_->load()) return;
  try {
    std::string ignored;
    // Any reply to `stop` is ignored; the group is killed afterwards.
    const std::string stop = stop_request();
    if (channel_->ask(stop, std::chrono::milliseconds(0), ignored) == Breach::timeout) {
      channel_->wait_for_end(stopping_time);
    }
  } catch (const std::exception&) {  // no memory: it is killed at once
  }
}

void Session::drop() noexcept {
  guardian_.end();
  channel_.reset();
}

// ask_at_start returns the answer to a request at the start, or describes what came instead and throws.
template <class Failure>
std::string Session::ask_at_start(const std::string& request, const char* what, const char* advice) {
  std::string line;
  const Breach breach = channel_->ask(request, limits_.start_timeout, line);
  if (breach == Breach::none) return line;
  guardian_.end();
  Limits start = limits_;
  start.timeout = limits_.start_timeout;
  const Answer answer = breach_answer(breach, guardian_, start);
  const std::string why = answer.message.empty() ? "interrupted" : answer.message;
  const std::string message = fmt::format("{}: {}{}{}", what, why, breach == Breach::timeout ? advice : "",
                                          and_errors(channel_->standard_error()));
  if (breach == Breach::interrupted) throw CannotStart(message);
  throw Failure(message);
}

void Session::greet() {
  const std::string line = ask_at_start<CannotStart>(
      hello_request(), "hello", "; a program that reads its input to the end before it answers needs --one-shot");
  std::string why;
  if (!parse_line(line, why).is_object()) {
    throw CannotStart(not_the_protocol(why, line, channel_->standard_error()));
  }
  try {
    hello_ = read_hello(line);
  } catch (const BadValue& error) {
    throw CannotStart(not_the_protocol(error.what(), line, channel_->standard_error()));
  }
}

void Session::start() {
  try {
    guardian_.start();
    channel_.emplace(guardian_, limits_, *interrupted_);
    seq_ = 0;
    greet();
    check_probe(ask_at_start<BadValue>(probe_request(), "the unknown command hallmark-probe", ""));
    failed_starts_ = 0;
  } catch (...) {
    ++failed_starts_;
    drop();
    throw;
  }
}

const Hello& Session::hello() {
  if (!channel_) start();
  return *hello_;
}

Answer Session::broken(Breach breach) {
  guardian_.end();
  Answer answer = breach_answer(breach, guardian_, limits_);
  answer.standard_error = channel_->standard_error();
  drop();
  return answer;
}

// After a line that is no reply to the request: reads on until that reply comes, so that one stray line costs one
// vector. A testee that has once not come back to it is started again at once.
void Session::resynchronise() {
  if (patient_) {
    std::string line;
    channel_->allow(std::min(limits_.timeout, patience));
    while (channel_->listen(line) == Breach::none) {
      if (answers(line, seq_)) return;
    }
  }
  patient_ = false;
  drop();
}

Answer Session::stray(std::string_view line, std::string why) {
  Answer answer = answer_of(Answer::Kind::protocol_error, std::move(why));
  const bool in_step = answers(line, seq_);
  answer.standard_error = channel_->standard_error();
  if (!in_step) resynchronise();
  return answer;
}

Answer Session::answer(const conformance::Vector& vector, conformance::Operation operation) {
  if (!channel_) {
    try {
      start();
    } catch (const std::exception& error) {
      return answer_of(interrupted_->load() ? Answer::Kind::not_run : Answer::Kind::failed,
                       fmt::format("the testee could not be started again: {}", reports::escaped(error.what())));
    }
  }
  try {
    return exchange(vector, operation);
  } catch (...) {
    drop();  // its reply may still come, and nobody waits for it
    throw;
  }
}

Answer Session::exchange(const conformance::Vector& vector, conformance::Operation operation) {
  const std::uint64_t seq = ++seq_;
  peak_ = 0;
  std::string line;
  const std::string request = run_request(seq, vector, operation, files_);
  const Clock::time_point asked = Clock::now();
  Breach breach = channel_->ask(request, limits_.timeout, line);
  // The polls of the channel miss what is taken and given back between two of them.
  if (Clock::now() - asked > negligible) peak_ = channel_->peak();
  if (breach == Breach::none && peak_ > limits_.memory) breach = Breach::memory;
  if (breach != Breach::none) return broken(breach);
  try {
    Answer answer = read_reply(line, seq, operation);
    answer.standard_error = channel_->standard_error();
    return answer;
  } catch (const BadValue& error) {
    return stray(line, error.what());
  }
}

}  // namespace hallmark::runner
