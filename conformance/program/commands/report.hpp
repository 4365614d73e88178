// The subcommands of `hallmark report`, one file each.
#pragma once

#include "conformance/program/command.hpp"
#include "conformance/program/results.hpp"
#include "reports/html.hpp"

namespace hallmark::program {

void add_report_html(CLI::App& report, Program& program);
void add_report_site(CLI::App& report, Program& program);
void add_report_forms(CLI::App& report, Program& program);
void add_report_merge(CLI::App& report, Program& program);
void add_report_diff(CLI::App& report, Program& program);

// details_of looks up the vectors of the corpus and the rules. Without a corpus the vectors are missing and a warning
// says so; a folder named with --corpus must exist.
[[nodiscard]] reports::Details details_of(const std::string& corpus);

}  // namespace hallmark::program
