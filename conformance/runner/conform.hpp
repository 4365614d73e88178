// conform: put the vectors to a testee and judge what it answers. Contract, section 7.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/runner/testee.hpp"
#include "conformance/suite/score.hpp"

namespace hallmark::runner {

struct Plan {
  Command command;
  std::vector<std::string> formats;                 // empty: those the testee offers
  std::optional<conformance::Operation> operation;  // absent: both; in one-shot mode decode
  std::vector<std::string> run;                     // globs; empty: all
  std::vector<std::string> skip;
  unsigned jobs = 1;
  bool one_shot = false;
  Limits limits;
  std::string version;  // of Hallmark
};

// Timing of one vector; never part of the result, which is the same every time.
struct Timing {
  std::string id;
  std::string op;
  std::chrono::microseconds taken{0};
};

struct Conformance {
  reports::ConformanceResult result;
  std::vector<Timing> timings;     // in the order of the results
  std::vector<std::string> notes;  // what the reader should know and no vector says
};

// Progress is called after each vector, one call at a time.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

// conform throws CannotStart when the testee does not start. `interrupted` ends the run early: what is left is not-run.
[[nodiscard]] Conformance conform(const conformance::Corpus& corpus, const Plan& plan,
                                  const std::atomic<bool>& interrupted, const Progress& progress = {});

}  // namespace hallmark::runner
