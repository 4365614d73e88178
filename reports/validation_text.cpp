// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>
#include <utility>

#include "reports/excerpt.hpp"
#include "reports/format_list.hpp"
#include "reports/paragraph.hpp"
#include "reports/plural.hpp"
#include "reports/readers.hpp"
#include "reports/validation.hpp"

namespace hallmark::reports {
namespace {

constexpr std::size_t indent = 4;
constexpr const char* off = "\x1b[0m";
constexpr Mark bold{"\x1b[1m", off};

// Terminals narrower than this get lines of this width.
constexpr std::size_t narrowest = 40;

Mark mark_of(Severity severity) {
  switch (severity) {
    case Severity::error: return {"\x1b[1;31m", off};
    case Severity::warning: return {"\x1b[1;35m", off};
    case Severity::note: return {"\x1b[1;36m", off};
  }
  return {};
}

std::size_t columns_of(const ReportStyle& style) { return style.columns == 0 ? 0 : std::max(style.columns, narrowest); }

// The finding has a place in the input. Those of the program concern the input as a whole, unless they cover bytes that
// are here, of which there are `here`.
bool has_place(const InputReport& input, const Diagnostic& diagnostic, std::uint64_t here) {
  if (diagnostic.rule.starts_with("hallmark/")) return diagnostic.length != 0 && diagnostic.offset < here;
  return input.message || diagnostic.offset <= input.size;
}

// Lines of a report in one style.
class Text {
 public:
  explicit Text(const ReportStyle& style) : style_(style), columns_(columns_of(style)) {}

