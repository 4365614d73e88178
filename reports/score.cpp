// SPDX-License-Identifier: Apache-2.0
#include "reports/score.hpp"

#include <fmt/format.h>

#include <set>

#include "reports/deviations.hpp"
#include "reports/plural.hpp"

namespace hallmark::reports {

namespace {

bool ran(Tone tone) { return tone != Tone::silent && tone != Tone::unjudged; }

// counts: the vector ran, and to fail it breaks a requirement.
bool counts(const VectorResult& one) {
  return ran(tone_of(one)) && (one.level == "MUST" || tone_of(one) == Tone::breaks);
}

}  // namespace

void Score::add(const ConformanceResult& result, const Run& run) {
  // Published results lack some vectors, which the counts of the run have.
  VectorResult one;
  for (const auto& [level, results] : run.counts) {
    one.level = level;
    for (const auto& [name, count] : results) {
      one.result = name;
      if (counts(one)) vectors += count;
      if (tone_of(one) >= Tone::lenient) failed += count;
      if (level == "MUST" && !ran(tone_of(one))) not_judged += count;
    }
  }
  if (!run.requirements) return;
  judged += run.requirements->judged;
  std::set<std::string_view> rules_judged;
  for (const VectorResult& other : result.results) {
    const bool same = other.format == run.format && other.op == run.op;
    if (same && other.expected.rule && counts(other)) rules_judged.insert(*other.expected.rule);
  }
  std::set<std::string_view> requirements;
  std::set<std::pair<std::string_view, std::string_view>> found;
  for (const Broken& each : run.requirements->broken) {
    const std::string_view requirement = each.rule.empty() ? each.clause : each.rule;
    requirements.insert(requirement);
    if (!each.rule.empty()) rules_judged.insert(each.rule);
    // Without a reason the cause is a pair of requirement and result.
    found.emplace(result_meaning(each.cause).empty() ? "" : requirement, each.cause);
  }
  rules += rules_judged.size();
  broken += requirements.size();
  causes += found.size();
}

Score score_of(const ConformanceResult& result, const Run& run) {
  Score score;
  score.add(result, run);
  return score;
}

std::string brief(std::string_view verdict, const Score& score) {
  if (score.broken == 0) {
    return fmt::format("{} ({})", grouped(score.judged, "requirement"), grouped(score.vectors, "vector"));
  }
  const bool lenient = verdict == "lenient";
  return fmt::format("{} of {} ({} of {})", grouped(score.broken),
                     grouped(lenient ? score.rules : score.judged, lenient ? "rule" : "requirement"),
                     grouped(score.failed), grouped(score.vectors, "vector"));
}

std::string sentence(std::string_view verdict, const Score& score) {
  const std::string vectors = fmt::format("({} of {})", grouped(score.failed), grouped(score.vectors, "vector"));
  const std::string causes = grouped(score.causes, "cause");
  if (verdict == "lenient") {
    return fmt::format("accepts what {} of {} forbid{}, {} {}", grouped(score.broken), grouped(score.rules, "rule"),
                       score.broken == 1 ? "s" : "", causes, vectors);
  }
  if (verdict == "non-conformant") {
    return fmt::format("breaks {} of {}, {} {}", grouped(score.broken), grouped(score.judged, "requirement"), causes,
                       vectors);
  }
  if (score.judged == 0) return "no requirement was judged";
  if (score.not_judged == 0) return "keeps all " + brief(verdict, score);
  return fmt::format("keeps all {} that were judged ({}; {} not judged)", grouped(score.judged, "requirement"),
                     grouped(score.vectors, "vector"), grouped(score.not_judged));
}

std::string verdict_of(const ConformanceResult& result, const Run& run) {
  return run.verdict + (verdicts_only(result.implementation, run) ? ", verdicts only" : "");
}

}  // namespace hallmark::reports
