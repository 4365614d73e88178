// SPDX-License-Identifier: Apache-2.0
// What all commands of `hallmark` share. Each command has a file in commands/; its add_ function gives it its options.
#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "conformance/program/operands.hpp"

namespace hallmark::program {

// Exit codes, the same for every command. See README.md.
enum class Exit : int {
  ok = 0,
  invalid = 1,
  not_checked = 2,
  nothing_checked = 3,
  usage = 4,
  interrupted = 130,  // by SIGINT
  terminated = 143,   // by SIGTERM or SIGHUP
};

// ExitCode keeps the code that takes precedence, in the order 4, 130 and 143, 1, 2, 3, 0.
class ExitCode {
 public:
  void add(Exit exit) noexcept {
    if (precedence(exit) > precedence(code_)) code_ = exit;
  }
  [[nodiscard]] int value() const noexcept { return static_cast<int>(code_); }

 private:
  // An invalid input outranks one that could not be checked: the failure is certain.
  static constexpr Exit ascending[] = {Exit::ok,      Exit::nothing_checked, Exit::not_checked,
                                       Exit::invalid, Exit::interrupted,     Exit::usage};
  static std::ptrdiff_t precedence(Exit exit) noexcept {
    if (exit == Exit::terminated) exit = Exit::interrupted;  // one rank: the first counts
    return std::ranges::find(ascending, exit) - ascending;
  }

  Exit code_ = Exit::ok;
};

// UsageError ends the program with exit code 4 and its message.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Program holds the global options, the operands and the exit code.
struct Program {
  std::string corpus;  // --corpus, empty when not given
  Operands operands;
  ExitCode exit;
};

// OptionsOf says which commands get their options: a run needs those of one, and declaring them all takes longer than
// checking a small file.
enum class OptionsOf : std::uint8_t { parsed_command, every_command };

// version_text returns version, commit, compiler, and version and hash of the corpus. It reads the corpus.
[[nodiscard]] std::string version_text(const std::string& chosen_corpus);

// add_commands adds every command and the global options to `app`.
void add_commands(CLI::App& app, Program& program, OptionsOf which = OptionsOf::parsed_command);

void add_validate(CLI::App* command, Program& program);
void add_inspect(CLI::App* command, Program& program);
void add_explain(CLI::App* command, Program& program);
void add_rules(CLI::App* command, Program& program);
void add_vectors(CLI::App* command, Program& program);
void add_conform(CLI::App* command, Program& program);
void add_compare(CLI::App* command, Program& program);
void add_generate(CLI::App* command, Program& program);
void add_convert(CLI::App* command, Program& program);
void add_report(CLI::App* command, Program& program);
void add_serve_testee(CLI::App* command, Program& program);

}  // namespace hallmark::program
