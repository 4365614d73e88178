// The man page and the shell completions, generated from the command line so that they always match the help.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "conformance/program/operands.hpp"

namespace hallmark::documents {

// man_page returns hallmark(1) in roff.
[[nodiscard]] std::string man_page(const CLI::App& app, const program::Operands& operands);

// Completion scripts: commands, options, known values of options, else file names.
[[nodiscard]] std::string bash_completion(const CLI::App& app);
[[nodiscard]] std::string zsh_completion(const CLI::App& app);
[[nodiscard]] std::string fish_completion(const CLI::App& app);

// commands_of returns the subcommands of a command, in the order of the help.
[[nodiscard]] std::vector<const CLI::App*> commands_of(const CLI::App& app);
// options_of returns the options of a command, in the order of the help.
[[nodiscard]] std::vector<const CLI::Option*> options_of(const CLI::App& app);

}  // namespace hallmark::documents
