#include "reports/diagnostic.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

#include <functional>

#include "codecs/core/utf8.hpp"

namespace hallmark::reports {
namespace {

constexpr std::uint64_t largest_exact_in_json = (std::uint64_t{1} << 53) - 1;

struct Unit {
  std::string_view one;
  std::string_view many;
};

constexpr Unit units[] = {
    {"byte", "bytes"}, {"dimension", "dimensions"}, {"document", "documents"}, {"entry", "entries"}};

// Adds a number, and the same with each unit: "1 byte", "3 bytes". Absent numbers are left out, so that a pattern that
// uses one fails and does not print a wrong zero.
void add(fmt::dynamic_format_arg_store<fmt::format_context>& arguments, const char* name, Number number) {
  if (!number.present) return;
  const char* sign = number.negative ? "-" : "";
  if (number.negative) {
    arguments.push_back(fmt::arg(name, static_cast<std::int64_t>(std::uint64_t{0} - number.magnitude)));
  } else {
    arguments.push_back(fmt::arg(name, number.magnitude));
  }
  for (const Unit& unit : units) {
    const std::string with_unit = fmt::format("{}_{}", name, unit.many);
    const std::string_view word = number.magnitude == 1 ? unit.one : unit.many;
    arguments.push_back(fmt::arg(with_unit.c_str(), fmt::format("{}{} {}", sign, number.magnitude, word)));
  }
}

// A rule with a bad pattern must not break a report; a test renders every rule to find such patterns.
std::string fill(std::string_view pattern, const Violation& violation) {
  fmt::dynamic_format_arg_store<fmt::format_context> arguments;
  add(arguments, "actual", violation.actual);
  add(arguments, "expected", violation.expected);
  const auto name_of = violation.rule == nullptr ? nullptr : violation.rule->name;
  const std::string name(name_of == nullptr ? "" : name_of(violation.actual.magnitude));
  if (name_of != nullptr) arguments.push_back(fmt::arg("name", std::cref(name)));
  try {
    return fmt::vformat(fmt::string_view(pattern.data(), pattern.size()), arguments);
  } catch (const fmt::format_error&) {
    return std::string(pattern);
  }
}

// The actual number in the notation of the message: decimal, or hexadecimal for bytes.
std::string actual_as_in(std::string_view message, const Violation& violation) {
  const std::size_t from = message.find("{actual:");
  const std::size_t to = from == std::string_view::npos ? from : message.find('}', from);
  if (to == std::string_view::npos) return fill("{actual}", violation);
  return fill(message.substr(from, to - from + 1), violation);
}

// Length of the character at `at` if it must not reach a terminal, else 0: control characters, and characters that
// reorder or break lines. `text` is valid UTF-8 at this place.
std::size_t control_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(at);
  if (first < 0x20 || first == 0x7f) return 1;
  if (first == 0xc2 && byte(at + 1) >= 0x80 && byte(at + 1) <= 0x9f) return 2;                          // C1
  if (first == 0xe2 && byte(at + 1) == 0x80 && byte(at + 2) >= 0xa8 && byte(at + 2) <= 0xae) return 3;  // U+2028…202E
  if (first == 0xe2 && byte(at + 1) == 0x81 && byte(at + 2) >= 0xa6 && byte(at + 2) <= 0xa9) return 3;  // U+2066…2069
  return 0;
}

void append_hex(std::string& out, std::string_view bytes) {
  for (const char c : bytes) fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<unsigned char>(c));
}

enum class Controls { keep, escape };

std::string escape(std::string_view text, Controls controls) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::uint64_t bad = find_invalid_utf8(as_bytes(text));
    const std::string_view good = text.substr(0, bad == nowhere ? text.size() : static_cast<std::size_t>(bad));
    for (std::size_t i = 0; i < good.size();) {
      const std::size_t control = controls == Controls::escape ? control_at(good, i) : 0;
      if (control == 0) {
        out += good[i++];
      } else {
        append_hex(out, good.substr(i, control));
        i += control;
      }
    }
    text.remove_prefix(good.size());
    // Escape one byte only: the next one may start a character.
    if (!text.empty()) {
      append_hex(out, text.substr(0, 1));
      text.remove_prefix(1);
    }
  }
  return out;
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
                        .message = fill(rule.message, violation),
                        .expected = std::nullopt,
                        .actual = std::nullopt,
                        .fix = rule.fix};
  if (!rule.expected.empty()) diagnostic.expected = fill(rule.expected, violation);
  if (violation.actual.present) diagnostic.actual = actual_as_in(rule.message, violation);
  return diagnostic;
}

Json number(std::uint64_t value) {
  if (value > largest_exact_in_json) return std::to_string(value);
  return value;
}

std::string escaped(std::string_view text) { return escape(text, Controls::escape); }

std::string as_utf8(std::string_view text) { return escape(text, Controls::keep); }

}  // namespace hallmark::reports
