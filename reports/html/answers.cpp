#include "reports/html/answers.hpp"

#include "reports/html/matrix.hpp"

namespace hallmark::reports::web {
namespace {

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

void put_answer(Markup& page, const VectorResult& answer) {
  put(page, "<p>{}", chip(tone_of(answer.level, answer.result), answer.result));
  if (!answer.actual.result.empty()) put(page, " {}", answer.actual.result);
  std::optional<std::string> category = answer.actual.category;
  if (category) category = shortened(*category, word_shown);
  put_compared(page, "category", category, answer.expected.category);
  put_compared(page, "offset", answer.actual.offset, answer.expected.offset);
  if (answer.expectation) put(page, " <span class=\"expectation {0}\">expectation: {0}</span>", *answer.expectation);
  page.html += "</p>";
  if (answer.actual.message && !answer.actual.message->empty()) {
    put(page, "<p class=\"message\">{}</p>", shortened(*answer.actual.message, message_shown));
  }
}

void put_standard_error(Markup& page, const VectorResult& answer) {
  if (answer.standard_error.empty()) return;
  put(page, "<p class=\"dim\">standard error</p><pre class=\"stderr\" tabindex=\"0\">{}</pre>",
      shortened(answer.standard_error, stderr_shown));
}

}  // namespace hallmark::reports::web
