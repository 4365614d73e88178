// SPDX-License-Identifier: Apache-2.0
// Names of formats, rules and vectors on the command line; suggestions for mistyped ones.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/core/rule.hpp"

namespace hallmark::program {

// did_you_mean returns "; did you mean …?" with the name of the smallest edit distance to `wrong`, or "" if none is
// close.
[[nodiscard]] std::string did_you_mean(std::string_view wrong, const std::vector<std::string_view>& names);

// unknown_word returns `unknown option "--fromat"; did you mean --format?` for a word that the command does not know,
// an option or a command.
[[nodiscard]] std::string unknown_word(const std::string& word, const CLI::App& command);

// require_format throws UsageError unless `format` is empty or a registered format; or, if `beside`, one that is judged
// with other files alone.
void require_format(const std::string& format, bool beside = false);

// rule_ids returns the ids of all rules.
[[nodiscard]] std::vector<std::string_view> rule_ids();

// did_you_mean_rule returns what did_you_mean does of all rules; if several have the name that was given without a
// family, it lists them.
[[nodiscard]] std::string did_you_mean_rule(const std::string& wrong);

// rules_to_warn returns the rules that match one of the globs and whose errors can be warnings: of kind `invalid`. `*`
// also matches `/`. Throws UsageError, which names the `source` of the globs, if one matches no such rule.
[[nodiscard]] std::vector<const Rule*> rules_to_warn(const std::vector<std::string>& globs, const std::string& source);

// formats_line returns what the help of commands with `--format F` says of F.
[[nodiscard]] std::string formats_line();

// names_in_folders returns what the help of commands that read folders says of the files they check there.
[[nodiscard]] std::string names_in_folders();

}  // namespace hallmark::program
