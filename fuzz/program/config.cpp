// SPDX-License-Identifier: Apache-2.0
// Fuzz target: hallmark.toml. A text is settings, or has a fault at a line and a column of it; settings are complete,
// and formats in the order of the file.
#include <algorithm>
#include <tuple>

#include "conformance/examine/settings.hpp"
#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {
namespace {

using conformance::Settings;

void check_place(std::string_view text, std::uint64_t line, std::uint64_t column) {
  invariant(line >= 1 && column >= 1, "places count from 1");
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    invariant(end != std::string_view::npos, "a place is on a line of the text");
    text.remove_prefix(end + 1);
  }
  // Columns count code points, so that bytes are at least as many. The line feed has one, and the end of the text
  // after it.
  invariant(column <= std::min(text.find('\n'), text.size()) + 2, "a place is in its line");
}

void check_text(std::string_view text) {
  invariant(!text.empty() && find_invalid_utf8(as_bytes(text)) == nowhere,
            "texts of settings are UTF-8, and not empty");
}

void read(std::string_view text) {
  Settings settings;
  try {
    settings = conformance::settings_from(text);
  } catch (const conformance::BadToml& bad) {
    check_text(bad.what());
    return check_place(text, bad.line, bad.column);
  }
  invariant(!settings.profile || settings.profile == "strict" || settings.profile == "compat", "a profile has a name");
  for (const auto* globs : {&settings.warn, &settings.include, &settings.exclude}) {
    for (const std::string& glob : *globs) check_text(glob);
  }
  for (const Settings::Format& one : settings.formats) {
    check_place(text, one.line, one.column);
    check_text(one.format);
  }
  invariant(std::ranges::is_sorted(settings.formats,
                                   [](const Settings::Format& a, const Settings::Format& b) {
                                     return std::tie(a.line, a.column) < std::tie(b.line, b.column);
                                   }),
            "formats are in the order of the file");
}

}  // namespace

void run_target(const Block& input) { read(as_text(input.view())); }

}  // namespace hallmark::fuzz
