// The list of vectors. Each is a <details> element: one line of the matrix, which opens to bytes, answers and rules.
#include <algorithm>

#include "reports/html/bytes.hpp"
#include "reports/html/conformance.hpp"
#include "reports/html/rule.hpp"

namespace hallmark::reports::web {
namespace {

// Text of testees is shortened: there can be hundreds of failures with standard error.
constexpr std::size_t message_shown = 1000;
constexpr std::size_t stderr_shown = 4000;
constexpr std::size_t value_shown = 2000;

std::string clause_of(const Row& row, const VectorDetail* vector, const Details& details) {
  if (vector != nullptr && !vector->clause.empty()) return vector->clause;
  const auto rule = row.first->expected.rule ? details.rules.find(*row.first->expected.rule) : details.rules.end();
  return rule == details.rules.end() ? "" : rule->second.clause;
}

// The colour of a row: the most severe tone of its answers. Tone is in ascending order of severity.
Tone most_severe(const Row& row) {
  Tone tone = Tone::silent;
  for (const VectorResult* answer : row.answers) {
    if (answer != nullptr && answer->result == "pass" && tone == Tone::silent) tone = Tone::good;
  }
  for (const VectorResult* answer : row.answers) {
    if (answer == nullptr) continue;
    const Tone other = tone_of(answer->level, answer->result);
    if (other > Tone::silent && (tone == Tone::good || other > tone)) tone = other;
  }
  return tone;
}

// One cell for each implementation, with one sign or word for each operation.
void put_cells(Markup& page, const Matrix& matrix, const std::vector<std::size_t>& ops, const Row& row) {
  const bool alone = matrix.columns.size() == 1;
  put(page, "<span class=\"cells\">");
  for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
    page.html += "<span class=\"cell\">";
    const std::string& key = matrix.columns[column].key;
    if (!alone) put(page, "<b class=\"key\" aria-hidden=\"true\">{}</b>", key);
    for (const std::size_t op : ops) {
      const VectorResult* answer = matrix.answer(row, column, op);
      if (answer == nullptr) {
        page.html += alone ? "<span class=\"chip\"></span>" : "<i></i>";
        continue;
      }
      const Tone tone = tone_of(answer->level, answer->result);
      if (alone) {
        put(page, "<span class=\"chip {}\"><i aria-hidden=\"true\">{}</i><span class=\"op\">{} </span>{}</span>",
            name_of(tone), sign_of(tone), answer->op, answer->result);
      } else {
        put(page, "<i class=\"{}\" role=\"img\" aria-label=\"{} {}: {}\">{}</i>", name_of(tone), key, answer->op,
            answer->result, sign_of(tone));
      }
    }
    page.html += "</span>";
  }
  page.html += "</span>";
}

void put_expected(Markup& page, const Row& row, const VectorDetail* vector) {
  const auto& expected = row.first->expected;
  page.html += "<div class=\"answer\"><span class=\"who\">Expected</span>";
  if (expected.verdict == "valid") {
    page.html += "<div class=\"says\"><p>accept";
    if (vector != nullptr && !vector->value.empty()) {
      put(page, " as</p><pre>{}</pre>", shortened(vector->value, value_shown));
    } else {
      page.html += "</p>";
    }
    if (vector != nullptr) {
      put(page, "<p class=\"dim\">Encoding the value gives {}.</p>",
          vector->canonical ? "exactly these bytes" : "bytes that decode to the same value");
    }
    page.html += "</div></div>\n";
    return;
  }
  put(page, "<div class=\"says\"><p>reject: {}", expected.verdict);
  if (expected.category) put(page, ", <b>{}</b>", *expected.category);
  if (expected.offset) put(page, " at offset <b>{}</b>", *expected.offset);
  if (vector != nullptr && vector->error && vector->error->part == Part::body) page.html += " of the body";
  if (vector != nullptr && vector->error && !vector->error->path.empty()) {
    put(page, ", <code>{}</code>", vector->error->path);
  }
  page.html += "</p></div></div>\n";
}

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

void put_answer(Markup& page, const VectorResult& answer) {
  put(page, "<p>{}", chip(tone_of(answer.level, answer.result), answer.result));
  if (!answer.actual.result.empty()) put(page, " {}", answer.actual.result);
  std::optional<std::string> category = answer.actual.category;
  if (category) category = shortened(*category, 80);
  put_compared(page, "category", category, answer.expected.category);
  put_compared(page, "offset", answer.actual.offset, answer.expected.offset);
  if (answer.expectation) put(page, " <span class=\"expectation {0}\">expectation: {0}</span>", *answer.expectation);
  page.html += "</p>";
  if (answer.actual.message && !answer.actual.message->empty()) {
    put(page, "<p class=\"message\">{}</p>", shortened(*answer.actual.message, message_shown));
  }
  if (!answer.standard_error.empty()) {
    put(page, "<p class=\"label\">standard error</p><pre class=\"stderr\" tabindex=\"0\">{}</pre>",
        shortened(answer.standard_error, stderr_shown));
  }
}

// Implementations with the same answer to an operation share one entry.
struct Answers {
  std::string_view op;
  std::string text;
  std::vector<const Column*> from;
};

void put_answers(Markup& page, const Matrix& matrix, const std::vector<std::size_t>& ops, const Row& row) {
  std::vector<Answers> all;
  for (const std::size_t op : ops) {
    for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
      const VectorResult* answer = matrix.answer(row, column, op);
      if (answer == nullptr) continue;
      Markup text;
      put_answer(text, *answer);
      const auto same = [&](const Answers& other) { return other.op == answer->op && other.text == text.html; };
      auto found = std::ranges::find_if(all, same);
      if (found == all.end()) found = all.insert(all.end(), {answer->op, std::move(text.html), {}});
      found->from.push_back(&matrix.columns[column]);
    }
  }
  for (Answers& answer : all) {
    put(page, "<div class=\"answer\"><span class=\"who\"><b>{}</b>", answer.op);
    for (const Column* column : answer.from) {
      if (matrix.columns.size() == 1) break;
      put(page, " <span class=\"key\" title=\"{}\">{}</span>", column->label, column->key);
      if (answer.from.size() == 1) put(page, " {}", column->label);
    }
    put(page, "</span><div class=\"says\">{}</div></div>\n", Markup{std::move(answer.text)});
  }
}

