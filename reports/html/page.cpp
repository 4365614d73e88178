#include <array>
#include <charconv>

#include "reports/html.hpp"
#include "reports/html/assets.hpp"
#include "reports/html/conformance.hpp"
#include "reports/html/validation.hpp"

namespace hallmark::reports {

using namespace web;

namespace {

// base64_of converts a hexadecimal digest to base64, for the content security policy.
std::string base64_of(std::string_view hexadecimal) {
  constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t at = 0; at < hexadecimal.size(); at += 6) {  // 3 bytes, 4 characters
    const std::string_view digits = hexadecimal.substr(at, 6);
    unsigned bits = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
    bits <<= 4 * (6 - digits.size());
    for (std::size_t i = 0; i < 4; ++i) {
      out += i <= digits.size() * 2 / 3 ? alphabet[bits >> (18 - 6 * i) & 63] : '=';
    }
  }
  return out;
}

void put_start(Markup& page, std::string_view title) {
  // The policy allows only the style and script of the page itself: even unescaped text could not run or send anything.
  put(page,
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
      "script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"hallmark {}\">\n"
      "<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n",
      base64_of(assets::script_sha256), HALLMARK_VERSION, title, Markup{std::string(assets::style)});
}

void put_end(Markup& page) {
  put(page, "<script>{}</script>\n</body>\n</html>\n", Markup{std::string(assets::script)});
}

// The script fills the choices from the rows and shows the form. Without scripts it stays hidden.
void put_filter(Markup& page) {
  page.html +=
      "<form class=\"filter\" hidden>\n"
      "<label class=\"find\">Find <input type=\"search\" name=\"q\" placeholder=\"id, message, rule …  ( / "
      ")\"></label>\n"
      "<label>Format <select name=\"f\"><option value=\"\">all</select></label>\n"
      "<label>Operation <select name=\"o\"><option value=\"\">all</select></label>\n"
      "<label>Implementation <select name=\"i\"><option value=\"\">all</select></label>\n"
      "<label>Level <select name=\"l\"><option value=\"\">all</select></label>\n"
      "<label>Result <select name=\"r\"><option value=\"\">all</select></label>\n"
      "<label>Clause <select name=\"c\"><option value=\"\">all</select></label>\n"
      "<span class=\"end\"><output></output> <button type=\"reset\">Clear</button> "
      "<button type=\"button\" class=\"toggle\">Open all</button></span>\n</form>\n";
}

void put_legend(Markup& page) {
  struct Line {
    Tone tone;
    std::string_view word;
    std::string_view meaning;
  };
  static constexpr auto lines = std::to_array<Line>({
      {Tone::good, "pass", "the answer is as expected"},
      {Tone::fails, "MUST failed", "the specification requires it; the implementation is non-conformant"},
      {Tone::breaks, "broken", "crash, hang, protocol error or memory limit; counts as a failed MUST at any level"},
      {Tone::warns, "SHOULD failed", "the specification recommends it; reported as a warning"},
      {Tone::differs, "differs", "DECISION and LIMIT are Hallmark's own choices and never affect the verdict"},
      {Tone::silent, "unsupported, skipped", "not run; does not count as a pass"},
      {Tone::unjudged, "could not be tested", "the test harness failed, or the vector was not run"},
  });
  page.html += "<details class=\"legend\"><summary>How to read this</summary>\n<dl>\n";
  for (const Line& line : lines) put(page, "<dt>{}<dd>{}\n", chip(line.tone, line.word), line.meaning);
  page.html +=
      "</dl>\n<p>A vector whose verdict is not <i>valid</i> must be rejected. The category and offset of a rejection "
      "are "
      "compared if the implementation reports them, and never affect the verdict. Marked bytes break the rule. Offsets "
      "start at 0.</p>\n"
      "<p>Keys: <kbd>/</kbd> find, <kbd>j</kbd> <kbd>k</kbd> next and previous, <kbd>Enter</kbd> open.</p>\n"
      "</details>\n";
}

std::string title_of(const Matrix& matrix, const std::vector<ValidationReport>& validations) {
  std::string title;
  if (!matrix.columns.empty()) {
    title = "Conformance of " + (matrix.columns.size() == 1 ? matrix.columns.front().label
                                                            : plural(matrix.columns.size(), "implementation"));
  }
  std::uint64_t inputs = 0;
  for (const ValidationReport& report : validations) inputs += report.inputs.size();
  if (!validations.empty()) title += (title.empty() ? "Validation of " : ", validation of ") + plural(inputs, "input");
  return title;
}

}  // namespace

std::string html(const std::vector<ConformanceResult>& results, const Details& details) {
  return html(results, {}, details);
}

std::string html(const std::vector<ConformanceResult>& results, const std::vector<ValidationReport>& validations,
                 const Details& details) {
  const Matrix matrix = matrix_of(results);
  const std::string title = title_of(matrix, validations);
  Markup page;
  put_start(page, title);
  put(page, "<header><p class=\"brand\">Hallmark</p>\n<h1>{}</h1>\n", title);
  if (!results.empty()) put_implementations(page, matrix, details);
  page.html += "</header>\n<main>\n";
  if (!results.empty()) put_summary(page, matrix);
  for (const ValidationReport& report : validations) put_summary(page, report);
  if (!results.empty()) put_legend(page);
  put_filter(page);
  if (!results.empty()) put_vectors(page, matrix, details);
  for (std::size_t i = 0; i < validations.size(); ++i) put_inputs(page, validations[i], i, details);
  page.html += "</main>\n";
  put_end(page);
  return std::move(page.html);
}

}  // namespace hallmark::reports
