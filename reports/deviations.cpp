#include "reports/deviations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "reports/plural.hpp"

namespace hallmark::reports {
namespace {

struct Meaning {
  std::string_view result;
  std::string_view text;
};

// Every result that is a failure.
constexpr std::array failures{
    Meaning{"accepted-invalid", "accepts what the format forbids"},
    Meaning{"rejected-valid", "rejects what the format allows"},
    Meaning{"wrong-value", "reads another value"},
    Meaning{"wrong-bytes", "writes bytes of another value, or none"},
    Meaning{"other-bytes", "writes other bytes of the same value than the canonical ones"},
    Meaning{"over-budget", "takes more memory than allowed"},
    Meaning{"crash", "crashes"},
    Meaning{"hang", "does not answer in time"},
    Meaning{"protocol-error", "answers what the protocol does not know"},
};

const Meaning* failure_named(std::string_view result) {
  const auto* found = std::ranges::find(failures, result, &Meaning::result);
  return found == failures.end() ? nullptr : found;
}

std::string subject_of(const VectorResult& result) {
  if (result.expected.rule) return *result.expected.rule;
  const std::size_t slash = result.id.rfind('/');
  return slash == std::string::npos ? result.id : result.id.substr(0, slash) + "/*";
}

// Known deviations come last, then what could not be judged; the others by severity and number.
auto order(const Deviations& group) {
  return std::tuple(group.known(), group.tone == Tone::unjudged, -static_cast<int>(group.tone), group.format,
                    -static_cast<std::ptrdiff_t>(group.results.size()), group.subject, group.op, group.result);
}

}  // namespace

bool failed(std::string_view result) { return failure_named(result) != nullptr; }

std::string_view result_meaning(std::string_view result) {
  const Meaning* meaning = failure_named(result);
  return meaning == nullptr ? "" : meaning->text;
}

Tone tone_of(std::string_view level, std::string_view result) {
  if (result == "pass") return Tone::good;
  if (result == "unsupported" || result == "skipped") return Tone::silent;
  if (result == "crash" || result == "hang" || result == "protocol-error" || result == "over-budget") {
    return Tone::breaks;
  }
  if (!failed(result)) return Tone::unjudged;
  if (level == "MUST") return Tone::fails;
  return level == "SHOULD" ? Tone::warns : Tone::differs;
}

Severity severity_of(Tone tone) {
  if (tone >= Tone::fails) return Severity::error;
  return tone == Tone::warns || tone == Tone::unjudged ? Severity::warning : Severity::note;
}

std::vector<Deviations> deviations_of(const std::vector<VectorResult>& results) {
  using Key = std::tuple<std::string, std::string, std::string, std::string, std::string, std::string>;
  std::map<Key, Deviations> groups;
  for (const VectorResult& one : results) {
    const Tone tone = tone_of(one.level, one.result);
    if (tone == Tone::good || tone == Tone::silent) continue;
    const std::string subject = subject_of(one);
    const std::string expectation = one.expectation.value_or("");
    Deviations& group = groups[{one.format, one.op, subject, one.level, one.result, expectation}];
    if (group.results.empty()) {
      group = {.tone = tone,
               .format = one.format,
               .op = one.op,
               .subject = subject,
               .level = one.level,
               .result = one.result,
               .expectation = expectation,
               .results = {}};
    }
    group.results.push_back(&one);
  }
  std::vector<Deviations> sorted;
  sorted.reserve(groups.size());
  for (auto& [key, group] : groups) sorted.push_back(std::move(group));
  std::ranges::stable_sort(sorted, {}, order);
  return sorted;
}

std::string describe(const Deviations& deviations) {
  const std::string_view meaning = result_meaning(deviations.result);
  return fmt::format("{}: {}{}{}", meaning.empty() ? std::string_view(deviations.result) : meaning,
                     plural(deviations.results.size(), "vector"), deviations.results.size() == 1 ? ", " : ", such as ",
                     deviations.results.front()->id);
}

std::string full_name(const Implementation& implementation) {
  if (implementation.name.empty()) return "unnamed";
  return implementation.version.empty() ? implementation.name : implementation.name + " " + implementation.version;
}

}  // namespace hallmark::reports
