#include "conformance/runner/conform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <regex>
#include <thread>

#include "conformance/runner/broken_pipes.hpp"
#include "conformance/runner/cases.hpp"
#include "conformance/runner/generated.hpp"
#include "conformance/runner/giving_up.hpp"
#include "conformance/runner/one_shot_claims.hpp"
#include "conformance/runner/testee.hpp"
#include "reports/plural.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;
using conformance::Operation;

std::unique_ptr<Session> session_of(const Plan& plan, const std::atomic<bool>& interrupted) {
  return std::make_unique<Session>(plan.command, plan.limits, interrupted);
}

std::unique_ptr<Testee> testee_of(const Plan& plan, const std::atomic<bool>& interrupted) {
  if (!plan.one_shot) return session_of(plan, interrupted);
  return std::make_unique<OneShot>(plan.command, plan.limits, plan.reject_status, interrupted);
}

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
      const Answer answer = answer_to(i, test, testee);
      test.taken = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
      test.peak = testee.peak();
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
      const std::string& why = giving_up_->why_not(i);
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

void note_unknown_claims(const Hello& hello, const conformance::Corpus& corpus, std::vector<std::string>& notes) {
  for (const Capability& capability : hello.capabilities) {
    const bool known = std::ranges::count(corpus.files, capability.format, &conformance::VectorFile::format) != 0;
    if (!known) notes.push_back(fmt::format("the testee offers {}, for which there are no vectors", capability.format));
  }
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
  auto session = session_of(plan, interrupted);
  try {
    opening.hello = session->hello();
  } catch (const BadReply& error) {
    opening.breach = error.what();
    opening.hello = *session->last_hello();
  }
  opening.testee = std::move(session);
  return opening;
}

// The names and digests of all files, which identify what was tested.
conformance::Corpus names_of(const conformance::Corpus& corpus, const std::vector<conformance::VectorFile>& generated) {
  conformance::Corpus names;
  for (const auto* files : {&corpus.files, &generated}) {
    for (const conformance::VectorFile& file : *files) {
      names.files.emplace_back();
      names.files.back().name = file.name;
      names.files.back().digest = file.digest;
    }
  }
  return names;
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
    note_unknown_claims(opening.hello, corpus, conformance.notes);
  }

  conformance.generated = generated_files(corpus, plan, opening.hello);
  std::vector<Case> cases = select_cases(corpus, conformance.generated, plan, opening.hello);
  for (Case& test : cases) {
    if (!opening.breach.empty() && !test.preset) {
      test.preset = answer_of(Answer::Kind::protocol_error, opening.breach);
    }
  }
  Workers(plan, interrupted, progress).run(cases, std::move(opening.testee));
  if (plan.one_shot) settle_values(cases, opening.hello);

  result.hallmark = plan.version;
  const conformance::Corpus names = names_of(corpus, conformance.generated);
  result.corpus_sha256 = names.sha256();
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
