// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/recall.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

#include "conformance/suite/score.hpp"
#include "reports/deviations.hpp"

namespace hallmark::conformance {
namespace {

using reports::VectorResult;

using Vectors = std::map<std::string_view, const Vector*>;

// Of a vector that the corpus does not have.
Vector stranger(const VectorResult& result) {
  Vector vector;
  if (result.expected.rule) vector.error = ExpectedError{*result.expected.rule, "", 0, ""};
  return vector;
}

// Causes of one result, by format, operation and requirement. Each is given to as many vectors as failed for it.
class Causes {
 public:
  explicit Causes(std::vector<reports::Run>& runs) {
    for (reports::Run& run : runs) {
      if (!run.requirements) continue;
      for (const reports::Broken& one : run.requirements->broken) {
        open_[{run.format, run.op, one.rule.empty() ? one.clause : one.rule}].push_back({&one, one.failed});
      }
    }
  }

  void give(VectorResult& result) {
    const auto found = open_.find({result.format, result.op, reports::requirement_of(result)});
    if (found == open_.end()) return;
    for (auto& [broken, left] : found->second) {
      result.addressee = broken->addressee;  // by which it was judged
      const bool explained = broken->cause != result.result;
      if (left == 0 || explained != (result.expectation == "met") || !disqualifies(result)) continue;
      --left;
      if (!explained) return;
      result.cause = broken->cause;
      result.position = broken->position;
      return;
    }
  }

 private:
  struct Open {
    const reports::Broken* broken;
    std::uint64_t left;
  };
  std::map<std::tuple<std::string, std::string, std::string>, std::vector<Open>> open_;
};

}  // namespace

void recall(const Corpus& corpus, std::vector<reports::ConformanceResult>& results) {
  Vectors vectors;
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) vectors.emplace(vector.id, &vector);
  }
  for (reports::ConformanceResult& result : results) {
    Causes causes(result.runs);
    for (VectorResult& one : result.results) {
      const auto known = vectors.find(one.id);
      // The rule is that of the result: another corpus may have another one under this id.
      const bool same = known != vectors.end() && known->second->error.has_value() == one.expected.rule.has_value();
      asks_for(same && !one.expected.rule ? *known->second : stranger(one), one);
      causes.give(one);
    }
    const auto old = [](const reports::Run& run) { return !run.requirements; };
    if (!std::ranges::any_of(result.runs, old)) continue;
    std::ranges::stable_sort(result.results, {},
                             [](const VectorResult& one) { return std::tie(one.format, one.op, one.id); });
    result.runs = tally(result.results);
  }
}

}  // namespace hallmark::conformance
