// SPDX-License-Identifier: Apache-2.0
#include "conformance/examine/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "reports/diagnostic.hpp"

namespace hallmark::conformance {
namespace {

[[noreturn]] void fail(const toml::source_region& source, const std::string& what, std::string unknown_key = {}) {
  throw BadToml(what, source.begin.line, source.begin.column, std::move(unknown_key));
}

std::string read_profile(const toml::node& node) {
  const auto profile = node.value<std::string>();
  if (profile != "strict" && profile != "compat") fail(node.source(), "profile must be \"strict\" or \"compat\"");
  return *profile;
}

std::vector<std::string> read_globs(const toml::key& key, const toml::node& node) {
  std::vector<std::string> all;
  const toml::array* array = node.as_array();
  if (array == nullptr) {
    fail(node.source(), fmt::format("{} must be an array of globs, such as [\"*.bin\"]", key.str()));
  }
  for (const toml::node& one : *array) {
    const auto text = one.value<std::string>();
    if (!one.is_string() || !text || text->empty())
      fail(one.source(), fmt::format("a glob of {} must be a string", key.str()));
    all.push_back(*text);
  }
  return all;
}

std::vector<Settings::Format> read_formats(const toml::node& node) {
  const toml::table* table = node.as_table();
  if (table == nullptr) fail(node.source(), "format must be a table of globs, such as \"*.bin\" = \"oinf\"");
  std::vector<Settings::Format> formats;
  for (const auto& [key, value] : *table) {
    const auto format = value.value<std::string>();
    if (!value.is_string() || !format || format->empty()) fail(value.source(), "a format must be a string");
    const toml::source_position at = value.source().begin;
    formats.push_back({std::string(key.str()), *format, at.line, at.column});
  }
  // A table has no order; a file has one.
  std::ranges::sort(formats, {}, [](const Settings::Format& one) { return std::pair(one.line, one.column); });
  return formats;
}

}  // namespace

Settings settings_from(std::string_view text) {
  Settings settings;
  const toml::table table = parse_toml(text);
  for (const auto& [key, node] : table) {
    if (key == "profile") {
      settings.profile = read_profile(node);
    } else if (key == "warn" || key == "include" || key == "exclude") {
      (key == "warn" ? settings.warn : key == "include" ? settings.include : settings.exclude) = read_globs(key, node);
    } else if (key == "format") {
      settings.formats = read_formats(node);
    } else {
      std::string name(key.str());
      const std::string what = fmt::format("unknown key {}", reports::escaped(name));
      fail(key.source(), what, std::move(name));
    }
  }
  return settings;
}

}  // namespace hallmark::conformance
