// SPDX-License-Identifier: Apache-2.0
// compare: puts the same inputs to two testees and collects where they disagree.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "conformance/runner/testee.hpp"

namespace hallmark::runner {

struct ComparePlan {
  Command first;
  Command second;
  std::vector<std::string> formats;  // empty: all that both offer
  std::uint64_t seed = 1;
  std::uint64_t count = 10'000;  // inputs of each format
  Limits limits;
};

// Disagreement is a class of inputs to which the two answer differently: of one format, by the same two outcomes, for
// the same rule of the reference and at the same path but for indices and keys. Where both accept, the place at which
// values differ stands for rule and path. Where the reference accepts, the start of the message of the one that rejects
// stands for the path.
struct Disagreement {
  std::string format;
  std::string outcomes;  // "accepted / rejected", "accepted / accepted, different values", "crash / rejected", …
  std::string rule;      // that the reference finds in the smallest; "" where it accepts
  std::string path;      // of its error, or where values differ, with [] and * for indices and keys; or how the
                         // message of a testee starts that rejects what the reference accepts
  std::uint64_t inputs = 0;
  conformance::Vector smallest;  // with the verdict of the reference
  std::string golden;            // the first golden vector of this class; "" if there is none
};

struct Comparison {
  Hello first;
  Hello second;
  std::uint64_t inputs = 0;
  std::uint64_t agreements = 0;
  std::uint64_t other_categories = 0;  // of the agreements: both reject, for another reason
  std::uint64_t not_compared = 0;      // one does not offer what the input needs
  std::uint64_t broken = 0;            // a harness failed
  std::vector<Disagreement> disagreements;
  std::vector<std::string> notes;
  bool complete = true;
};

// compare throws CannotStart. Setting `interrupted` ends it with what is known.
[[nodiscard]] Comparison compare(const conformance::Corpus& corpus, const ComparePlan& plan,
                                 const std::atomic<bool>& interrupted,
                                 const std::function<void(std::uint64_t done, std::uint64_t total)>& progress = {});

// compare_files gives the disagreements as vector files, one for each format, by the names of the files.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> compare_files(const conformance::Corpus& corpus,
                                                                             const Comparison& comparison);

}  // namespace hallmark::runner
