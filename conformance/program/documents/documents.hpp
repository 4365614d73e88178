// Documents made from the command line of `hallmark`, so that they cannot say anything else than its help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "conformance/program/operands.hpp"

namespace hallmark::documents {

// man_page gives hallmark(1) in the man macros of roff.
[[nodiscard]] std::string man_page(const CLI::App& app, const program::Operands& operands);

// Completions of the shells: commands, options, the values of options where they are known, else names of files.
[[nodiscard]] std::string bash_completion(const CLI::App& app);
[[nodiscard]] std::string zsh_completion(const CLI::App& app);
[[nodiscard]] std::string fish_completion(const CLI::App& app);

// commands_of gives the commands inside one, in the order of the help.
[[nodiscard]] std::vector<const CLI::App*> commands_of(const CLI::App& app);
// options_of gives the options of a command, in the order of the help.
[[nodiscard]] std::vector<const CLI::Option*> options_of(const CLI::App& app);

}  // namespace hallmark::documents
