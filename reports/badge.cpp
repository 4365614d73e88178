// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "reports/deviations.hpp"
#include "reports/forms.hpp"
#include "reports/html/markup.hpp"
#include "reports/score.hpp"

namespace hallmark::reports {
namespace {

using namespace std::string_view_literals;

// White text on each of these has a contrast of at least 4.5.
constexpr std::string_view green = "#2f7d32";
constexpr std::string_view red = "#b3261e";
constexpr std::string_view orange = "#a8480b";
constexpr std::string_view amber = "#8a5a00";
constexpr std::string_view grey = "#5f6368";

// The worst first.
constexpr std::pair<std::string_view, std::string_view> verdicts[] = {
    {"non-conformant", red}, {"lenient", orange}, {"not-tested", grey}, {"partial", amber}, {"conformant", green}};

Badge conformance_badge(const std::vector<ConformanceResult>& results) {
  std::set<std::string> formats;
  std::set<std::string, std::less<>> seen;
  Score score;
  bool verdict_only = false;
  bool complete = true;
  for (const ConformanceResult& result : results) {
    complete = complete && result.complete;
    for (const Run& run : result.runs) {
      formats.insert(run.format);
      seen.insert(run.verdict);
      score.add(result, run);
      verdict_only = verdict_only || verdicts_only(result.implementation, run);
    }
  }
  const auto* worst = std::ranges::find_if(verdicts, [&](const auto& one) { return seen.contains(one.first); });
  const auto [verdict, colour] = worst == std::end(verdicts) ? std::pair("not-tested"sv, grey) : *worst;
  std::string message(verdict);
  if (score.vectors != 0) message += ": " + brief(verdict, score);
  if (verdict_only) message += ", verdicts only";
  if (!complete) message += ", interrupted";
  return {.label = formats.size() == 1 ? *formats.begin() : "hallmark",
          .message = std::move(message),
          .colour = complete || score.broken != 0 ? colour : grey};
}

Badge validation_badge(const std::vector<ValidationReport>& validations) {
  Summary sum;
  std::set<std::string> formats;
  for (const ValidationReport& report : validations) {
    for (const InputReport& input : report.inputs) {
      sum.add(input);
      if (input.format) formats.insert(*input.format);
    }
  }
  Badge badge{.label = formats.size() == 1 ? *formats.begin() : "hallmark", .message = {}, .colour = green};
  if (sum.invalid != 0) {
    badge.message = fmt::format("{} of {} invalid", sum.invalid, sum.inputs);
    badge.colour = red;
  } else if (sum.valid != sum.inputs) {
    badge.message = fmt::format("{} of {} not checked", sum.inputs - sum.valid, sum.inputs);
    badge.colour = amber;
  } else if (sum.inputs == 0) {
    badge.message = "nothing checked";
    badge.colour = grey;
  } else {
    badge.message = fmt::format("{} valid", sum.inputs);
  }
  return badge;
}

// Text is stretched to this width, so that a badge looks the same in every font.
std::size_t pixels_of(std::string_view text) { return 7 * text.size() + 10; }

}  // namespace

Badge badge_of(const Results& results) {
  return results.conformance.empty() ? validation_badge(results.validations) : conformance_badge(results.conformance);
}

std::string svg(const Badge& badge) {
  const std::size_t left = pixels_of(badge.label);
  const std::size_t right = pixels_of(badge.message);
  web::Markup out;
  web::put(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"20\" role=\"img\">\n", left + right);
  web::put(out, "<title>{}: {}</title>\n", badge.label, badge.message);
  web::put(out, "<rect width=\"{}\" height=\"20\" fill=\"#3c4043\"/>\n", left);
  web::put(out, "<rect x=\"{}\" width=\"{}\" height=\"20\" fill=\"{}\"/>\n", left, right, badge.colour);
  out.html += "<g fill=\"#fff\" font-family=\"Verdana,DejaVu Sans,sans-serif\" font-size=\"11\">\n";
  web::put(out, "<text x=\"5\" y=\"14\" textLength=\"{}\">{}</text>\n", left - 10, badge.label);
  web::put(out, "<text x=\"{}\" y=\"14\" textLength=\"{}\">{}</text>\n", left + 5, right - 10, badge.message);
  out.html += "</g>\n</svg>\n";
  return std::move(out.html);
}

Json endpoint(const Badge& badge) {
  return {{"schemaVersion", 1}, {"label", badge.label}, {"message", badge.message}, {"color", badge.colour}};
}

}  // namespace hallmark::reports
