// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>

#include "conformance/runner/deviations.hpp"
#include "reports/paragraph.hpp"
#include "reports/plural.hpp"
#include "reports/score.hpp"

namespace hallmark::runner {
namespace {

using conformance::kind_of;
using conformance::Result;
using reports::VectorResult;
using Out = std::back_insert_iterator<std::string>;

bool is_known_failure(const VectorResult& one) {
  return one.expectation == "met" && reports::tone_of(one) >= reports::Tone::lenient;
}

// The last lines: for each format and operation its verdict, what it rests on, and what is not scored.
void write_scores(Out out, const reports::ConformanceResult& result) {
  for (const reports::Run& run : result.runs) {
    std::uint64_t warnings = 0, differences = 0, failures = 0, known = 0;
    std::map<std::string_view, std::uint64_t> others;
    for (const VectorResult& one : result.results) {
      if (one.format != run.format || one.op != run.op) continue;
      const reports::Tone tone = reports::tone_of(one);
      failures += tone >= reports::Tone::lenient ? 1 : 0;
      known += is_known_failure(one) ? 1 : 0;
      warnings += tone == reports::Tone::warns ? 1 : 0;
      differences += tone == reports::Tone::differs ? 1 : 0;
      if (tone == reports::Tone::silent || tone == reports::Tone::unjudged) ++others[one.result];
    }
    fmt::format_to(out, "{} {}: {}{}\n  {}", run.format, run.op, reports::verdict_of(result, run),
                   known != 0 && known == failures ? ", as expected" : "",
                   reports::sentence(run.verdict, reports::score_of(result, run)));
    if (known != 0)
      fmt::format_to(out, "; {} of {} known", reports::grouped(known), reports::grouped(failures, "failure"));
    if (warnings != 0) fmt::format_to(out, "; {}", reports::grouped(warnings, "warning"));
    if (differences != 0) fmt::format_to(out, "; {}", reports::grouped(differences, "difference"));
    for (const auto& [what, number] : others) fmt::format_to(out, "; {} {}", reports::grouped(number), what);
    fmt::format_to(out, "\n");
  }
}

// The first line: who was tested, and with how much. What needs a feature that is lacking was not put to the testee.
void write_heading(Out out, const Conformance& conformance) {
  const reports::ConformanceResult& result = conformance.result;
  std::set<std::string_view> vectors;
  std::uint64_t tests = 0;
  std::map<std::string_view, std::uint64_t> others;
  for (const VectorResult& one : result.results) {
    const Result kind = kind_of(one);
    if (!conformance.breach.empty()) break;  // nothing was put
    if (conformance::ran(kind) || kind == Result::harness_error) {
      vectors.insert(one.id);
      ++tests;
    } else {
      ++others[one.result];
    }
  }
  const reports::Implementation& who = result.implementation;
  fmt::format_to(out, "{}{}{}: {} with {}", who.name, who.version.empty() ? "" : " " + who.version,
                 who.language.empty() ? "" : " (" + who.language + ")", reports::plural(tests, "test"),
                 reports::plural(vectors.size(), "vector"));
  for (const auto& [what, number] : others) fmt::format_to(out, ", {} {}", number, what);
  fmt::format_to(out, "{}\n", result.complete ? "" : ", INTERRUPTED");
}

void write_doubts(Out out, const std::vector<Doubt>& doubts, std::string& text) {
  for (const Doubt& doubt : doubts) {
    fmt::format_to(out, "\nIs the adapter broken? {}\n", doubt.finding);
    write_evidence("it says", doubt.evidence, text);
  }
}

// The deviations that tell something: not those of a format of which no vector was answered.
std::vector<Deviation> telling(std::vector<Deviation> deviations, const std::vector<Doubt>& doubts) {
  std::erase_if(deviations, [&](const Deviation& one) {
    const VectorResult& first = *one.results.front();
    return std::ranges::any_of(doubts, [&](const Doubt& doubt) {
      return !doubt.answered && doubt.format == first.format && doubt.op == first.op;
    });
  });
  return deviations;
}

// Why vectors were not put to the testee, or not taken by it.
void write_unsupported(Out out, const std::vector<VectorResult>& results) {
  std::map<std::string, std::uint64_t> reasons;
  for (const VectorResult& one : results) {
    if (kind_of(one) == Result::unsupported) ++reasons[one.actual.message.value_or("no reason given")];
  }
  constexpr std::size_t most = 8;
  std::vector<std::pair<std::string, std::uint64_t>> sorted(reasons.begin(), reasons.end());
  std::ranges::stable_sort(sorted, std::greater(), [](const auto& one) { return one.second; });
  for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i) {
    fmt::format_to(out, "unsupported: {}: {}\n", sorted[i].first, sorted[i].second);
  }
  if (sorted.size() > most)
    fmt::format_to(out, "unsupported: and {}\n", reports::plural(sorted.size() - most, "other reason"));
}

std::string quality_of(std::string_view what, std::uint64_t given, std::uint64_t right) {
  if (given == 0) return fmt::format("no {} given", what);
  return fmt::format("{} as expected in {} of {}", what, right, given);
}

// Counts rejections whose category or offset match. They are reported, not scored.
void write_quality(Out out, const std::vector<VectorResult>& results) {
  std::uint64_t rejections = 0, categories = 0, same_category = 0, offsets = 0, same_offset = 0, accidents = 0;
  const VectorResult* accident = nullptr;
  for (const VectorResult& result : results) {
    if (result.result != "pass" || result.actual.result != "rejected") continue;
    ++rejections;
    categories += result.actual.category ? 1 : 0;
    same_category += result.actual.category && result.actual.category == result.expected.category ? 1 : 0;
    offsets += result.actual.offset ? 1 : 0;
    same_offset += result.actual.offset && result.actual.offset == result.expected.offset ? 1 : 0;
    if (!result.actual.message || !result.actual.message->starts_with(conformance::by_accident)) continue;
    ++accidents;
    if (accident == nullptr) accident = &result;
  }
  if (rejections == 0) return;
  fmt::format_to(out, "correct rejections: {}; {}; {} (not scored)\n", rejections,
                 quality_of("category", categories, same_category), quality_of("offset", offsets, same_offset));
  if (accidents == 0) return;
  fmt::format_to(
      out, "rejected by accident: {} of them, by an error that the implementation does not document; first {}: {}\n",
      accidents, accident->id, accident->actual.message->substr(conformance::by_accident.size()));
}

// The failures that expectations explain: one line for each reason.
void write_known(Out out, const std::vector<VectorResult>& results) {
  struct Known {
    std::uint64_t vectors = 0;
    std::set<std::string> requirements;
  };
  std::map<std::string_view, Known> by_reason;
  for (const VectorResult& one : results) {
    if (!is_known_failure(one)) continue;
    Known& known = by_reason[one.cause];
    ++known.vectors;
    known.requirements.insert(reports::requirement_of(one));
  }
  for (const auto& [reason, known] : by_reason) {
    fmt::format_to(out, "  known: {} ({}): {}\n", reports::grouped(known.requirements.size(), "requirement"),
                   reports::grouped(known.vectors, "vector"), reports::escaped(reason));
  }
}

void write_remarks(Out out, const Conformance& conformance, const ExpectationCheck& check) {
  const std::vector<VectorResult>& results = conformance.result.results;
  write_unsupported(out, results);
  write_quality(out, results);
  const auto known = static_cast<std::uint64_t>(
      std::ranges::count(results, std::optional<std::string>("met"), &VectorResult::expectation));
  if (check.with_expectations) {
    fmt::format_to(out, "expectations: {} as expected\n", reports::plural(known, "deviation"));
    write_known(out, results);
  }
  for (const std::string& entry : check.stale) fmt::format_to(out, "STALE   {}\n", entry);
  for (const std::string& entry : check.withdrawn) fmt::format_to(out, "warning: {}\n", entry);
  for (const std::string& note : conformance.notes) fmt::format_to(out, "note: {}\n", note);
}

constexpr std::size_t narrowest = 20;

// The number of bytes that fill so much room in columns, a column being one character.
std::size_t bytes_in(std::string_view text, std::size_t room) {
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (!reports::continues_character(text[at]) && room-- == 0) break;
  }
  return at;
}

