// SPDX-License-Identifier: Apache-2.0
// Diagnostic: one finding. See reports/schema/diagnostic.schema.json.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "hallmark/core/violation.hpp"

namespace hallmark::reports {

// Json keeps the order of members, so that reports are reproducible byte for byte.
using Json = nlohmann::ordered_json;

// Part is the range that an offset counts in: the input; or, for an HTTP message, the file (head) or the body after
// joining chunks and decompression.
enum class Part : std::uint8_t { whole, head, body };

// to_string returns "head" or "body", and "" for `whole`.
[[nodiscard]] std::string_view to_string(Part part) noexcept;

struct Readers;

struct Diagnostic {
  std::string rule;  // id
  Level level = Level::must;
  std::string clause;  // "document#section": where the rule comes from
  Severity severity = Severity::error;
  Category category = Category::bad_value;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  Part part = Part::whole;
  std::string path;
  std::string message;
  std::optional<std::string> expected;
  std::optional<std::string> actual;
  std::shared_ptr<const Readers> readers = nullptr;  // who takes such inputs, if asked for and known
  // Not in JSON:
  std::string_view demand = {};  // of the rule: what the sentence of its clause says,
  std::string_view fix = {};     // and what to do about it
  std::uint64_t times = 1;       // how many findings of its rule it is counted for; see Bounds::count
};

// Rules by id. They are arguments of this folder, which knows no format.
using RulesById = std::map<std::string_view, const Rule*>;

// clause_text returns where a rule comes from: "document#section".
[[nodiscard]] std::string clause_text(const Rule& rule);

// describe renders a violation. `path` comes from the Place that reported it, already escaped.
[[nodiscard]] Diagnostic describe(const Violation& violation, Severity severity, std::string path);

[[nodiscard]] Json to_json(const Diagnostic& diagnostic);

// number returns a 64-bit integer as JSON without loss: above 2^53-1 as a decimal string. JsonAt::count reads both.
[[nodiscard]] Json number(std::uint64_t value);

// escaped makes text safe for a terminal and for JSON: control characters and invalid UTF-8 become \xHH.
[[nodiscard]] std::string escaped(std::string_view text);
// as_utf8 escapes invalid UTF-8 only, for file names in JSON, which has its own escapes for the rest.
[[nodiscard]] std::string as_utf8(std::string_view text);

}  // namespace hallmark::reports
