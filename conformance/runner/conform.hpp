// SPDX-License-Identifier: Apache-2.0
// conform: runs the vectors against a testee and scores its answers. See conformance/suite/README.md.
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
  std::vector<std::string> formats;                 // empty: all that the testee offers
  std::optional<conformance::Operation> operation;  // absent: both, in one-shot mode decode only
  std::string name;                                 // of the implementation, instead of its own; empty: its own
  std::vector<std::string> run;                     // globs; empty: all
  std::vector<std::string> skip;
  unsigned jobs = 1;
  bool one_shot = false;
  std::vector<std::string> features;  // of a testee in one-shot mode
  std::uint64_t generated = 0;        // vectors of each format that are generated
  std::uint64_t seed = 1;             // of those
  std::optional<int> reject_status;   // exit status that is always a rejection, in one-shot mode
  Limits limits;
  std::string version;  // version of Hallmark
};

// Timing of one vector. It is not part of the result, which must be reproducible.
struct Timing {
  std::string id;
  std::string op;
  std::chrono::microseconds taken{0};
  std::uint64_t peak = 0;  // resident bytes of the testee; 0 where the answer came too fast to take much
};

struct Conformance {
  reports::ConformanceResult result;
  std::vector<Timing> timings;                     // in the order of the results
  std::vector<conformance::VectorFile> generated;  // the vectors that were generated, one file for each format
  std::vector<std::string> notes;                  // remarks about the run as a whole
  std::string breach;                              // the protocol error for which no vector was put, or ""
};

// Progress is called after each vector, never concurrently.
using Progress = std::function<void(std::size_t done, std::size_t total)>;

// A format and operation in which a testee only hangs or crashes is not run to its end.
inline constexpr unsigned most_hangs = 10;    // in a row
inline constexpr unsigned most_crashes = 50;  // in a row, deaths over the memory limit included

// conform throws CannotStart. Setting `interrupted` ends the run; the remaining vectors get the result not-run.
[[nodiscard]] Conformance conform(const conformance::Corpus& corpus, const Plan& plan,
                                  const std::atomic<bool>& interrupted, const Progress& progress = {});

}  // namespace hallmark::runner
