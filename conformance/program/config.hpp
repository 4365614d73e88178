// SPDX-License-Identifier: Apache-2.0
// Config: what hallmark.toml says. README.md describes the file.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "conformance/program/examining.hpp"
#include "conformance/program/inputs.hpp"

namespace hallmark::program {

struct Config {
  std::string file;  // path from the working directory, as reports name it; empty if there is none
  std::optional<std::string> profile;
  std::vector<FormatGlob> formats;  // in the order of the file
  std::vector<std::string> warn;    // globs over ids of rules
  PathGlobs include;
  PathGlobs exclude;
};

// find_config reads the nearest hallmark.toml, in the working directory or above it, that may be obeyed: README.md says
// the rules. Throws UsageError, which names line and column, if it has errors or cannot be read.
[[nodiscard]] Config find_config();

// config_from parses a file of this text; `folder` is the absolute path of its folder.
[[nodiscard]] Config config_from(const std::string& text, const std::string& file, const std::string& folder);

// apply gives an examiner the formats and the profile of the file; `profile` is that of the command line, or empty.
void apply(const Config& config, const std::string& profile, ExaminerSettings& settings);

// add_no_config adds --no-config.
void add_no_config(CLI::App& command, bool& ignored);

}  // namespace hallmark::program