// Where a line goes on: below its second column if it has one, two spaces or more after the first, else a step in.
std::size_t indent_of(std::string_view line) {
  const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", start);
  const std::size_t second = gap == std::string_view::npos ? gap : line.find_first_not_of(' ', gap);
  return second == std::string_view::npos || second > start + 12 ? start + 2 : second;
}

void fold_line(std::string_view line, std::size_t width, std::string& out) {
  const std::size_t indent = std::min(indent_of(line), width / 2);
  std::size_t room = width;
  while (bytes_in(line, room) < line.size()) {
    const std::size_t most = bytes_in(line, room);
    const std::size_t start = line.find_first_not_of(' ');
    std::size_t space = line.rfind(' ', most);
    if (space == std::string_view::npos || space <= start) space = most;
    out += line.substr(0, space);
    out += '\n';
    line.remove_prefix(space);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    out.append(indent, ' ');
    room = width - indent;
  }
  out += line;
}

}  // namespace

std::string summary(const Conformance& conformance, const conformance::Corpus& corpus, const ExpectationCheck& check,
                    std::size_t width) {
  const reports::ConformanceResult& result = conformance.result;
  std::string text;
  const Out out = std::back_inserter(text);
  write_heading(out, conformance);
  if (conformance.breach.empty()) {
    const std::vector<Doubt> doubts = adapter_doubts(result.results);
    write_doubts(out, doubts, text);
    const std::vector<Deviation> deviations = telling(deviations_of(result.results, corpus), doubts);
    if (!deviations.empty()) text += '\n';
    write_deviations(deviations, corpus, text);
  } else {
    fmt::format_to(out, "\nprotocol error before the first vector, so that none was put: {}\n", conformance.breach);
  }
  text += '\n';
  write_remarks(out, conformance, check);
  if (!text.ends_with("\n\n")) text += '\n';
  write_scores(out, result);
  return fold(text, width);
}

std::string fold(std::string_view text, std::size_t width) {
  if (width == 0) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    fold_line(text.substr(0, end), std::max(width, narrowest), out);
    if (end < text.size()) out += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace hallmark::runner
