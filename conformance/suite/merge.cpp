// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "conformance/suite/score.hpp"

namespace hallmark::conformance {
namespace {

using reports::ConformanceResult;
using reports::VectorResult;

auto key_of(const VectorResult& one) { return std::tie(one.format, one.op, one.id); }

bool same(const reports::Implementation& a, const reports::Implementation& b) {
  return a.name == b.name && a.version == b.version && a.language == b.language;
}

// unanswered: the shard did not put the vector.
bool unanswered(const VectorResult& one) { return one.result == "skipped" || one.result == "not-run"; }

void add_capabilities(reports::Json& all, const reports::Json& more) {
  for (const reports::Json& one : more) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  }
}

void take(VectorResult& into, VectorResult&& from) {
  if (unanswered(from)) {
    // A vector that was to be run is more than one that was not selected.
    if (into.result == "skipped") into = std::move(from);
    return;
  }
  if (unanswered(into)) {
    into = std::move(from);
  } else if (into.result != from.result) {
    throw CannotMerge(fmt::format("{} {} is {} in one result and {} in another of the same implementation", from.op,
                                  from.id, into.result, from.result));
  }
}

void add(ConformanceResult& into, ConformanceResult&& from) {
  if (into.corpus_sha256 != from.corpus_sha256) {
    throw CannotMerge(fmt::format("the results of {} are of different corpora: {} and {}", into.implementation.name,
                                  into.corpus_sha256, from.corpus_sha256));
  }
  into.complete = into.complete && from.complete;
  add_capabilities(into.implementation.capabilities, from.implementation.capabilities);
  std::vector<VectorResult> all = std::exchange(into.results, {});
  std::ranges::move(from.results, std::back_inserter(all));
  std::ranges::stable_sort(all, {}, key_of);
  for (VectorResult& one : all) {
    if (!into.results.empty() && key_of(into.results.back()) == key_of(one)) {
      take(into.results.back(), std::move(one));
    } else {
      into.results.push_back(std::move(one));
    }
  }
}

reports::ValidationReport joined(std::vector<reports::ValidationReport> reports) {
  reports::ValidationReport all = std::move(reports.front());
  for (auto one = reports.begin() + 1; one != reports.end(); ++one) {
    if (one->profile != all.profile) {
      throw CannotMerge("the reports of validate are of different profiles; they cannot be one report");
    }
    std::move(one->inputs.begin(), one->inputs.end(), std::back_inserter(all.inputs));
    all.summary.skipped += one->summary.skipped;
  }
  std::ranges::stable_sort(all.inputs, {}, &reports::InputReport::path);
  const std::uint64_t skipped = all.summary.skipped;
  all.summary = {};
  all.summary.skipped = skipped;
  for (const reports::InputReport& input : all.inputs) all.summary.add(input);
  return all;
}

}  // namespace

std::vector<ConformanceResult> merged(std::vector<ConformanceResult> results) {
  std::vector<ConformanceResult> all;
  for (ConformanceResult& result : results) {
    std::ranges::sort(result.results, {}, key_of);
    const auto known = std::ranges::find_if(
        all, [&](const ConformanceResult& one) { return same(one.implementation, result.implementation); });
    if (known == all.end()) {
      all.push_back(std::move(result));
    } else {
      add(*known, std::move(result));
    }
  }
  for (ConformanceResult& result : all) {
    result.runs = tally(result.results);
    // What broke off in one shard may be complete in another.
    const bool missing = std::ranges::find(result.results, "not-run", &VectorResult::result) != result.results.end();
    result.complete = result.complete || !missing;
  }
  return all;
}

reports::Json merged_json(reports::Results results) {
  std::vector<ConformanceResult> conformance = merged(std::move(results.conformance));
  if (conformance.size() == 1 && results.validations.empty()) return to_json(conformance.front());
  if (conformance.empty() && !results.validations.empty()) return to_json(joined(std::move(results.validations)));
  reports::Json all = reports::Json::array();
  for (const ConformanceResult& one : conformance) all.push_back(to_json(one));
  reports::Json validations = reports::Json::array();
  if (!results.validations.empty()) validations.push_back(to_json(joined(std::move(results.validations))));
  return {{"matrix_version", 1}, {"results", std::move(all)}, {"validations", std::move(validations)}};
}

}  // namespace hallmark::conformance
