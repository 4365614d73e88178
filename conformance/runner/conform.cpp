// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/conform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <regex>
#include <thread>

#include "conformance/runner/cases.hpp"
#include "conformance/runner/glob.hpp"
#include "conformance/runner/one_shot_claims.hpp"
#include "conformance/runner/second_opinion.hpp"
#include "conformance/runner/testee.hpp"
#include "reports/plural.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;
using conformance::Operation;

std::unique_ptr<Testee> testee_of(const Plan& plan, const std::atomic<bool>& interrupted) {
  if (!plan.one_shot) return std::make_unique<Session>(plan.command, plan.limits, interrupted);
  return std::make_unique<OneShot>(plan.command, plan.limits, plan.reject_status, interrupted);
}

// GivingUp watches the answers to `cases` and says where to stop. Rows are those of the order of the cases, whatever
// the order of the answers, so that the outcome does not depend on how many testees run. Not thread-safe.
class GivingUp {
 public:
  explicit GivingUp(const std::vector<Case>& cases) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      const bool first = i == 0 || cases[i].vector->format != cases[i - 1].vector->format ||
                         cases[i].operation != cases[i - 1].operation;
      if (first) groups_.push_back({.next = i, .end = i});
      ++groups_.back().end;
      group_of_.push_back(groups_.size() - 1);
      states_.push_back(cases[i].preset ? State::passed_over : State::open);
    }
  }

  void record(std::size_t index, Answer::Kind kind) {
    if (states_[index] != State::open) return;
    switch (kind) {
      case Answer::Kind::hang: states_[index] = State::hangs; break;
      case Answer::Kind::crash:
      case Answer::Kind::over_budget: states_[index] = State::dies; break;
      case Answer::Kind::not_run:
      case Answer::Kind::skipped: states_[index] = State::passed_over; break;
      default: states_[index] = State::lives; break;
    }
    count(groups_[group_of_[index]]);
  }

  // why_not gives the reason for which a case is not run, or is not counted if it was; else "".
  [[nodiscard]] std::string why_not(std::size_t index) const {
    const Group& group = groups_[group_of_[index]];
    return index >= group.rest ? group.reason : "";
  }

 private:
  enum class State : unsigned char { open, passed_over, lives, hangs, dies };

  // Group is one format and operation: cases [next, end), of which those before `next` are counted.
  struct Group {
    std::size_t next = 0;
    std::size_t end = 0;
    unsigned hangs = 0;
    unsigned crashes = 0;
    std::string reason = {};  // set once the rest is not to be run
    std::size_t rest = 0;
  };

  void count(Group& group) const {
    for (; group.reason.empty() && group.next < group.end && states_[group.next] != State::open; ++group.next) {
      const State state = states_[group.next];
      if (state == State::lives) group.hangs = group.crashes = 0;
      if (state == State::hangs) ++group.hangs;
      if (state == State::dies) ++group.crashes;
      if (group.hangs < most_hangs && group.crashes < most_crashes) continue;
      group.rest = group.next + 1;
      group.reason = group.hangs < most_hangs ? fmt::format("not run after {} crashes in a row", group.crashes)
                                              : fmt::format("not run after {} hangs in a row", group.hangs);
    }
  }

  std::vector<State> states_;
  std::vector<std::size_t> group_of_;
  std::vector<Group> groups_;
};

// Workers run the cases with several testees in parallel. The result of a case does not depend on its worker.
class Workers {
 public:
  Workers(const Plan& plan, const std::atomic<bool>& interrupted, const Progress& progress)
      : plan_(plan), interrupted_(interrupted), progress_(progress) {}

  void run(std::vector<Case>& cases, std::unique_ptr<Testee> first) {
    giving_up_.emplace(cases);
    const std::size_t jobs = std::clamp<std::size_t>(plan_.jobs, 1, std::max<std::size_t>(1, cases.size()));
    std::vector<std::thread> threads;
    threads.reserve(jobs - 1);
    try {
      while (threads.size() + 1 < jobs) threads.emplace_back([this, &cases] { work(cases, nullptr); });
    } catch (const std::exception&) {
      // No more threads: those that run do the work.
    }
    work(cases, std::move(first));
    for (std::thread& thread : threads) thread.join();
    if (fatal_) std::rethrow_exception(fatal_);
    drop_late_answers(cases);
  }

