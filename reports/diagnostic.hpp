// Diagnostic: one finding as people and programs read it. Contract, section 3; reports/schema/diagnostic.schema.json.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "hallmark/core/violation.hpp"

namespace hallmark::reports {

// Json keeps the order in which members are written, so that reports are stable to the byte.
using Json = nlohmann::ordered_json;

// Part says what an offset counts in: bytes of the input; or, of an HTTP message, bytes of the file that it stands in,
// or bytes of its body as it is once chunks are joined and compression is undone.
enum class Part : std::uint8_t { whole, head, body };

// to_string names the parts of a message; `whole` has no name.
[[nodiscard]] std::string_view to_string(Part part) noexcept;

struct Diagnostic {
  std::string rule;  // id
  Severity severity = Severity::error;
  Category category = Category::bad_value;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  Part part = Part::whole;
  std::string path;
  std::string message;
  std::optional<std::string> expected;
  std::optional<std::string> actual;
};

// describe renders a violation in words. `path` comes from the Place that reported it, already escaped.
[[nodiscard]] Diagnostic describe(const Violation& violation, Severity severity, std::string path);

[[nodiscard]] Json to_json(const Diagnostic& diagnostic);

// number writes a 64-bit integer as JSON does without loss: above 2^53-1 as a decimal string.
[[nodiscard]] Json number(std::uint64_t value);
// number_from reads either form; throws std::runtime_error on anything else.
[[nodiscard]] std::uint64_t number_from(const Json& value);

// escaped makes text safe for a terminal and for JSON: control characters and bytes that are no UTF-8 become \xHH.
[[nodiscard]] std::string escaped(std::string_view text);
// as_utf8 escapes only the bytes that are no UTF-8: JSON has escapes of its own for the rest. For file names.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace hallmark::reports
