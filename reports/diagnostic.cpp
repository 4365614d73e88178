// SPDX-License-Identifier: Apache-2.0
#include "reports/diagnostic.hpp"

#include <fmt/format.h>

#include <utility>

#include "hallmark/core/message.hpp"

namespace hallmark::reports {
namespace {

constexpr std::uint64_t largest_exact_in_json = (std::uint64_t{1} << 53) - 1;

struct Length final : TextSink {
  void write(std::string_view piece) noexcept override { bytes += piece.size(); }
  std::size_t bytes = 0;
};

struct Text final : TextSink {
  void write(std::string_view piece) noexcept override { text += piece; }
  std::string text;
};

// text_of returns what `write` writes into a sink. Sinks allow no exception, so all memory is there before.
template <class Write>
std::string text_of(const Write& write) {
  Length length;
  write(length);
  Text text;
  text.text.reserve(length.bytes);
  write(text);
  return std::move(text.text);
}

std::string escape(std::string_view text, Escape what) {
  return text_of([&](TextSink& out) { write_escaped(out, text, what); });
}

}  // namespace

std::string_view to_string(Part part) noexcept {
  if (part == Part::head) return "head";
  return part == Part::body ? "body" : "";
}

std::string clause_text(const Rule& rule) { return fmt::format("{}#{}", rule.clause.document, rule.clause.section); }

Diagnostic describe(const Violation& violation, Severity severity, std::string path) {
  const Rule& rule = *violation.rule;
  Diagnostic diagnostic{.rule = std::string(rule.id),
                        .level = rule.level,
                        .clause = clause_text(rule),
                        .severity = severity,
                        .category = rule.category,
                        .offset = violation.offset,
                        .length = violation.length,
                        .part = Part::whole,
                        .path = escaped(path),
                        .message = text_of([&](TextSink& out) { write_message(out, violation); }),
                        .expected = std::nullopt,
                        .actual = std::nullopt,
                        .demand = rule.demand.text,
                        .fix = rule.fix};
  if (!rule.expected.empty()) diagnostic.expected = text_of([&](TextSink& out) { write_expected(out, violation); });
  if (violation.actual.present) diagnostic.actual = text_of([&](TextSink& out) { write_actual(out, violation); });
  return diagnostic;
}

Json number(std::uint64_t value) {
  if (value > largest_exact_in_json) return std::to_string(value);
  return value;
}

std::string escaped(std::string_view text) { return escape(text, Escape::controls); }

std::string as_utf8(std::string_view text) { return escape(text, Escape::invalid); }

}  // namespace hallmark::reports
