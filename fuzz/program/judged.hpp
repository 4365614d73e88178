// SPDX-License-Identifier: Apache-2.0
// What targets share that judge an input as `hallmark validate` and `inspect` do, and look at what is printed of it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "conformance/examine/examiner.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

using conformance::Examiner;
using conformance::ExaminerSettings;
using reports::InputReport;
using reports::InputVerdict;
using reports::Json;

constexpr std::uint64_t most_memory = std::uint64_t{1} << 20;
constexpr std::size_t narrow_columns = 40;

// Names of files are bytes that nobody chose for a report either: here the last ones of the input.
inline std::string name_of(Bytes input) {
  constexpr std::size_t longest = 12;
  std::string name(as_text(input.last(std::min(input.size(), longest))));
  std::erase(name, '\0');
  return name.empty() ? "-" : name;
}

// hash_of draws what is tried on a part of the inputs only. FNV-1a: nearly the same input is another draw.
inline std::uint64_t hash_of(Bytes input) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const std::byte byte : input) hash = (hash ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3;
  return hash >> 32;
}

// for_each_report judges the input, or each HTTP message or member in it.
template <class Take>
void for_each_report(Examiner& examiner, Bytes input, const Take& take) {
  InputReport report = examiner.examine({.path = name_of(input), .problem = "", .content = input});
  do {
    take(report);
  } while (examiner.next(report));
}

// check_printed: no control character of an input reaches a terminal, neither one of ASCII nor one of C1. A line may
// begin with a tab of ours; on pages `tabs` may be anywhere.
inline void check_printed(std::string_view text, bool tabs = false) {
  unsigned char last = '\n';
  bool clean = true;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool ours = byte == '\n' || (byte == '\t' && (tabs || last == '\n'));
    clean = clean && (byte >= 0x20 || ours) && byte != 0x7f && !(last == 0xc2 && byte < 0xa0);
    last = byte;
  }
  if (!clean) std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
  invariant(clean, "what is printed has no control characters");
  invariant(find_invalid_utf8(as_bytes(text)) == nowhere, "what is printed is UTF-8");
}

// parsed_line returns the JSON on a line of its own, without the line feed. Strings in JSON may hold C1 characters.
inline Json parsed_line(std::string_view line) {
  invariant(std::ranges::none_of(line, [](char c) { return static_cast<unsigned char>(c) < 0x20; }),
            "a line of JSON has no control characters");
  invariant(find_invalid_utf8(as_bytes(line)) == nowhere, "a line of JSON is UTF-8");
  Json json = Json::parse(line, nullptr, false);
  invariant(!json.is_discarded(), "a line of JSON can be parsed");
  return json;
}

// for_each_line calls `take` with each line, and demands that the last one ends as well.
template <class Take>
void for_each_line(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    invariant(end != std::string_view::npos, "a line ends");
    take(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
}

}  // namespace hallmark::fuzz
