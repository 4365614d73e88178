// SPDX-License-Identifier: Apache-2.0
// Settings: the text of a hallmark.toml, read but not applied. conformance/program/README.md describes the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/examine/bounded_toml.hpp"

namespace hallmark::conformance {

struct Settings {
  // Format is an entry of the table of formats, and where it is.
  struct Format {
    std::string glob;
    std::string format;  // any text
    std::uint64_t line = 0;
    std::uint64_t column = 0;
  };

  std::optional<std::string> profile;  // "strict" or "compat"
  std::vector<std::string> warn;       // globs, not empty
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::vector<Format> formats;  // in the order of the file
};

inline constexpr std::string_view settings_keys[] = {"profile", "warn", "include", "exclude", "format"};

// settings_from throws BadToml, also of a text that is TOML and no such file.
[[nodiscard]] Settings settings_from(std::string_view text);

}  // namespace hallmark::conformance
