#include "reports/score.hpp"

#include <fmt/format.h>

#include <set>

#include "reports/deviations.hpp"
#include "reports/plural.hpp"

namespace hallmark::reports {

void Score::add(const ConformanceResult& result, const Run& run) {
  std::set<std::string> rules_judged;
  for (const VectorResult& one : result.results) {
    if (one.format != run.format || one.op != run.op) continue;
    const Tone tone = tone_of(one);
    const bool must = one.level == "MUST";
    const bool ran = tone != Tone::silent && tone != Tone::unjudged;
    not_judged += must && !ran ? 1 : 0;
    if (!ran || (!must && tone != Tone::breaks)) continue;
    ++vectors;
    failed += tone >= Tone::lenient ? 1 : 0;
    if (one.expected.rule) rules_judged.insert(*one.expected.rule);
  }
  rules += rules_judged.size();
  if (!run.requirements) return;
  judged += run.requirements->judged;
  std::set<std::string_view> requirements;
  std::set<std::pair<std::string_view, std::string_view>> found;
  for (const Broken& one : run.requirements->broken) {
    const std::string_view requirement = one.rule.empty() ? one.clause : one.rule;
    requirements.insert(requirement);
    // Without a reason the cause is a pair of requirement and result.
    found.emplace(result_meaning(one.cause).empty() ? "" : requirement, one.cause);
  }
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
  if (verdict == "not-tested") return "no requirement was judged";
  if (score.not_judged == 0) return "keeps all " + brief(verdict, score);
  return fmt::format("keeps all {} that were judged ({}; {} not judged)", grouped(score.judged, "requirement"),
                     grouped(score.vectors, "vector"), grouped(score.not_judged));
}

std::string verdict_of(const ConformanceResult& result, const Run& run) {
  return run.verdict + (verdicts_only(result.implementation, run) ? ", verdicts only" : "");
}

}  // namespace hallmark::reports
