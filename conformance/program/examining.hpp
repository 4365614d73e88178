// SPDX-License-Identifier: Apache-2.0
// The options of commands that examine inputs.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "conformance/examine/examiner.hpp"

namespace hallmark::program {

using conformance::Examiner;
using conformance::ExaminerSettings;

// add_reading adds --profile, with this help, --max-alloc, --max-depth and --max-rank.
void add_reading(CLI::App& command, ExaminerSettings& settings, std::string& profile, const std::string& help);
// add_format adds --format. add_detecting adds what add_reading does, and --header-length.
void add_format(CLI::App& command, ExaminerSettings& settings);
void add_detecting(CLI::App& command, ExaminerSettings& settings, std::string& profile);

// check_format throws UsageError if `format` is neither "auto" nor a format id, or if the format takes no header
// length and one is given.
void check_format(const std::string& format, bool header_length_given);

}  // namespace hallmark::program