void put_facts(Markup& page, const Row& row, const VectorDetail* vector, std::string_view clause) {
  page.html += "<dl class=\"facts\">";
  put_fact(page, "level", row.first->level);
  put_fact(page, "clause", clause);
  if (vector != nullptr) {
    put_fact(page, "needs", fmt::format("{}", fmt::join(vector->features, ", ")));
    put_fact(page, "options", vector->options);
    put_fact(page, "derived from", vector->derived_from);
  }
  page.html += "</dl>\n";
  if (vector == nullptr) return;
  for (const auto& [flag, note] : vector->flags) put(page, "<p class=\"flag\"><b>{}</b> {}</p>\n", flag, note);
}

void put_body(Markup& page, const Matrix& matrix, const std::vector<std::size_t>& ops, const Row& row,
              const VectorDetail* vector, std::string_view clause, const Details& details) {
  put(page, "<div class=\"body\" id=\"{0}\">\n<p class=\"lead\">{1} <a class=\"self\" href=\"#{0}\">link</a></p>\n",
      row.anchor, vector == nullptr ? std::string_view{} : std::string_view(vector->description));
  put_facts(page, row, vector, clause);
  if (vector == nullptr) {
    page.html += "<p class=\"dim\">The corpus does not contain this vector, so its bytes cannot be shown.</p>\n";
  } else if (vector->refused) {
    put(page, "<h4>Value that an encoder must refuse</h4>\n<pre>{}</pre>\n", shortened(vector->value, value_shown));
  } else {
    put(page, "<h4>Bytes <span>{}</span></h4>\n", size_of(*vector));
    put_bytes(page, *vector);
    for (std::size_t i = 0; i < vector->bodies.size(); ++i) {
      const BodyDetail& body = vector->bodies[i];
      put(page, "<h4>{} <span>{}</span></h4>\n",
          body.message == 0 ? "Body" : fmt::format("Body of message [{}]", body.message), body.bytes.size());
      put_body_bytes(page, *vector, i);
    }
  }
  page.html += "<h4>Expected and actual</h4>\n<div class=\"answers\">\n";
  put_expected(page, row, vector);
  put_answers(page, matrix, ops, row);
  page.html += "</div>\n";
  std::vector<std::string_view> rules;
  if (row.first->expected.rule) rules.push_back(*row.first->expected.rule);
  if (vector != nullptr) {
    for (const OffenceDetail& warning : vector->warnings) {
      if (std::ranges::find(rules, warning.rule) == rules.end()) rules.push_back(warning.rule);
    }
  }
  if (!rules.empty()) put(page, "<h4>Rule{}</h4>\n", rules.size() == 1 ? "" : "s");
  for (const std::string_view rule : rules) put_rule(page, rule, details);
  page.html += "</div>";
}