  void finding(const InputReport& input, const Diagnostic& diagnostic, Bytes bytes, Bytes body) {
    const Bytes counted = diagnostic.part == Part::body ? body : bytes;
    const bool placed = has_place(input, diagnostic, counted.size());
    line(input, diagnostic, placed);
    const std::size_t before = out_.size();
    const bool is_new = helped_.insert(diagnostic.rule).second;
    if (placed && !style_.quiet) {
      const Mark mark = coloured(mark_of(diagnostic.severity));
      out_ += excerpt(counted, diagnostic.offset, diagnostic.length, mark,
                      diagnostic.part == Part::body ? "body" : "input", columns_);
      if (!diagnostic.demand.empty() && is_new) help(diagnostic.clause + ":", diagnostic.demand);
      if (!diagnostic.fix.empty() && is_new) help("help:", diagnostic.fix);
    }
    if (diagnostic.readers && is_new) help("readers:", text_of(*diagnostic.readers));
    if (out_.size() != before && !style_.quiet) out_ += '\n';
  }
  // People who ask whether a download is whole need not know what a profile is.
  void readable(const InputReport& input) {
    const bool demanded = std::ranges::any_of(input.diagnostics, [](const Diagnostic& diagnostic) {
      return diagnostic.severity == Severity::error && diagnostic.level <= Level::should;
    });
    out_ += fmt::format("{}: {} by {}, readable (compat)\n\n", subject(input), to_string(input.verdict),
                        demanded ? "the specification" : "Hallmark's decision");
  }
  void more(const InputReport& input) {
    const std::string count =
        input.more < 0 ? "more findings" : plural(static_cast<std::uint64_t>(input.more), "more finding");
    Paragraph paragraph(out_, columns_, indent);
    paragraph.word(subject(input) + ":", coloured(bold));
    paragraph.word("note:", coloured(mark_of(Severity::note)));
    paragraph.text("and " + count + " (--max-errors)");
    paragraph.end();
    out_ += '\n';
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  [[nodiscard]] Mark coloured(const Mark& mark) const { return style_.colour ? mark : Mark{}; }

  void line(const InputReport& input, const Diagnostic& diagnostic, bool placed) {
    std::string where = subject(input);
    if (placed && diagnostic.part == Part::body) where += ":body";
    if (placed) where += fmt::format(":{}", diagnostic.offset);
    Paragraph paragraph(out_, style_.quiet ? 0 : columns_, indent);
    paragraph.word(where + ":", coloured(bold));
    paragraph.word(std::string(to_string(diagnostic.severity)) + ":", coloured(mark_of(diagnostic.severity)));
    paragraph.text(escaped(diagnostic.message), coloured(bold));
    paragraph.word(fmt::format("[{} {}]", diagnostic.rule, to_string(diagnostic.level)));
    if (!diagnostic.path.empty()) {
      paragraph.word("at");
      paragraph.word(shortened(diagnostic.path, columns_ == 0 ? 0 : columns_ - indent));
    }
    if (diagnostic.expected) paragraph.text(fmt::format("(expected {})", escaped(*diagnostic.expected)));
    paragraph.end();
  }
  void help(std::string_view what, std::string_view text) {
    constexpr std::size_t inset = 2;
    out_.append(inset, ' ');
    Paragraph paragraph(out_, columns_ == 0 ? 0 : columns_ - inset, indent + inset);
    paragraph.word(what, coloured(bold));
    paragraph.text(text);
    paragraph.end();
  }

  const ReportStyle& style_;
  std::size_t columns_;
  std::string out_;
  std::set<std::string, std::less<>> helped_;  // rules that were explained
};

}  // namespace

std::string text_of(const InputReport& input, Bytes bytes, Bytes body, const ReportStyle& style) {
  Text text(style);
  for (const Diagnostic& diagnostic : input.diagnostics) {
    if (style.quiet && diagnostic.severity != Severity::error) continue;
    text.finding(input, diagnostic, bytes, body);
  }
  if (input.more != 0 && !style.quiet) text.more(input);
  if (input.compat == InputVerdict::valid && !style.quiet) text.readable(input);
  return text.take();
}

namespace {

// Most first, and what has no name last: "3 .json, 1 npy, 2 others".
std::string text_of(const std::map<std::string, std::uint64_t>& kinds) {
  constexpr std::size_t most_named = 8;
  std::vector<std::pair<std::string, std::uint64_t>> rows(kinds.begin(), kinds.end());
  std::ranges::stable_sort(rows, std::greater{}, &std::pair<std::string, std::uint64_t>::second);
  std::vector<std::string> parts;
  std::uint64_t others = 0;
  for (const auto& [kind, count] : rows) {
    if (kind == "other" || parts.size() == most_named) {
      others += count;
    } else {
      parts.push_back(fmt::format("{} {}", count, kind));
    }
  }
  if (others != 0) parts.push_back(plural(others, "other"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

// People who see "0 inputs" ask which files are checked, and why theirs are not.
std::string text_of_nothing(const Summary& summary) {
  std::string what = summary.skipped == 0 ? "there are no files" : fmt::format("{} skipped", summary.skipped);
  if (!summary.skipped_kinds.empty()) what = text_of(summary.skipped_kinds);
  return fmt::format("nothing was checked: {}; formats: {}{}\n", what, format_list(),
                     summary.skipped == 0 ? "" : "; --verbose names each file");
}

}  // namespace

std::string text_of(const Summary& summary, bool complete, const ReportStyle& style) {
  const auto coloured = [&style](std::string text, const char* colour) {
    return style.colour ? colour + std::move(text) + off : text;
  };
  if (complete && summary.inputs == 0) return text_of_nothing(summary);
  std::string out = complete ? "" : "interrupted; ";
  out += plural(summary.inputs, "input");
  const char* before = ": ";
  const auto part = [&](std::uint64_t count, std::string_view name, const char* colour) {
    if (count == 0) return;
    out += before + coloured(fmt::format("{} {}", count, name), colour);
    before = ", ";
  };
  part(summary.valid, "valid", "\x1b[1;32m");
  part(summary.invalid, "invalid", "\x1b[1;31m");
  part(summary.unsupported, "unsupported", "\x1b[1;33m");
  part(summary.limited, "limited", "\x1b[1;33m");
  part(summary.unreadable, "unreadable", "\x1b[1;33m");
  if (summary.readable != 0) out += fmt::format("; {} readable (compat)", summary.readable);
  if (summary.errors != 0) out += "; " + plural(summary.errors, "error");
  if (summary.warnings != 0) out += "; " + plural(summary.warnings, "warning");
  if (summary.more != 0)
    out += fmt::format("; {}{} more not shown", summary.more_counted ? "" : "at least ", summary.more);
  if (summary.skipped != 0) out += fmt::format("; {} skipped", summary.skipped);
  out += "\n";
  if (summary.skipped_kinds.empty()) return out;
  return out + fmt::format("not checked: {} (list them with --verbose)\n", text_of(summary.skipped_kinds));
}

std::string text_of(const RuleStatistics& statistics, const ReportStyle& style) {
  const auto rows = statistics.worst_first();
  if (rows.empty()) return "";
  std::size_t widest = std::string_view("rule").size();
  for (const RuleStatistics::Row& row : rows) widest = std::max(widest, row.first.rule.size());
  std::string out = fmt::format("{:>8}  {:>8}  {:<8}  {:<8}  {:<{}}  {}\n", "findings", "inputs", "severity", "level",
                                "rule", widest, "first");
  const std::size_t before_example = out.size() - std::string_view("first\n").size();
  for (const RuleStatistics::Row& row : rows) {
    const Mark mark = style.colour ? mark_of(row.first.severity) : Mark{};
    const std::size_t columns = columns_of(style);
    const std::size_t room = columns > before_example + indent ? columns - before_example : 0;
    fmt::format_to(std::back_inserter(out), "{:>8}  {:>8}  {}{:<8}{}  {:<8}  {:<{}}  {}\n", row.findings, row.inputs,
                   mark.on, to_string(row.first.severity), mark.off, to_string(row.first.level), row.first.rule, widest,
                   shortened(row.example(), room));
  }
  return out + "\n";
}

}  // namespace hallmark::reports
