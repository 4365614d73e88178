#include "conformance/runner/conform.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <mutex>
#include <set>
#include <thread>
#include <tuple>

#include "conformance/runner/glob.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;
using conformance::Operation;

// Case is one vector as a test of one operation. A case with a preset answer is not sent to the testee.
struct Case {
  const conformance::Vector* vector = nullptr;
  Operation operation = Operation::decode;
  bool verdict_only = false;
  std::optional<Answer> preset;
  reports::VectorResult result;
  std::chrono::microseconds taken{0};
};

Answer preset(Answer::Kind kind, std::string message) {
  Answer answer;
  answer.kind = kind;
  answer.message = std::move(message);
  return answer;
}

bool contains(const std::vector<std::string>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

std::optional<std::string> missing_feature(const conformance::Vector& vector, const Capability& capability) {
  if (vector.options.profile == Profile::compat && !capability.has("compat")) return "compat";
  for (const std::string& feature : vector.features) {
    if (!capability.has(feature)) return feature;
  }
  return std::nullopt;
}

// Tests selects the cases. `hello` is null in one-shot mode, where a testee declares no capabilities.
class Tests {
 public:
  Tests(const Plan& plan, const Hello* hello) : plan_(plan), hello_(hello) {}

  std::vector<Case> of(const conformance::Corpus& corpus) {
    std::vector<Case> cases;
    for (const conformance::VectorFile& file : corpus.files) {
      for (const conformance::Vector& vector : file.vectors) {
        for (const Operation operation : {Operation::decode, Operation::encode}) add(vector, operation, cases);
      }
    }
    std::sort(cases.begin(), cases.end(), [](const Case& a, const Case& b) { return key(a) < key(b); });
    drop_unselected(cases);
    return cases;
  }

 private:
  static std::tuple<std::string_view, std::string_view, std::string_view> key(const Case& c) {
    return {c.vector->format, conformance::to_string(c.operation), c.vector->id};
  }

  [[nodiscard]] bool wanted(const conformance::Vector& vector, Operation operation) const {
    if (!plan_.formats.empty() && !contains(plan_.formats, vector.format)) return false;
    if (plan_.operation) return *plan_.operation == operation;
    return !plan_.one_shot || operation == Operation::decode;
  }

  void add(const conformance::Vector& vector, Operation operation, std::vector<Case>& cases) const {
    if (!wanted(vector, operation) || !conformance::offers(vector, operation)) return;
    Case test;
    test.vector = &vector;
    test.operation = operation;
    if (plan_.one_shot) {
      test.verdict_only = true;
    } else if (hello_ != nullptr) {
      const Capability* capability = hello_->offers(vector.format, operation);
      if (capability == nullptr) return;  // what the testee does not offer is neither run nor counted
      if (const auto feature = missing_feature(vector, *capability)) {
        test.preset = preset(Answer::Kind::unsupported, fmt::format("feature {} is not offered", *feature));
      }
      test.verdict_only = capability->has("verdict-only");
    }
    const bool selected = plan_.run.empty() || any_glob_matches(plan_.run, vector.id);
    if (!selected || any_glob_matches(plan_.skip, vector.id)) test.preset = preset(Answer::Kind::skipped, "");
    cases.push_back(std::move(test));
  }

  // With --run, formats and operations without a selected vector are left out.
  void drop_unselected(std::vector<Case>& cases) const {
    if (plan_.run.empty() || !plan_.formats.empty()) return;
    std::set<std::pair<std::string_view, Operation>> selected;
    for (const Case& test : cases) {
      if (any_glob_matches(plan_.run, test.vector->id)) selected.emplace(test.vector->format, test.operation);
    }
    cases.erase(
        std::remove_if(cases.begin(), cases.end(),
                       [&](const Case& test) { return selected.count({test.vector->format, test.operation}) == 0; }),
        cases.end());
  }

  const Plan& plan_;
  const Hello* hello_;
};

// Workers run the cases with several testees in parallel. The result of a case does not depend on its worker.
class Workers {
 public:
  Workers(const Plan& plan, const std::atomic<bool>& interrupted, const Progress& progress)
      : plan_(plan), interrupted_(interrupted), progress_(progress) {}

  void run(std::vector<Case>& cases, std::unique_ptr<Testee> first) {
    const std::size_t jobs = std::clamp<std::size_t>(plan_.jobs, 1, std::max<std::size_t>(1, cases.size()));
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < jobs; ++i) threads.emplace_back([this, &cases] { work(cases, another()); });
    work(cases, std::move(first));
    for (std::thread& thread : threads) thread.join();
    if (fatal_) std::rethrow_exception(fatal_);
  }

 private:
  std::unique_ptr<Testee> another() const {
    if (plan_.one_shot) return std::make_unique<OneShot>(plan_.command, plan_.limits, interrupted_);
    return std::make_unique<Session>(plan_.command, plan_.limits, interrupted_);
  }

  void work(std::vector<Case>& cases, std::unique_ptr<Testee> testee) {
    for (std::size_t i = next_++; i < cases.size(); i = next_++) {
      Case& test = cases[i];
      const Clock::time_point start = Clock::now();
      const Answer answer = answer_to(test, *testee);
      test.taken = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start);
      test.result = conformance::score(*test.vector, test.operation, answer, test.verdict_only);
      const std::lock_guard lock(mutex_);
      if (progress_) progress_(++done_, cases.size());
    }
  }

  Answer answer_to(const Case& test, Testee& testee) {
    if (test.preset) return *test.preset;
    if (interrupted_ || stopped_) return {};
    if (!testee.usable()) return preset(Answer::Kind::not_run, "the testee could not be started again");
    try {
      return testee.answer(*test.vector, test.operation);
    } catch (const CannotStart&) {
      const std::lock_guard lock(mutex_);
      if (!fatal_) fatal_ = std::current_exception();
      stopped_ = true;
      return {};
    } catch (const std::exception& error) {
      return preset(Answer::Kind::failed, error.what());
    }
  }

  const Plan& plan_;
  const std::atomic<bool>& interrupted_;
  const Progress& progress_;
  std::atomic<std::size_t> next_{0};
  std::atomic<bool> stopped_{false};
  std::mutex mutex_;
  std::size_t done_ = 0;
  std::exception_ptr fatal_;
};

