// Settings: the text of a hallmark.toml, read but not applied. conformance/program/README.md describes the file.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// BadSettings: the text is no such file. The message is about line and column, counted from 1.
struct BadSettings : std::runtime_error {
  BadSettings(const std::string& what, std::uint64_t on_line, std::uint64_t at_column, std::string key = {})
      : std::runtime_error(what), line(on_line), column(at_column), unknown_key(std::move(key)) {}

  std::uint64_t line;
  std::uint64_t column;
  std::string unknown_key;  // if the fault is a key that is none of settings_keys
};

// settings_from throws BadSettings.
[[nodiscard]] Settings settings_from(std::string_view text);

}  // namespace hallmark::conformance
