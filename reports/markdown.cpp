// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "reports/deviations.hpp"
#include "reports/forms.hpp"
#include "reports/links.hpp"
#include "reports/paragraph.hpp"
#include "reports/plural.hpp"
#include "reports/readers.hpp"
#include "reports/score.hpp"

namespace hallmark::reports {
namespace {

constexpr std::size_t most_bytes = 900'000;
constexpr std::size_t longest_cell = 300;

// Text in a cell of a table. Every character that Markdown or HTML could take for markup is a character reference.
std::string cell(std::string_view text) {
  std::string safe = escaped(text);
  if (safe.size() > longest_cell) {
    std::size_t end = longest_cell;
    while (end > 0 && continues_character(safe[end])) --end;
    safe.resize(end);
    safe += "…";
  }
  std::string out;
  for (const char c : safe) {
    // "www." would become a link.
    const bool www = c == '.' && (out.ends_with("www") || out.ends_with("WWW"));
    if (www || std::string_view("&<>|\\`*_[]#~!@:").find(c) != std::string_view::npos) {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string linked(std::string_view text, const std::string& address) {
  return address.empty() ? cell(text) : fmt::format("[{}]({})", cell(text), address);
}

std::string rule_link(const std::string& id) { return linked(id, rule_page(id).value_or("")); }

// The clause of a rule, linked to its sentence; of an unknown rule as it was reported.
std::string clause_of(const std::string& rule, const RulesById& rules, std::string_view reported = "") {
  const auto found = rules.find(rule);
  if (found == rules.end()) return linked(reported, specification_address(reported));
  return linked(clause_text(*found->second), clause_address(*found->second));
}

// Rows adds lines to a text until it is full, and says how many it left out.
class Rows {
 public:
  explicit Rows(std::string& out) : out_(out) {}
  void add(const std::string& row) {
    if (out_.size() + row.size() > most_bytes) {
      ++left_out_;
    } else {
      out_ += row;
    }
  }
  void finish() {
    if (left_out_ != 0) out_ += fmt::format("\n{} more left out.\n", left_out_);
  }

 private:
  std::string& out_;
  std::uint64_t left_out_ = 0;
};

std::string_view sign_of(Tone tone) {
  switch (tone) {
    case Tone::breaks: return "💥";
    case Tone::fails: return "❌";
    case Tone::lenient: return "🟠";
    case Tone::warns: return "⚠️";
    case Tone::unjudged: return "❔";
    default: return "≠";
  }
}

void put(std::string& out, const ConformanceResult& result, const RulesById& rules) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "## {}\n\n", cell(full_name(result.implementation)));
  if (!result.complete) out += "**Interrupted: not all vectors were run.**\n\n";
  out += "| format | operation | verdict | requirements (vectors) | warned | differs | not offered | not judged |\n";
  out += "|---|---|---|---|--:|--:|--:|--:|\n";
  for (const Run& run : result.runs) {
    std::map<Tone, std::uint64_t> count;
    for (const VectorResult& one : result.results) {
      if (one.format == run.format && one.op == run.op) ++count[tone_of(one)];
    }
    const bool only = verdicts_only(result.implementation, run);
    fmt::format_to(to, "| {} | {} | **{}**{} | {} | {} | {} | {} | {} |\n", cell(run.format), cell(run.op),
                   cell(run.verdict), only ? ", verdicts only" : "", sentence(run.verdict, score_of(result, run)),
                   count[Tone::warns], count[Tone::differs], count[Tone::silent], count[Tone::unjudged]);
  }
  std::vector<Deviations> groups = deviations_of(result.results);
  std::uint64_t known = 0;
  std::erase_if(groups, [&](const Deviations& group) {
    known += group.known() ? group.results.size() : 0;
    return group.known();
  });
  if (known != 0) fmt::format_to(to, "\n{} as expected.\n", grouped(known, "deviation"));
  if (groups.empty()) return void(out += "\n");
  out += "\n| | requirement | level | clause | what it does |\n|---|---|---|---|---|\n";
  Rows rows(out);
  for (const Deviations& group : groups) {
    const bool rule = group.results.front()->expected.rule.has_value();
    rows.add(fmt::format("| {} | {} | {} | {} | {}: {} |\n", sign_of(group.tone),
                         rule ? rule_link(group.subject) : "valid inputs", cell(group.level),
                         clause_of(group.subject, rules, rule ? "" : group.subject), cell(group.op),
                         cell(describe(group))));
  }
  rows.finish();
  out += "\n";
}

// Each sentence may be as long as a cell.
std::string readers_of(const Diagnostic& diagnostic) {
  if (!diagnostic.readers) return "";
  std::string out = ". Readers " + cell(heading(*diagnostic.readers));
  for (const std::string& sentence : sentences(*diagnostic.readers)) out += "; " + cell(sentence);
  return out;
}

void put(std::string& out, const ValidationReport& report, const RulesById& rules) {
  auto to = std::back_inserter(out);
  const Summary& sum = report.summary;
  fmt::format_to(to, "## Validation of {}\n\n", plural(sum.inputs, "input"));
  out += "| valid | invalid | unsupported | limited | unreadable | skipped |\n|--:|--:|--:|--:|--:|--:|\n";
  fmt::format_to(to, "| {} | {} | {} | {} | {} | {} |\n", sum.valid, sum.invalid, sum.unsupported, sum.limited,
                 sum.unreadable, sum.skipped);
  const bool any = std::ranges::any_of(report.inputs, [](const auto& input) { return !input.diagnostics.empty(); });
  if (!any) return void(out += "\n");
  out += "\n| input | byte | | finding | rule | clause |\n|---|--:|---|---|---|---|\n";
  Rows rows(out);
  for (const InputReport& input : report.inputs) {
    for (const Diagnostic& one : input.diagnostics) {
      std::string words = one.message;
      if (!one.path.empty()) words += " at " + one.path;
      if (one.expected) words += fmt::format(" (expected {})", *one.expected);
      rows.add(fmt::format("| {} | {}{} | {} | {}{} | {} {} | {} |\n", cell(subject(input)), one.offset,
                           one.part == Part::body ? " (body)" : "", to_string(one.severity), cell(words),
                           readers_of(one), rule_link(one.rule), to_string(one.level),
                           clause_of(one.rule, rules, one.clause)));
    }
    if (input.more != 0) {
      rows.add(fmt::format("| {} | | | {} more findings | | |\n", cell(subject(input)),
                           input.more < 0 ? std::string("some") : std::to_string(input.more)));
    }
  }
  rows.finish();
  out += "\n";
}

}  // namespace

std::string markdown(const Results& results, const RulesById& rules) {
  std::string out;
  for (const ConformanceResult& result : results.conformance) put(out, result, rules);
  for (const ValidationReport& report : results.validations) put(out, report, rules);
  return out;
}

}  // namespace hallmark::reports