 private:
  // Without a testee it starts one of its own.
  void work(std::vector<Case>& cases, std::unique_ptr<Testee> testee) noexcept {
    try {
      if (testee == nullptr) testee = testee_of(plan_, interrupted_);
      take_cases(cases, *testee);
    } catch (...) {
      break_off(std::current_exception());
    }
  }

  void break_off(std::exception_ptr failure) {
    const std::lock_guard lock(mutex_);
    if (!fatal_) fatal_ = std::move(failure);
    stopped_ = true;
  }

  void take_cases(std::vector<Case>& cases, Testee& testee) {
    for (std::size_t i = next_++; i < cases.size(); i = next_++) {
      Case& test = cases[i];
      const Clock::time_point start = Clock::now();
      Answer answer = answer_to(i, test, testee);
      test.taken = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
      test.peak = testee.peak();
      std::string differing = differing_opinions(*test.vector, answer, conformance::oracle_of(test.vector->format));
      if (!differing.empty()) answer = answer_of(Answer::Kind::failed, std::move(differing));
      test.valueless = answer.kind == Answer::Kind::accepted && !answer.value;
      test.result = conformance::score(*test.vector, test.operation, answer, test.verdict_only);
      const std::lock_guard lock(mutex_);
      giving_up_->record(i, answer.kind);
      if (progress_) progress_(++done_, cases.size());
    }
  }

  std::string why_not(std::size_t index) {
    const std::lock_guard lock(mutex_);
    return giving_up_->why_not(index);
  }

  Answer answer_to(std::size_t index, const Case& test, Testee& testee) {
    if (test.preset) return *test.preset;
    if (interrupted_ || stopped_) return {};
    if (std::string why = why_not(index); !why.empty()) return answer_of(Answer::Kind::not_run, std::move(why));
    if (!testee.usable()) return answer_of(Answer::Kind::not_run, "the testee could not be started again");
    try {
      return testee.answer(*test.vector, test.operation);
    } catch (const CannotStart&) {
      break_off(std::current_exception());
      return {};
    } catch (const std::exception& error) {
      return answer_of(Answer::Kind::failed, error.what());
    }
  }

  // Where testees run side by side, some answers come from behind the place where one alone would have been given up.
  void drop_late_answers(std::vector<Case>& cases) {
    for (std::size_t i = 0; i < cases.size(); ++i) {
      Case& test = cases[i];
      const std::string why = giving_up_->why_not(i);
      if (why.empty() || test.preset) continue;
      const Answer none = answer_of(Answer::Kind::not_run, why);
      test.valueless = false;
      test.result = conformance::score(*test.vector, test.operation, none, test.verdict_only);
    }
  }

  const Plan& plan_;
  const std::atomic<bool>& interrupted_;
  const Progress& progress_;
  std::optional<GivingUp> giving_up_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr fatal_;
};

std::string file_name(const std::string& path) { return reports::escaped(path.substr(path.rfind('/') + 1)); }

// A testee without a name is called like its program, or like the script of an interpreter.
std::string name_of(const Command& command) {
  static const std::regex interpreter(R"((python|pypy|node|deno|bun|ruby|perl|php|lua|sh|bash|dash)[0-9.]*)");
  const std::string program = file_name(command.front());
  if (!std::regex_match(program, interpreter)) return program;
  const auto script = std::find_if(command.begin() + 1, command.end(), [](const std::string& word) {
    return !word.starts_with('-') && word.find_first_of(" \t\n") == std::string::npos;
  });
  return script == command.end() ? program : file_name(*script);
}

// A format that the user named and the testee does not offer.
void note_missing_formats(const Plan& plan, const Hello& hello, std::vector<std::string>& notes) {
  for (const std::string& format : plan.formats) {
    const bool offered = std::ranges::count(hello.capabilities, format, &Capability::format) != 0;
    if (!offered) notes.push_back(fmt::format("the testee does not offer {}", format));
  }
}

void note_unknown_claims(const Plan& plan, const Hello& hello, const conformance::Corpus& corpus,
                         std::vector<std::string>& notes) {
  for (const Capability& capability : hello.capabilities) {
    const bool wanted = plan.formats.empty() || std::ranges::count(plan.formats, capability.format) != 0;
    if (!wanted) continue;
    const bool known = std::ranges::count(corpus.files, capability.format, &conformance::VectorFile::format) != 0;
    if (!known) notes.push_back(fmt::format("the testee offers {}, for which there are no vectors", capability.format));
  }
}