// Splits an id into the format, which the heading shows, and the rest.
std::pair<std::string_view, std::string_view> split(const Row& row) {
  const bool prefixed = row.id.starts_with(row.format) && row.id.substr(row.format.size()).starts_with('/');
  const std::size_t at = prefixed ? row.format.size() + 1 : 0;
  return {row.id.substr(0, at), row.id.substr(at)};
}

void put_row(Markup& page, const Matrix& matrix, const std::vector<std::size_t>& ops, const Row& row,
             const Details& details) {
  const auto found = details.vectors.find(row.id);
  const VectorDetail* vector = found == details.vectors.end() ? nullptr : &found->second;
  const std::string clause = clause_of(row, vector, details);
  put(page, "<details class=\"row {}\" data-f=\"{}\" data-c=\"{}\" data-l=\"{}\" data-r=\"", name_of(most_severe(row)),
      anchor(row.format), clause, row.first->level);
  const char* space = "";
  for (std::size_t column = 0; column < matrix.columns.size(); ++column) {
    for (std::size_t op = 0; op < matrix.ops.size(); ++op) {
      const VectorResult* answer = matrix.answer(row, column, op);
      if (answer == nullptr) continue;
      put(page, "{}{}:{}:{}", space, matrix.columns[column].key, answer->op, answer->result);
      space = " ";
    }
  }
  const auto [prefix, name] = split(row);
  put(page, "\"><summary><span class=\"id\"><span class=\"prefix\">{}</span>{}</span><span class=\"what\">{}</span>",
      prefix, name, vector == nullptr ? std::string_view{} : std::string_view(vector->description));
  put(page, "<span class=\"level\">{}</span>", row.first->level);
  put_cells(page, matrix, ops, row);
  page.html += "</summary>\n";
  put_body(page, matrix, ops, row, vector, clause, details);
  page.html += "</details>\n";
}

void put_head(Markup& page, const Matrix& matrix, const std::vector<std::size_t>& ops) {
  page.html +=
      "<div class=\"head\" aria-hidden=\"true\"><span class=\"id\">vector</span><span class=\"what\"></span>"
      "<span class=\"level\">level</span><span class=\"cells\">";
  for (const Column& column : matrix.columns) {
    if (matrix.columns.size() > 1) {
      put(page, "<span class=\"cell\"><span class=\"name\" title=\"{}\">{}</span>", column.label, column.label);
      for (const std::size_t op : ops) put(page, "<span class=\"op\">{}</span>", matrix.ops[op].substr(0, 3));
      page.html += "</span>";
    } else {
      page.html += "<span class=\"cell\">";
      for (const std::size_t op : ops) put(page, "<span class=\"chip\">{}</span>", matrix.ops[op]);
      page.html += "</span>";
    }
  }
  page.html += "</span></div>\n";
}

}  // namespace

void put_vectors(Markup& page, const Matrix& matrix, const Details& details) {
  for (auto row = matrix.rows.begin(); row != matrix.rows.end();) {
    const std::string_view format = row->format;
    const auto end = std::find_if(row, matrix.rows.end(), [&](const Row& r) { return r.format != format; });
    const std::vector<std::size_t> ops = matrix.ops_of(format);
    put(page, "<section class=\"list\" style=\"--columns:{};--ops:{}\">\n<h2>{} <span class=\"shown\">{}</span></h2>\n",
        matrix.columns.size(), ops.size(), format, plural(static_cast<std::uint64_t>(end - row), "vector"));
    put_head(page, matrix, ops);
    for (; row != end; ++row) put_row(page, matrix, ops, *row, details);
    page.html += "</section>\n";
  }
}

}  // namespace hallmark::reports::web
