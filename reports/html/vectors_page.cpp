// SPDX-License-Identifier: Apache-2.0
// The page of a theme: its vectors, each an entry that opens to bytes and answers. Those that somebody fails are open.
#include <algorithm>

#include "reports/html/report.hpp"

namespace hallmark::reports::web {
namespace {

constexpr std::size_t expected_shown = 2000;
// Text of testees is shortened: there can be hundreds of failures with standard error.
constexpr std::size_t message_shown = 1000;
constexpr std::size_t stderr_shown = 4000;
constexpr std::size_t word_shown = 80;
constexpr std::size_t path_shown = 120;

// put_compared shows an actual value, and the expected one if it differs.
template <class T>
void put_compared(Markup& page, std::string_view name, const std::optional<T>& actual,
                  const std::optional<T>& expected) {
  if (!actual) return;
  const bool same = actual == expected;
  put(page, " <span class=\"{}\">{} {}", same ? "same" : "other-than", name, *actual);
  if (!same && expected) put(page, " (expected {})", *expected);
  page.html += "</span>";
}

// Implementations with the same answer to an operation share one entry.
struct SameAnswer {
  std::string_view op;
  std::string text;
  Tone tone;
  std::vector<std::size_t> from;  // columns
};

std::vector<SameAnswer> answers_of(const Matrix& matrix, const Row& row) {
  std::vector<SameAnswer> all;
  for (std::size_t op = 0; op < matrix.ops.size(); ++op) {
    for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
      const VectorResult* answer = matrix.answer(row, column, op);
      if (answer == nullptr) continue;
      Markup text;
      put_answer(text, *answer);
      if (!answer->standard_error.empty()) {
        put(text, "<p class=\"dim\">standard error</p><pre class=\"stderr\" tabindex=\"0\">{}</pre>",
            shortened(answer->standard_error, stderr_shown));
      }
      const auto same = [&](const SameAnswer& other) { return other.op == answer->op && other.text == text.html; };
      auto found = std::ranges::find_if(all, same);
      if (found == all.end()) {
        found = all.insert(all.end(), {answer->op, std::move(text.html), tone_of(*answer), {}});
      }
      found->from.push_back(column);
    }
  }
  std::ranges::stable_sort(all, [](const SameAnswer& a, const SameAnswer& b) { return a.tone > b.tone; });
  return all;
}

void put_answers(Markup& page, const View& view, std::vector<SameAnswer>& all) {
  for (SameAnswer& answer : all) {
    put(page, "<div class=\"answer\"><div class=\"from\"><b>{}</b>", answer.op);
    for (const std::size_t column : answer.from) {
      page.html += " <span>";
      put_implementation(page, view, column);
      page.html += "</span>";
    }
    put(page, "</div><div>{}</div></div>\n", Markup{std::move(answer.text)});
  }
}

void put_wanted(Markup& page, const Row& row, const VectorDetail* vector) {
  page.html += "<div class=\"answer\"><div class=\"from\"><b>expected</b></div><div><p>";
  const bool valid = row.first->expected.verdict == "valid";
  if (valid && vector != nullptr && !vector->value.empty()) {
    put(page, "accept as</p><pre tabindex=\"0\">{}</pre>", shortened(vector->value, expected_shown));
  } else if (valid) {
    page.html += "accept</p>";
  } else {
    put_expected(page, *row.first, vector);
    page.html += "</p>";
  }
  if (valid && vector != nullptr) {
    put(page, "<p class=\"dim\">Encoding the value gives {}.</p>",
        vector->canonical ? "exactly these bytes" : "bytes that decode to the same value");
  }
  page.html += "</div></div>\n";
}

void put_rules(Markup& page, const View& view, const Row& row, const VectorDetail* vector) {
  std::vector<std::string_view> rules;
  if (row.first->expected.rule) rules.push_back(*row.first->expected.rule);
  if (vector != nullptr) {
    for (const OffenceDetail& warning : vector->warnings) {
      if (std::ranges::find(rules, warning.rule) == rules.end()) rules.push_back(warning.rule);
    }
  }
  for (const std::string_view id : rules) {
    page.html += "<p class=\"rule\">";
    put_rule_link(page, view, id);
    put_title(page, view, id);
    page.html += "</p>\n";
  }
}

void put_vector(Markup& page, const Row& row, const VectorDetail* vector) {
  page.html += "<dl class=\"facts\">";
  put_fact(page, "level", row.first->level);
  if (vector != nullptr) {
    Markup clause;
    put_clause(clause, vector->clause);
    put_fact(page, "clause", clause);
    put_fact(page, "needs", fmt::format("{}", fmt::join(vector->features, ", ")));
    put_fact(page, "options", vector->options);
    put_fact(page, "derived from", vector->derived_from);
  }
  page.html += "</dl>\n";
  if (vector == nullptr) {
    page.html += "<p class=\"dim\">The corpus does not contain this vector, so its bytes cannot be shown.</p>\n";
    return;
  }
  for (const auto& [flag, note] : vector->flags) put(page, "<p class=\"flag\"><b>{}</b> {}</p>\n", flag, note);
  put_sample(page, *vector);
}

void put_entry(Markup& page, const View& view, const Row& row) {
  const Report& report = view.report;
  const VectorDetail* vector = report.details.vector(row.id);
  std::vector<SameAnswer> answers = answers_of(report.matrix, row);
  const Tone worst = answers.empty() ? Tone::silent : answers.front().tone;
  const bool open = worst >= Tone::differs;
  put(page,
      "<details class=\"vector-entry {}\" data-find{}><summary><span class=\"id\">{}</span> <span "
      "class=\"what\">{}</span> ",
      name_of(worst), open ? " open" : "", short_id(row),
      vector == nullptr ? std::string_view{} : std::string_view(vector->description));
  Count count;
  for (const SameAnswer& answer : answers) count.tones[answer.tone] += answer.from.size();
  put_counts(page, count, true);
  put(page, "</summary>\n<div class=\"body\" id=\"{0}\">\n<p class=\"full\"><code>{1}</code>", row.anchor, row.id);
  if (vector != nullptr) put_hazards(page, vector->hazards);
  put(page, " <a class=\"self\" href=\"#{}\">link</a></p>\n", row.anchor);
  put_vector(page, row, vector);
  put_rules(page, view, row, vector);
  page.html += "<div class=\"answers\">\n";
  put_wanted(page, row, vector);
  put_answers(page, view, answers);
  page.html += "</div>\n</div>\n</details>\n";
}

}  // namespace