// What a glob selects is no vector, or none that the testee offers: a slip of the pen, or another format.
void note_idle_globs(const Plan& plan, const conformance::Corpus& corpus, const std::vector<Case>& cases,
                     std::vector<std::string>& notes) {
  const auto note = [&](const char* option, const std::string& glob) {
    const auto matches = [&](const conformance::Vector& vector) { return glob_matches(glob, vector.id); };
    if (std::ranges::any_of(cases, [&](const Case& test) { return matches(*test.vector); })) return;
    const bool any = std::ranges::any_of(
        corpus.files, [&](const conformance::VectorFile& file) { return std::ranges::any_of(file.vectors, matches); });
    const char* of = any ? " of what the testee offers" : plan.formats.empty() ? "" : " of these formats";
    notes.push_back(fmt::format("no vector{} matches {} {}", of, option, reports::escaped(glob)));
  };
  for (const std::string& glob : plan.run) note("--run", glob);
  for (const std::string& glob : plan.skip) note("--skip", glob);
}

void note_rests(const std::vector<reports::VectorResult>& results, std::vector<std::string>& notes) {
  std::map<std::string, std::size_t> rests;
  for (const reports::VectorResult& one : results) {
    if (one.result != "not-run" || !one.actual.message) continue;
    ++rests[fmt::format("{} {}: {}", one.format, one.op, *one.actual.message)];
  }
  for (const auto& [rest, vectors] : rests) {
    notes.push_back(fmt::format("{}: {}", rest, reports::plural(vectors, "vector")));
  }
}

// The testee, ready for the first vector, and what it says of itself.
struct Opening {
  std::unique_ptr<Testee> testee;
  Hello hello;
  std::string breach;  // a protocol error before the first vector
};

Opening open_session(const Plan& plan, const std::atomic<bool>& interrupted) {
  Opening opening;
  auto session = std::make_unique<Session>(plan.command, plan.limits, interrupted);
  try {
    opening.hello = session->hello();
  } catch (const BadValue& error) {
    opening.breach = error.what();
    opening.hello = *session->last_hello();
  }
  opening.testee = std::move(session);
  return opening;
}

}  // namespace

Conformance conform(const conformance::Corpus& corpus, const Plan& plan, const std::atomic<bool>& interrupted,
                    const Progress& progress) {
  const IgnoreBrokenPipes guard;
  Opening opening = plan.one_shot ? Opening{testee_of(plan, interrupted), one_shot_hello(plan, corpus), ""}
                                  : open_session(plan, interrupted);
  Conformance conformance;
  conformance.breach = opening.breach;
  reports::ConformanceResult& result = conformance.result;
  if (!plan.one_shot) {
    note_missing_formats(plan, opening.hello, conformance.notes);
    note_unknown_claims(plan, opening.hello, corpus, conformance.notes);
  }

  conformance.generated = generated_files(corpus, plan, opening.hello);
  std::vector<Case> cases = select_cases(corpus, conformance.generated, plan, opening.hello);
  note_idle_globs(plan, corpus, cases, conformance.notes);
  for (Case& test : cases) {
    if (!opening.breach.empty() && !test.preset) {
      test.preset = answer_of(Answer::Kind::protocol_error, opening.breach);
    }
  }
  Workers(plan, interrupted, progress).run(cases, std::move(opening.testee));
  if (plan.one_shot) settle_values(cases, opening.hello);

  result.hallmark = plan.version;
  result.corpus_sha256 = corpus.sha256(conformance.generated);
  result.corpus_vectors = corpus.size();
  for (const conformance::VectorFile& file : conformance.generated) result.corpus_vectors += file.vectors.size();
  result.complete = !interrupted;
  result.implementation = opening.hello.implementation;
  if (!plan.name.empty()) result.implementation.name = plan.name;
  if (result.implementation.name.empty()) result.implementation.name = name_of(plan.command);
  for (Case& test : cases) {
    conformance.timings.push_back({test.result.id, test.result.op, test.taken, test.peak});
    result.results.push_back(std::move(test.result));
  }
  result.runs = conformance::tally(result.results);
  note_rests(result.results, conformance.notes);
  return conformance;
}

}  // namespace hallmark::runner