// Writing to a testee that has closed its input must not end the runner.
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

std::string file_name(const std::string& path) { return reports::escaped(path.substr(path.rfind('/') + 1)); }

// A format that the user named and the testee does not offer.
void note_missing_formats(const Plan& plan, const Hello& hello, std::vector<std::string>& notes) {
  for (const std::string& format : plan.formats) {
    const bool offered = std::any_of(hello.capabilities.begin(), hello.capabilities.end(),
                                     [&](const Capability& capability) { return capability.format == format; });
    if (!offered) notes.push_back(fmt::format("the testee does not offer {}", format));
  }
}

void note_unknown_claims(const Hello& hello, const conformance::Corpus& corpus, std::vector<std::string>& notes) {
  for (const Capability& capability : hello.capabilities) {
    const bool known = std::any_of(corpus.files.begin(), corpus.files.end(), [&](const conformance::VectorFile& file) {
      return file.format == capability.format;
    });
    if (!known) notes.push_back(fmt::format("the testee offers {}, for which there are no vectors", capability.format));
  }
}

}  // namespace

Conformance conform(const conformance::Corpus& corpus, const Plan& plan, const std::atomic<bool>& interrupted,
                    const Progress& progress) {
  const IgnoreBrokenPipes guard;
  Conformance conformance;
  reports::ConformanceResult& result = conformance.result;
  std::unique_ptr<Testee> first;
  std::optional<Hello> hello;
  std::optional<std::string> breach;  // a protocol error before the first vector

  if (plan.one_shot) {
    first = std::make_unique<OneShot>(plan.command, plan.limits, interrupted);
    result.implementation.name = file_name(plan.command.front());
  } else {
    auto session = std::make_unique<Session>(plan.command, plan.limits, interrupted);
    try {
      hello = session->hello();
    } catch (const BadReply& error) {
      breach = error.what();
      hello = session->last_hello();
      conformance.notes.push_back(fmt::format("protocol error, so no vector was run: {}", error.what()));
    }
    result.implementation.name = file_name(plan.command.front());
    if (hello) {
      result.implementation = hello->implementation;
      note_missing_formats(plan, *hello, conformance.notes);
      note_unknown_claims(*hello, corpus, conformance.notes);
    }
    first = std::move(session);
  }

  std::vector<Case> cases = Tests(plan, hello ? &*hello : nullptr).of(corpus);
  if (breach) {
    for (Case& test : cases) {
      if (!test.preset) test.preset = preset(Answer::Kind::protocol_error, *breach);
    }
  }
  Workers(plan, interrupted, progress).run(cases, std::move(first));

  result.hallmark = plan.version;
  result.corpus_sha256 = corpus.sha256();
  result.corpus_vectors = corpus.size();
  result.complete = !interrupted;
  for (Case& test : cases) {
    conformance.timings.push_back({test.result.id, test.result.op, test.taken});
    result.results.push_back(std::move(test.result));
  }
  result.runs = conformance::tally(result.results);
  return conformance;
}

}  // namespace hallmark::runner
