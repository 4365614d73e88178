// SPDX-License-Identifier: Apache-2.0
// Operands: the words of a command line that are not options, such as PATH... or TESTEE ARG....
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace hallmark::program {

// Operands keeps them away from CLI11, which would read a path such as [id] as a list and change words after `--`.
class Operands {
 public:
  // Number says how many operands there are. A command line is that of another program: without `--` before it, none of
  // its words may look like an option, and no option may follow.
  enum class Number : std::uint8_t { some, any, command_line };

  // add declares one operand, or several; `word` or `words` is set before the command runs.
  void add(const CLI::App& command, std::string name, std::string& word, std::string help);
  void add(const CLI::App& command, std::string name, std::vector<std::string>& words, std::string help,
           Number number = Number::some);

  // split keeps the words after the first `--` and returns those before it, for CLI11.
  [[nodiscard]] std::vector<std::string> split(std::vector<std::string> line);
  // assign sets the operands of the command that `app` has parsed; throws UsageError if they do not fit.
  void assign(const CLI::App& app) const;

  // usage and description are parts of the help: "PATH...", "  PATH...   Files and folders".
  [[nodiscard]] std::string usage(const CLI::App& command) const;
  [[nodiscard]] std::string description(const CLI::App& command, std::size_t column) const;

 private:
  struct Taker {
    std::string name;
    std::string help;
    std::string* word = nullptr;                // set for a single operand
    std::vector<std::string>* words = nullptr;  // set for a list
    Number number = Number::some;
  };

  void check_unambiguous(const Taker& taker, const CLI::App& command, const std::vector<std::string>& before) const;

  std::map<const CLI::App*, Taker> takers_;
  std::vector<std::string> line_;  // the words before `--`
  std::vector<std::string> after_mark_;
  bool marked_ = false;
};

// chosen_command returns the innermost command of a parsed command line, or the program itself.
[[nodiscard]] const CLI::App& chosen_command(const CLI::App& app);
// full_name returns "hallmark vectors show".
[[nodiscard]] std::string full_name(const CLI::App& command);

// add_timeout adds --timeout, in seconds.
void add_timeout(CLI::App& command, std::chrono::milliseconds& timeout, const std::string& help);

// repeatable makes an option of a list take one value each time it is given.
CLI::Option* repeatable(CLI::Option* option);

}  // namespace hallmark::program
