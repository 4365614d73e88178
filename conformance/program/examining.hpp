// The options of commands that examine inputs.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "conformance/examine/examiner.hpp"

namespace hallmark::program {

using conformance::Examiner;
using conformance::ExaminerSettings;

// add_limits adds --max-alloc, --max-depth and --max-rank.
void add_limits(CLI::App& command, ExaminerSettings& settings);
void add_header_length(CLI::App& command, ExaminerSettings& settings);

// check_format throws UsageError if `format` is neither "auto" nor a format id, or if the format takes no header
// length and one is given.
void check_format(const std::string& format, bool header_length_given);

}  // namespace hallmark::program