void put_expected(Markup& page, const VectorResult& answer, const VectorDetail* vector) {
  const auto& expected = answer.expected;
  if (expected.verdict == "valid") {
    page.html += answer.op == "encode" && vector != nullptr && vector->canonical ? "exactly these bytes" : "accept";
    return;
  }
  put(page, "reject: {}", expected.verdict);
  if (expected.category) put(page, ", <b>{}</b>", *expected.category);
  if (expected.offset) put(page, " at offset <b>{}</b>", *expected.offset);
  if (vector == nullptr || !vector->error) return;
  if (!vector->error->path.empty()) put(page, ", <code>{}</code>", shortened(vector->error->path, path_shown));
}

std::string_view words_of_expectation(std::string_view expectation) {
  if (expectation == "met") return "known";
  if (expectation == "unexpected-pass") return "expected to fail, but passes";
  return expectation == "unexpected-fail" ? "not expected" : expectation;
}

void put_answer(Markup& page, const VectorResult& answer) {
  put(page, "<p>{}", chip(tone_of(answer), answer.result));
  if (!answer.actual.result.empty()) put(page, " {}", answer.actual.result);
  std::optional<std::string> category = answer.actual.category;
  if (category) category = shortened(*category, word_shown);
  put_compared(page, "category", category, answer.expected.category);
  put_compared(page, "offset", answer.actual.offset, answer.expected.offset);
  if (answer.expectation) {
    put(page, " <span class=\"expectation {}\">{}</span>", *answer.expectation,
        words_of_expectation(*answer.expectation));
  }
  page.html += "</p>";
  if (answer.actual.message && !answer.actual.message->empty()) {
    put(page, "<p class=\"message\">{}</p>", shortened(*answer.actual.message, message_shown));
  }
}

void put_vectors_page(Markup& page, const View& view, const std::vector<const Row*>& rows) {
  const Row& first = *rows.front();
  const std::string_view theme = theme_of(first);
  const std::string title = theme.empty() ? std::string(first.format) : fmt::format("{}/{}", first.format, theme);
  Frame frame = frame_of(view, title);
  frame.way.push_back({std::string(first.format), view.root + view.report.places.format(first.format)});
  put_start(page, frame);
  put(page, "<h1>{}</h1>\n<p class=\"dim\">{}. Those with a failure are open. ✓ and ✗ count the implementations.</p>\n",
      title, plural(rows.size(), "vector"));
  put_search(page, "a vector or message");
  for (const Row* row : rows) put_entry(page, view, *row);
  put_end(page, frame);
}

}  // namespace hallmark::reports::web
