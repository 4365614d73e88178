#include <fmt/format.h>

#include "conformance/runner/testee.hpp"

namespace hallmark::runner {
namespace {

// Time for a testee to exit after `stop`.
constexpr std::chrono::milliseconds stopping_time{1000};

}  // namespace

Session::Session(Command command, const Limits& limits, const std::atomic<bool>& interrupted)
    : command_(std::move(command)), limits_(limits), interrupted_(&interrupted) {}

Session::~Session() {
  if (child_ == nullptr || interrupted_->load()) return;
  std::string ignored;
  // Any reply to `stop` is ignored; the group is killed afterwards.
  const std::string stop = stop_request();
  if (channel_->ask(stop, std::chrono::milliseconds(0), ignored) == Breach::timeout) {
    channel_->wait_for_end(stopping_time);
  }
}

void Session::drop() noexcept {
  if (child_ != nullptr) child_->end();
  channel_.reset();
  child_.reset();
}

std::string Session::ask_at_start(const std::string& request, const char* what) {
  std::string line;
  const Breach breach = channel_->ask(request, limits_.start_timeout, line);
  if (breach == Breach::none) return line;
  child_->end();
  Limits start = limits_;
  start.timeout = limits_.start_timeout;
  const conformance::Answer answer = breach_answer(breach, *child_, start);
  const std::string errors = channel_->standard_error();
  const std::string message = fmt::format("{}: {}{}{}", what, answer.message.empty() ? "interrupted" : answer.message,
                                          errors.empty() ? "" : "; its standard error:\n", errors);
  if (answer.kind == conformance::Answer::Kind::protocol_error) throw BadReply(message);
  throw CannotStart(message);
}

void Session::start() {
  try {
    child_ = std::make_unique<Child>(command_);
    channel_ = std::make_unique<Channel>(*child_, limits_, *interrupted_);
    seq_ = 0;
    hello_ = read_hello(ask_at_start(hello_request(), "hello"));
    check_probe(ask_at_start(probe_request(), "probe"));
    failed_starts_ = 0;
  } catch (...) {
    ++failed_starts_;
    drop();
    throw;
  }
}

const Hello& Session::hello() {
  if (child_ == nullptr) start();
  return *hello_;
}

conformance::Answer Session::broken(Breach breach) {
  child_->end();
  conformance::Answer answer = breach_answer(breach, *child_, limits_);
  answer.standard_error = channel_->standard_error();
  drop();
  return answer;
}

conformance::Answer Session::out_of_step(std::string why) {
  conformance::Answer answer;
  answer.kind = conformance::Answer::Kind::protocol_error;
  answer.message = std::move(why);
  child_->end();
  answer.standard_error = channel_->standard_error();
  drop();
  return answer;
}

conformance::Answer Session::answer(const conformance::Vector& vector, conformance::Operation operation) {
  conformance::Answer answer;
  if (child_ == nullptr) {
    try {
      start();
    } catch (const std::exception& error) {
      answer.kind = interrupted_->load() ? conformance::Answer::Kind::not_run : conformance::Answer::Kind::failed;
      answer.message = fmt::format("the testee could not be started again: {}", error.what());
      return answer;
    }
  }
  if (channel_->left_over()) return out_of_step("output before the request: the last reply had more than one line");
  const std::uint64_t seq = ++seq_;
  std::string line;
  const std::string request = run_request(seq, vector, operation, files_);
  if (const Breach breach = channel_->ask(request, limits_.timeout, line); breach != Breach::none)
    return broken(breach);
  try {
    answer = read_reply(line, seq, operation);
  } catch (const BadReply& error) {
    return out_of_step(error.what());
  }
  answer.standard_error = channel_->standard_error();
  return answer;
}

}  // namespace hallmark::runner
