#include "reports/html/validation.hpp"

#include <map>
#include <set>

#include "reports/html/matrix.hpp"
#include "reports/html/rule.hpp"

namespace hallmark::reports::web {
namespace {

Tone tone_of(InputVerdict verdict) {
  switch (verdict) {
    case InputVerdict::valid: return Tone::good;
    case InputVerdict::invalid: return Tone::fails;
    case InputVerdict::limited: return Tone::warns;
    case InputVerdict::unsupported: return Tone::differs;
    case InputVerdict::unreadable: return Tone::unjudged;
  }
  return Tone::unjudged;
}

Tone tone_of(Severity severity) {
  switch (severity) {
    case Severity::error: return Tone::fails;
    case Severity::warning: return Tone::warns;
    case Severity::note: return Tone::silent;
  }
  return Tone::fails;
}

// The values by which an input can be filtered: one fact of the rules of its diagnostics.
std::string facts(const InputReport& input, const Details& details, std::string RuleDetail::* fact) {
  std::set<std::string_view> values;
  for (const Diagnostic& diagnostic : input.diagnostics) {
    const auto rule = details.rules.find(diagnostic.rule);
    if (rule != details.rules.end()) values.insert(rule->second.*fact);
  }
  return fmt::format("{}", fmt::join(values, " "));
}

// What the offset of a finding about an HTTP message counts in.
std::string_view counts_in(Part part) {
  switch (part) {
    case Part::whole: return "";
    case Part::head: return " of the file";
    case Part::body: return " of the body";
  }
  return "";
}

// Findings about an input as a whole have no meaningful offset.
bool has_place(const InputReport& input, const Diagnostic& diagnostic) {
  return input.verdict != InputVerdict::unreadable && !diagnostic.rule.starts_with("hallmark/");
}

void put_diagnostic(Markup& page, const InputReport& input, const Diagnostic& diagnostic) {
  page.html += "<div class=\"answer\"><span class=\"who\">";
  if (has_place(input, diagnostic)) {
    put(page, "<span title=\"{:#x}\">offset <b>{}</b>{}</span>", diagnostic.offset, diagnostic.offset,
        counts_in(diagnostic.part));
    if (diagnostic.length == 0) {
      page.html += "<span class=\"dim\">, bytes missing</span>";
    } else {
      put(page, "<span class=\"dim\">, {}</span>", plural(diagnostic.length, "byte"));
    }
  }
  put(page, "</span><div class=\"says\"><p>{}<b>{}</b></p>\n<p class=\"dim\">",
      chip(tone_of(diagnostic.severity), to_string(diagnostic.severity)), diagnostic.message);
  if (!diagnostic.path.empty()) put(page, "<code>{}</code> ", diagnostic.path);
  if (diagnostic.expected) put(page, "expected <code>{}</code> ", *diagnostic.expected);
  if (diagnostic.actual) put(page, "actual <code>{}</code>", *diagnostic.actual);
  put(page, "</p><p class=\"dim\">{} <code>{}</code></p></div></div>\n", to_string(diagnostic.category),
      diagnostic.rule);
}

void put_input(Markup& page, const InputReport& input, std::string_view id, const Details& details) {
  const std::string verdict(to_string(input.verdict));
  const std::string format = input.format.value_or("");
  const Tone tone = tone_of(input.verdict);
  put(page, "<details class=\"row {}\" data-f=\"{}\" data-c=\"{}\" data-l=\"{}\" data-r=\"0:validate:{}\">\n",
      name_of(tone), anchor(format), facts(input, details, &RuleDetail::clause),
      facts(input, details, &RuleDetail::level), verdict);
  put(page, "<summary><span class=\"id\">{}</span><span class=\"what\">{}</span><span class=\"level\">{}</span>",
      subject(input),
      input.diagnostics.empty() ? std::string_view{} : std::string_view(input.diagnostics.front().message), format);
  put(page, "<span class=\"cells\"><span class=\"cell\">{}</span></span></summary>\n", chip(tone, verdict));
  put(page, "<div class=\"body\" id=\"{}\">\n<dl class=\"facts\">", id);
  put_fact(page, "format", input.format ? format : "unknown");
  if (input.alternative) put_fact(page, "also valid as", *input.alternative);
  if (input.verdict != InputVerdict::unreadable) {
    put_fact(page, "size", plural(input.size, "byte"));
    put_fact(page, "working memory", plural(input.scratch, "byte"));
  }
  put(page, "<div><a class=\"self\" href=\"#{}\">link</a></div></dl>\n", id);
  std::set<std::string_view> rules;
  page.html += "<div class=\"answers\">\n";
  for (const Diagnostic& diagnostic : input.diagnostics) {
    put_diagnostic(page, input, diagnostic);
    rules.insert(diagnostic.rule);
  }
  page.html += "</div>\n";
  if (rules.empty()) page.html += "<p class=\"dim\">No findings.</p>\n";
  if (!rules.empty()) put(page, "<h4>Rule{}</h4>\n", rules.size() == 1 ? "" : "s");
  for (const std::string_view rule : rules) put_rule(page, rule, details);
  page.html += "</div>\n</details>\n";
}

}  // namespace

void put_summary(Markup& page, const ValidationReport& report) {
  const Summary& summary = report.summary;
  put(page, "<p class=\"tally\"><span><b>{}</b> {}</span>", summary.inputs, summary.inputs == 1 ? "input" : "inputs");
  const auto part = [&](std::uint64_t count, InputVerdict verdict) {
    if (count == 0) return;
    const std::string_view word = to_string(verdict);
    put(page, " <a href=\"#?r={}\">{}</a>", word, chip(tone_of(verdict), fmt::format("{} {}", count, word)));
  };
  part(summary.invalid, InputVerdict::invalid);
  part(summary.limited, InputVerdict::limited);
  part(summary.unsupported, InputVerdict::unsupported);
  part(summary.unreadable, InputVerdict::unreadable);
  part(summary.valid, InputVerdict::valid);
  if (summary.skipped > 0) put(page, " <span class=\"dim\">{} skipped</span>", summary.skipped);
  put(page, " <span class=\"dim\">{} profile · hallmark {}</span></p>\n", to_string(report.profile), report.hallmark);
}

void put_inputs(Markup& page, const ValidationReport& report, std::size_t number, const Details& details) {
  put(page, "<section class=\"list files\">\n<h2>Inputs{} <span class=\"shown\">{}</span></h2>\n",
      number == 0 ? "" : fmt::format(" of report {}", number + 1), plural(report.inputs.size(), "input"));
  std::map<std::string, std::size_t> seen;
  for (const InputReport& input : report.inputs) {
    // No anchor of a vector starts with "file~.".
    std::string id =
        fmt::format("file~.{}{}", number == 0 ? "" : fmt::format("{}~.", number + 1), anchor(subject(input)));
    const std::size_t times = ++seen[id];
    if (times > 1) id += fmt::format("~.{}", times);
    put_input(page, input, id, details);
  }
  page.html += "</section>\n";
}

}  // namespace hallmark::reports::web
