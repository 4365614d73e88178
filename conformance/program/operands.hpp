// Operands: the words of a command line that are no options, such as PATH... or TESTEE ARG....
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace hallmark::program {

// Operands takes them from CLI11, which knows the options alone: it would take a path such as [id] for a list, and
// cannot hand on what stands behind `--` untouched.
class Operands {
 public:
  // add says that `command` takes one operand, or at least one; they are there when the command runs.
  void add(const CLI::App& command, std::string name, std::string& word, std::string help);
  void add(const CLI::App& command, std::string name, std::vector<std::string>& words, std::string help);
  // add_command_line says that `command` takes the command line of another program. Without `--` before it, none of its
  // words may look like an option or stand before one.
  void add_command_line(const CLI::App& command, std::string name, std::vector<std::string>& words, std::string help);

  // split keeps what stands behind the first `--` and gives the words before it, for CLI11.
  [[nodiscard]] std::vector<std::string> split(std::vector<std::string> line);
  // hand_over gives the operands to the command that `app` has parsed; throws UsageError where it cannot take them.
  void hand_over(const CLI::App& app) const;

  // usage and description are for the help: "PATH...", "  PATH...   Files and folders".
  [[nodiscard]] std::string usage(const CLI::App& command) const;
  [[nodiscard]] std::string description(const CLI::App& command, std::size_t column) const;

 private:
  struct Taker {
    std::string name;
    std::string help;
    std::string* word = nullptr;                // one of these two
    std::vector<std::string>* words = nullptr;  //
    bool command_line = false;
  };

  void check_unambiguous(const Taker& taker, const CLI::App& command, const std::vector<std::string>& before) const;

  std::map<const CLI::App*, Taker> takers_;
  std::vector<std::string> line_;  // before the first `--`
  std::vector<std::string> behind_;
  bool marked_ = false;
};

// chosen_command is the innermost command that a command line names, or the program itself.
[[nodiscard]] const CLI::App& chosen_command(const CLI::App& app);
// full_name gives "hallmark vectors show".
[[nodiscard]] std::string full_name(const CLI::App& command);

// repeatable makes an option that fills a list take one value each time it is given.
CLI::Option* repeatable(CLI::Option* option);

}  // namespace hallmark::program
