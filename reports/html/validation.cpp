// SPDX-License-Identifier: Apache-2.0
// Findings of validated files: by rule and by input on the first page, and each input on a page of inputs.
#include <algorithm>
#include <map>

#include "reports/html/report.hpp"
#include "reports/readers.hpp"

namespace hallmark::reports::web {
namespace {

constexpr std::size_t inputs_on_page = 200;
// Bounds of the first page.
constexpr std::size_t rules_shown = 40;
constexpr std::size_t inputs_shown = 40;
constexpr std::size_t examples_shown = 3;

struct Shown {
  InputVerdict verdict;
  Tone tone;
  std::uint64_t Summary::* count;
};
constexpr Shown worst_first[] = {{InputVerdict::invalid, Tone::fails, &Summary::invalid},
                                 {InputVerdict::limited, Tone::warns, &Summary::limited},
                                 {InputVerdict::unsupported, Tone::differs, &Summary::unsupported},
                                 {InputVerdict::unreadable, Tone::unjudged, &Summary::unreadable},
                                 {InputVerdict::valid, Tone::good, &Summary::valid}};

const Shown* shown(InputVerdict verdict) { return std::ranges::find(worst_first, verdict, &Shown::verdict); }

Tone tone_of_input(InputVerdict verdict) { return shown(verdict)->tone; }

Tone tone_of_severity(Severity severity) {
  if (severity == Severity::error) return Tone::fails;
  return severity == Severity::warning ? Tone::warns : Tone::silent;
}

// Valid without findings last.
auto rank_of(const InputReport& input) {
  const bool clean = input.verdict == InputVerdict::valid && input.diagnostics.empty();
  return std::pair(shown(input.verdict), clean);
}

// What the offset of a finding about an HTTP message counts in.
std::string_view counts_in(Part part) {
  if (part == Part::head) return " of the file";
  return part == Part::body ? " of the body" : "";
}

// Findings about an input as a whole have no meaningful offset.
bool has_place(const Diagnostic& diagnostic) { return !diagnostic.rule.starts_with("hallmark/"); }

std::string link_of(const View& view, const Input& input) {
  return fmt::format("{}{}#{}", view.root, input.path, input.anchor);
}

void put_diagnostic(Markup& page, const View& view, const InputReport& input, const Diagnostic& diagnostic) {
  page.html += "<div class=\"answer\"><div class=\"from\">";
  if (has_place(diagnostic)) {
    put(page, "<span title=\"{:#x}\">offset <b>{}</b>{}, {}</span>", diagnostic.offset, diagnostic.offset,
        counts_in(diagnostic.part), diagnostic.length == 0 ? "bytes missing" : plural(diagnostic.length, "byte"));
  }
  put(page, "</div><div><p>{} <b>{}</b></p>\n<p>",
      chip(tone_of_severity(diagnostic.severity), to_string(diagnostic.severity)), diagnostic.message);
  if (!diagnostic.path.empty()) put(page, "<code>{}</code> ", diagnostic.path);
  if (diagnostic.expected) put(page, "<span class=\"dim\">expected</span> <code>{}</code>", *diagnostic.expected);
  if (diagnostic.actual)
    put(page, "<span class=\"dim\">{}actual</span> <code>{}</code>", diagnostic.expected ? ", " : "",
        *diagnostic.actual);
  page.html += "</p>";
  if (has_place(diagnostic) && view.report.excerpt) {
    const std::string bytes = view.report.excerpt(input, diagnostic);
    if (!bytes.empty()) put(page, "<pre class=\"excerpt\">{}</pre>", bytes);
  }
  put(page, "<p class=\"dim\">{} ", to_string(diagnostic.category));
  put_rule_link(page, view, diagnostic.rule);
  put(page, " {} ", to_string(diagnostic.level));
  put_clause(page, view, diagnostic.rule, diagnostic.clause);
  const Rule* rule = view.report.details.rule(diagnostic.rule);
  if (rule != nullptr && !rule->demand.text.empty()) put(page, " {}", rule->demand.text);
  if (rule != nullptr && !rule->fix.empty()) put(page, "</p><p class=\"fix\">{}", rule->fix);
  if (diagnostic.readers) put(page, "</p><p class=\"dim\">Readers {}.", text_of(*diagnostic.readers));
  page.html += "</p></div></div>\n";
}

void put_input(Markup& page, const View& view, const Input& of) {
  const InputReport& input = *of.input;
  const Tone tone = tone_of_input(input.verdict);
  put(page,
      "<details class=\"vector-entry {}\" data-find{}><summary><span class=\"id\">{}</span> <span "
      "class=\"what\">{}</span> {}</summary>\n",
      name_of(tone), tone == Tone::good ? "" : " open", subject(input), input.format.value_or(""),
      chip(tone, to_string(input.verdict)));
  put(page, "<div class=\"body\" id=\"{}\">\n<dl class=\"facts\">", of.anchor);
  put_fact(page, "format", input.format.value_or("unknown"));
  if (input.alternative) put_fact(page, "also valid as", *input.alternative);
  if (input.verdict != InputVerdict::unreadable) {
    put_fact(page, "size", plural(input.size, "byte"));
    put_fact(page, "working memory", plural(input.scratch, "byte"));
  }
  put(page, "<div><a class=\"self\" href=\"#{}\">link</a></div></dl>\n<div class=\"answers\">\n", of.anchor);
  for (const Diagnostic& diagnostic : input.diagnostics) put_diagnostic(page, view, input, diagnostic);
  page.html += "</div>\n";
  if (input.more != 0) {
    put(page, "<p class=\"dim\">More findings were held back{}.</p>\n",
        input.more > 0 ? fmt::format(": {}", input.more) : "");
  }
  if (input.diagnostics.empty()) page.html += "<p class=\"dim\">No findings.</p>\n";
  page.html += "</div>\n</details>\n";
}

void put_tally(Markup& page, const ValidationReport& report) {
  const Summary& summary = report.summary;
  put(page, "<p class=\"headline\"><b>{}</b> ", plural(summary.inputs, "input"));
  for (const Shown& one : worst_first) {
    if (const std::uint64_t count = summary.*one.count; count > 0) {
      put(page, "{} ", chip(one.tone, fmt::format("{} {}", count, to_string(one.verdict))));
    }
  }
  if (!report.complete) page.html += "<b>Interrupted: what is missing was not checked.</b> ";
  put(page, "<span class=\"dim\">");
  if (summary.skipped > 0) put(page, "{} skipped · ", summary.skipped);
  put(page, "{} profile · hallmark {}</span></p>\n", to_string(report.profile), shortened(report.hallmark, 80));
}

// Findings of one rule and severity.
struct Findings {
  Severity severity;
  std::string_view rule;
  std::uint64_t count = 0;
  std::vector<const Input*> inputs;
};

std::vector<Findings> findings_of(const std::vector<Input>& inputs) {
  std::map<std::pair<Severity, std::string_view>, Findings> all;
  for (const Input& input : inputs) {
    for (const Diagnostic& diagnostic : input.input->diagnostics) {
      Findings& findings = all[{diagnostic.severity, diagnostic.rule}];
      findings.severity = diagnostic.severity;
      findings.rule = diagnostic.rule;
      ++findings.count;
      if (findings.inputs.empty() || findings.inputs.back() != &input) findings.inputs.push_back(&input);
    }
  }
  std::vector<Findings> sorted;
  for (auto& [key, findings] : all) sorted.push_back(std::move(findings));
  std::ranges::stable_sort(sorted, [](const Findings& a, const Findings& b) {
    return a.severity != b.severity ? a.severity < b.severity : a.inputs.size() > b.inputs.size();
  });
  return sorted;
}

void put_findings(Markup& page, const View& view, const std::vector<Input>& inputs) {
  const std::vector<Findings> all = findings_of(inputs);
  if (all.empty()) return;
  page.html += "<h2 id=\"findings\">Findings by rule</h2>\n<ul class=\"groups\">\n";
  for (std::size_t i = 0; i < all.size() && i < rules_shown; ++i) {
    const Findings& findings = all[i];
    put(page, "<li>{}<span class=\"what\">", chip(tone_of_severity(findings.severity), to_string(findings.severity)));
    put_rule_link(page, view, findings.rule);
    if (const Rule* rule = view.report.details.rule(findings.rule)) {
      put(page, " {} <span class=\"level\">{}</span> ", rule->title, to_string(rule->level));
      put_clause(page, *rule);
    }
    put(page, "</span><span class=\"who\"><b>{}</b> in {}: ", findings.count, plural(findings.inputs.size(), "input"));
    for (std::size_t k = 0; k < findings.inputs.size() && k < examples_shown; ++k) {
      put(page, "<a href=\"{}\">{}</a> ", link_of(view, *findings.inputs[k]),
          shortened(subject(*findings.inputs[k]->input), 120));
    }
    page.html += findings.inputs.size() > examples_shown ? "…</span></li>\n" : "</span></li>\n";
  }
  if (all.size() > rules_shown) put(page, "<li class=\"more\">and {} more rules</li>\n", all.size() - rules_shown);
  page.html += "</ul>\n";
}

void put_pages(Markup& page, const View& view, const std::vector<Input>& inputs) {
  if (inputs.size() <= inputs_on_page) return;
  page.html += "<nav class=\"pages\" aria-label=\"Pages of inputs\">";
  for (std::size_t first = 0; first < inputs.size(); first += inputs_on_page) {
    put(page, "<a href=\"{}{}\">{}–{}</a> ", view.root, inputs[first].path, first + 1,
        std::min(first + inputs_on_page, inputs.size()));
  }
  page.html += "</nav>\n";
}

}  // namespace

std::vector<Input> inputs_of(const std::vector<ValidationReport>& validations) {
  std::vector<Input> inputs;
  std::map<std::string, std::size_t> seen;
  for (std::size_t number = 0; number < validations.size(); ++number) {
    for (const InputReport& input : validations[number].inputs) {
      std::string id = fmt::format("{}/{}", number + 1, anchor(subject(input)));
      // No other input has this anchor: "~." never comes from anchor().
      if (const std::size_t times = ++seen[id]; times > 1) id += fmt::format("~.{}", times);
      inputs.push_back({&validations[number], &input, std::move(id), ""});
    }
  }
  std::ranges::stable_sort(inputs, {}, [](const Input& input) { return rank_of(*input.input); });
  for (std::size_t i = 0; i < inputs.size(); ++i)
    inputs[i].path = fmt::format("inputs/{}.html", i / inputs_on_page + 1);
  return inputs;
}

void put_validations(Markup& page, const View& view) {
  if (view.report.validations.empty()) return;
  const std::vector<Input>& inputs = view.report.inputs;
  page.html += "<section aria-labelledby=\"inputs\">\n<h2 id=\"inputs\">Inputs</h2>\n";
  for (const ValidationReport& report : view.report.validations) put_tally(page, report);
  put_findings(page, view, inputs);
  page.html += "<h2 id=\"files\">Inputs, the worst first</h2>\n<ul class=\"groups\">\n";
  for (std::size_t i = 0; i < inputs.size() && i < inputs_shown; ++i) {
    const InputReport& input = *inputs[i].input;
    put(page,
        "<li>{}<span class=\"what\"><a href=\"{}\">{}</a> <span class=\"dim\">{}</span></span><span "
        "class=\"who\">{}</span></li>\n",
        chip(tone_of_input(input.verdict), to_string(input.verdict)), link_of(view, inputs[i]), subject(input),
        input.format.value_or(""),
        input.diagnostics.empty() ? std::string_view{} : std::string_view(input.diagnostics.front().message));
  }
  page.html += "</ul>\n";
  put_pages(page, view, inputs);
  page.html += "</section>\n";
}

void put_inputs_page(Markup& page, const View& view, std::size_t first, std::size_t last) {
  const std::vector<Input>& inputs = view.report.inputs;
  const std::string title = fmt::format("Inputs {} to {}", first + 1, last);
  const Frame frame = frame_of(view, title);
  put_start(page, frame);
  put(page, "<h1>{}</h1>\n", title);
  put_pages(page, view, inputs);
  put_search(page, "an input or message");
  for (std::size_t i = first; i < last; ++i) put_input(page, view, inputs[i]);
  put_end(page, frame);
}

}  // namespace hallmark::reports::web
