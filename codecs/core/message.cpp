// SPDX-License-Identifier: Apache-2.0
#include "hallmark/core/message.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

namespace hallmark {
namespace {

struct Unit {
  std::string_view one;
  std::string_view many;
};

constexpr Unit units[] = {
    {"byte", "bytes"}, {"dimension", "dimensions"}, {"document", "documents"}, {"entry", "entries"}};

// take removes a word from the start of text, if it is there.
bool take(std::string_view& text, std::string_view word) noexcept {
  const bool there = text.starts_with(word);
  if (there) text.remove_prefix(word.size());
  return there;
}

// write_number writes an integer in decimal, or as `x` and `04x` say: in hexadecimal, with zeros up to that many
// characters.
void write_number(TextSink& out, Number number, std::string_view form = {}) noexcept {
  char digits[20];
  const bool hexadecimal = !form.empty();
  const char* const end = std::to_chars(digits, std::end(digits), number.magnitude, hexadecimal ? 16 : 10).ptr;
  if (number.negative) out.write("-");
  if (hexadecimal) out.write("0x");
  int width = 0;
  std::from_chars(form.data(), form.data() + form.size(), width);
  for (auto length = end - digits + 2 + (number.negative ? 1 : 0); length < width; ++length) out.write("0");
  out.write({digits, end});
}

// write_value writes what stands for a placeholder; false where nothing does.
bool write_value(TextSink& out, const Violation& violation, std::string_view placeholder) noexcept {
  const auto name = violation.rule->name;
  if (placeholder == "name" && name != nullptr) {
    out.write(name(violation.actual.magnitude));
    return true;
  }
  const bool is_actual = take(placeholder, "actual");
  if (!is_actual && !take(placeholder, "expected")) return false;
  const Number number = is_actual ? violation.actual : violation.expected;
  if (!number.present) return false;
  if (placeholder.empty() || (take(placeholder, ":#") && placeholder.ends_with('x'))) {
    write_number(out, number, placeholder);
    return true;
  }
  const auto* const unit = std::ranges::find_if(
      units, [&](const Unit& one) { return placeholder.starts_with('_') && placeholder.ends_with(one.many); });
  if (unit == std::end(units)) return false;
  write_number(out, number);
  out.write(" ");
  out.write(number.magnitude == 1 ? unit->one : unit->many);
  return true;
}

// fill writes a pattern of a rule. A placeholder without a value stands as it is; a test looks for such patterns.
void fill(TextSink& out, std::string_view pattern, const Violation& violation) noexcept {
  for (;;) {
    const std::size_t open = pattern.find('{');
    const std::size_t close = pattern.find('}', open);
    if (close == std::string_view::npos) break;
    out.write({pattern.data(), open});
    const std::string_view placeholder(pattern.data() + open + 1, close - open - 1);
    if (!write_value(out, violation, placeholder)) out.write({pattern.data() + open, close - open + 1});
    pattern.remove_prefix(close + 1);
  }
  out.write(pattern);
}

// After writes a word before the first piece of a text.
class After final : public TextSink {
 public:
  After(TextSink& out, std::string_view before) noexcept : out_(out), before_(before) {}

  void write(std::string_view text) noexcept override {
    if (text.empty()) return;
    out_.write(before_);
    out_.write(text);
    before_ = {};
  }

 private:
  TextSink& out_;
  std::string_view before_;
};

}  // namespace

void write_message(TextSink& out, const Violation& violation) noexcept {
  fill(out, violation.rule->message, violation);
}

void write_expected(TextSink& out, const Violation& violation) noexcept {
  fill(out, violation.rule->expected, violation);
}

// In the notation of the message: decimal, or hexadecimal for bytes.
void write_actual(TextSink& out, const Violation& violation) noexcept {
  if (!violation.actual.present) return;
  std::string_view form = violation.rule->message;
  form.remove_prefix(std::min(form.find("{actual:#"), form.size()));
  (void)take(form, "{actual:#");
  write_number(out, violation.actual, {form.data(), std::min(form.find('}'), form.size())});
}

void describe(TextSink& out, const Violation& violation, Severity severity, const Place* place) noexcept {
  const Rule& rule = *violation.rule;
  if (!rule.id.starts_with("hallmark/")) {
    write_number(out, violation.offset);
    out.write(": ");
  }
  out.write(to_string(severity));
  out.write(": ");
  write_message(out, violation);
  for (const std::string_view text : {std::string_view(" ["), rule.id, std::string_view(" "), to_string(rule.level)}) {
    out.write(text);
  }
  out.write("]");
  After at(out, " at ");
  if (place != nullptr) place->write(at, violation);
  After expected(out, " (expected ");
  write_expected(expected, violation);
  if (!rule.expected.empty()) out.write(")");
}

bool DiagnosticText::report(const Violation& violation, Severity severity, const Place& place) noexcept {
  if (only_ != nullptr && (violation.rule != only_->rule || violation.offset != only_->offset)) return true;
  describe(out_, violation, severity, &place);
  out_.write("\n");
  return only_ == nullptr;
}

}  // namespace hallmark
