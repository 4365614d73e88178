// SPDX-License-Identifier: Apache-2.0
#include "reports/deviations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "reports/hazards.hpp"
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

auto urgency(const Deviations& group) {
  const auto failed = static_cast<double>(group.results.size());
  return std::tuple(group.tone == Tone::unjudged, -static_cast<int>(group.tone), rank_of(group.hazard),
                    -failed / static_cast<double>(group.of), -failed, group.format, group.subject, group.op,
                    group.result, group.cause);
}

}  // namespace

bool failed(std::string_view result) { return failure_named(result) != nullptr; }

std::string_view result_meaning(std::string_view result) {
  const Meaning* meaning = failure_named(result);
  return meaning == nullptr ? "" : meaning->text;
}

Tone tone_of(const VectorResult& one) {
  const std::string& result = one.result;
  if (result == "pass") return Tone::good;
  if (result == "unsupported" || result == "skipped") return Tone::silent;
  if (result == "crash" || result == "hang" || result == "protocol-error" || result == "over-budget") {
    return Tone::breaks;
  }
  if (!failed(result)) return Tone::unjudged;
  if (one.level == "SHOULD") return Tone::warns;
  if (one.level != "MUST") return Tone::differs;
  const bool only_accepts = one.op == "decode" && result == "accepted-invalid" && one.addressee == "data";
  return only_accepts ? Tone::lenient : Tone::fails;
}

std::string requirement_of(const VectorResult& result) {
  if (result.expected.rule) return *result.expected.rule;
  if (!result.clause.empty()) return result.clause;
  const std::size_t slash = result.id.rfind('/');
  return slash == std::string::npos ? result.id : result.id.substr(0, slash) + "/*";
}

bool realised(const VectorResult& one) {
  constexpr std::string_view results[] = {"accepted-invalid", "wrong-value", "over-budget", "crash", "hang"};
  return one.op == "decode" && tone_of(one) >= Tone::lenient &&
         std::ranges::find(results, one.result) != std::ranges::end(results);
}

Severity severity_of(Tone tone) {
  if (tone >= Tone::lenient) return Severity::error;
  return tone == Tone::warns || tone == Tone::unjudged ? Severity::warning : Severity::note;
}

std::vector<Deviations> deviations_of(const std::vector<VectorResult>& results, const HazardOf& hazard_of) {
  using Requirement = std::tuple<std::string, std::string, std::string, std::string>;  // with its level
  std::map<Requirement, std::uint64_t> ran;
  std::map<std::tuple<Requirement, std::string, std::string, std::string>, Deviations> groups;
  for (const VectorResult& one : results) {
    const Tone tone = tone_of(one);
    if (tone == Tone::silent) continue;
    const Requirement requirement{one.format, one.op, requirement_of(one), one.level};
    if (tone != Tone::unjudged) ++ran[requirement];
    if (tone == Tone::good) continue;
    const std::string expectation = one.expectation.value_or("");
    Deviations& group = groups[{requirement, one.result, expectation, one.cause}];
    if (group.results.empty()) {
      group = {.tone = tone,
               .format = one.format,
               .op = one.op,
               .subject = std::get<2>(requirement),
               .level = one.level,
               .result = one.result,
               .expectation = expectation,
               .cause = one.cause,
               .position = one.position,
               .hazard = {},
               .results = {}};
    }
    group.results.push_back(&one);
    if (!hazard_of || !realised(one)) continue;
    if (std::string hazard = hazard_of(one); rank_of(hazard) < rank_of(group.hazard)) group.hazard = std::move(hazard);
  }
  std::vector<Deviations> sorted;
  sorted.reserve(groups.size());
  for (auto& [key, group] : groups) {
    // What could not be judged counts among itself.
    group.of = std::max<std::uint64_t>(ran[std::get<0>(key)], group.results.size());
    sorted.push_back(std::move(group));
  }
  std::ranges::stable_sort(sorted, {}, urgency);
  return sorted;
}

std::string share(const Deviations& deviations) {
  return fmt::format("{} of {}", grouped(deviations.results.size()), grouped(deviations.of, "vector"));
}

std::string_view what_of(const VectorResult& one) {
  const bool open = one.level == "DECISION" || one.level == "LIMIT";
  if (one.result == "accepted-invalid") {
    if (one.op == "encode") return "encodes what has no encoding";
    if (open) return "accepts what Hallmark refuses; the format leaves it open";
    if (one.level == "SHOULD") return "accepts what the format advises against";
  }
  if (one.result == "rejected-valid" && open) return "rejects what Hallmark accepts; the format leaves it open";
  const std::string_view meaning = result_meaning(one.result);
  return meaning.empty() ? std::string_view(one.result) : meaning;
}

std::string_view values_of(const VectorResult& result) {
  const bool other_value = result.result == "wrong-value" || result.result == "wrong-bytes";
  return other_value && result.actual.message ? std::string_view(*result.actual.message) : "";
}

std::string describe(const Deviations& deviations) {
  const VectorResult& first = *deviations.results.front();
  const std::string_view values = values_of(first);
  return fmt::format("{} ({}{}{}{}{})", what_of(first), share(deviations),
                     deviations.results.size() == 1 ? ": " : ", such as ", first.id, values.empty() ? "" : ": ",
                     values);
}

std::string full_name(const Implementation& implementation) {
  if (implementation.name.empty()) return "unnamed";
  return implementation.version.empty() ? implementation.name : implementation.name + " " + implementation.version;
}

}  // namespace hallmark::reports
