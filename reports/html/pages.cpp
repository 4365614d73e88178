// SPDX-License-Identifier: Apache-2.0
// Which pages a report and a site consist of.
#include <algorithm>

#include "reports/html.hpp"
#include "reports/html/report.hpp"

namespace hallmark::reports {

using namespace web;

namespace {

bool may_be_a_security_problem(const VectorResult& result, const Details& details) {
  if (!failed(result.result)) return false;
  if (result.result == "crash" || result.result == "hang" || result.result == "over-budget") return true;
  const VectorDetail* vector = details.vector(result.id);
  // Without the corpus nobody knows which failures are harmless.
  if (vector == nullptr) return true;
  return vector->hazards.contains("memory") || vector->hazards.contains("resources");
}

// publish leaves out what published forms must not show, and returns the number of results left out.
std::uint64_t publish(std::vector<ConformanceResult>& results, std::vector<ValidationReport>& validations,
                      const Details& details) {
  std::uint64_t withheld = 0;
  for (ConformanceResult& result : results) {
    withheld += std::erase_if(result.results,
                              [&](const VectorResult& vector) { return may_be_a_security_problem(vector, details); });
    for (VectorResult& vector : result.results) vector.standard_error.clear();
  }
  for (ValidationReport& report : validations) {
    for (InputReport& input : report.inputs) input.path.erase(0, input.path.rfind('/') + 1);
  }
  return withheld;
}

// The worst format first: by its worst implementation.
std::vector<std::string> formats_of(const std::vector<Tally>& tallies) {
  std::vector<const Tally*> sorted;
  for (const auto& [format, tally] : worst_by(&Tally::format, tallies)) sorted.push_back(tally);
  std::ranges::stable_sort(sorted, [](const Tally* a, const Tally* b) { return worse(*a, *b); });
  std::vector<std::string> formats;
  for (const Tally* tally : sorted) formats.emplace_back(tally->format);
  return formats;
}

// Only rules that occur have a page in a report.
void add_rules(Places& places, const Report& report) {
  const auto add = [&](std::string_view id) {
    if (report.details.rules.contains(id)) places.add_rule(id);
  };
  for (const Row& row : report.matrix.rows) {
    if (row.first->expected.rule) add(*row.first->expected.rule);
    const VectorDetail* vector = report.details.vector(row.id);
    if (vector == nullptr) continue;
    for (const OffenceDetail& warning : vector->warnings) add(warning.rule);
  }
  for (const Input& input : report.inputs) {
    for (const Diagnostic& diagnostic : input.input->diagnostics) add(diagnostic.rule);
  }
}

Report report_of(const std::vector<ConformanceResult>& results, const std::vector<ValidationReport>& validations,
                 const Details& details, std::string name) {
  Report report{.details = details,
                .validations = validations,
                .matrix = matrix_of(results),
                .groups = {},
                .tallies = {},
                .formats = {},
                .inputs = inputs_of(validations),
                .places = Places(""),
                .name = std::move(name)};
  report.groups = groups_of(report.matrix, details);
  report.tallies = tallies_of(report.matrix);
  report.formats = formats_of(report.tallies);
  return report;
}

// Writes pages to a sink; `fill` gets the view of the page.
class Writer {
 public:
  Writer(const Report& report, const PageSink& sink) : report_(report), sink_(sink) {}

  template <class Fill>
  void write(const std::string& path, Fill fill) const {
    Markup page;
    fill(page, View{report_, root_of(path)});
    sink_({path, std::move(page.html)});
  }
  void write_style() const { sink_({std::string(style_file), style_sheet()}); }
  void write_rules() const {
    for (const std::string& id : report_.places.rules()) {
      write(report_.places.rule(id), [&](Markup& page, const View& view) { put_rule_page(page, view, id); });
    }
  }

 private:
  const Report& report_;
  const PageSink& sink_;
};

void write_report(const Report& report, const PageSink& sink) {
  const Writer writer(report, sink);
  const Places& places = report.places;
  writer.write_style();
  for (const std::string& format : report.formats) {
    writer.write(places.format(format), [&](Markup& page, const View& view) { put_format_page(page, view, format); });
  }
  for (std::size_t column = 0; column < report.matrix.columns.size(); ++column) {
    writer.write(places.implementation(column),
                 [&](Markup& page, const View& view) { put_implementation_page(page, view, column); });
  }
  // Rows are sorted by id, so those of a theme may lie apart where another theme's name starts with its own.
  std::map<std::string, std::vector<const Row*>> themes;
  for (const Row& row : report.matrix.rows) themes[places.theme(row)].push_back(&row);
  for (const auto& [path, rows] : themes) {
    writer.write(path, [&, &same = rows](Markup& page, const View& view) { put_vectors_page(page, view, same); });
  }
  for (std::size_t first = 0; first < report.inputs.size();) {
    const std::string& path = report.inputs[first].path;
    std::size_t last = first;
    while (last < report.inputs.size() && report.inputs[last].path == path) ++last;
    writer.write(path, [&](Markup& page, const View& view) { put_inputs_page(page, view, first, last); });
    first = last;
  }
  writer.write_rules();
  // Last: who finds it finds the pages that it links to.
  writer.write(places.first_page(), [](Markup& page, const View& view) { put_first_page(page, view); });
}

}  // namespace

bool is_page(std::string_view start) {
  return start.find("<meta name=\"generator\" content=\"hallmark ") != std::string_view::npos ||
         start.starts_with(style_mark);
}

void report_pages(std::vector<ConformanceResult> results, std::vector<ValidationReport> validations,
                  const Details& details, const PageOptions& options, const PageSink& sink) {
  const std::uint64_t withheld = options.published ? publish(results, validations, details) : 0;
  Report report = report_of(results, validations, details, "Report");
  report.withheld = withheld;
  report.excerpt = options.excerpt;
  report.places = Places(report.matrix, options.first_page);
  add_rules(report.places, report);
  write_report(report, sink);
}

void site_pages(std::vector<ConformanceResult> results, const Details& details, const PageSink& sink) {
  std::vector<ValidationReport> none;
  const std::uint64_t withheld = publish(results, none, details);
  Report report = report_of(results, none, details, "Rules");
  report.withheld = withheld;
  report.places = Places("index.html");
  for (const auto& [id, rule] : details.rules) report.places.add_rule(id);
  const Writer writer(report, sink);
  writer.write_style();
  writer.write_rules();
  writer.write(report.places.first_page(), [](Markup& page, const View& view) { put_rule_index(page, view); });
}

}  // namespace hallmark::reports
