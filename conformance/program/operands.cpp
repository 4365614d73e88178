// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/operands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "conformance/program/command.hpp"
#include "conformance/program/names.hpp"

namespace hallmark::program {
namespace {

bool looks_like_option(const std::string& word) { return word.size() > 1 && word.front() == '-'; }

bool ends_with(const std::vector<std::string>& line, const std::vector<std::string>& tail) {
  return tail.size() <= line.size() && std::equal(tail.rbegin(), tail.rend(), line.rbegin());
}

// CLI11 would read `--name=` as an option without a value and take the next word.
void push_option(std::vector<std::string>& line, std::string word) {
  if (word.rfind("--", 0) == 0 && word.find('=') == word.size() - 1) {
    word.pop_back();
    line.push_back(std::move(word));
    word.clear();
  }
  line.push_back(std::move(word));
}

}  // namespace

void Operands::add(const CLI::App& command, std::string name, std::string& word, std::string help) {
  takers_[&command] = {.name = std::move(name), .help = std::move(help), .word = &word};
}

void Operands::add(const CLI::App& command, std::string name, std::vector<std::string>& words, std::string help,
                   Number number) {
  takers_[&command] = {.name = std::move(name), .help = std::move(help), .words = &words, .number = number};
}

std::vector<std::string> Operands::split(std::vector<std::string> line) {
  const auto mark = std::find(line.begin(), line.end(), "--");
  marked_ = mark != line.end();
  if (marked_) after_mark_.assign(mark + 1, line.end());
  line.erase(mark, line.end());
  line_.clear();
  for (std::string& word : line) push_option(line_, std::move(word));
  return line_;
}

void Operands::assign(const CLI::App& app) const {
  const CLI::App& command = chosen_command(app);
  const auto found = takers_.find(&command);
  std::vector<std::string> words = app.remaining();
  if (found != takers_.end() && found->second.number == Number::command_line) {
    check_unambiguous(found->second, command, words);
  }
  const auto unknown = std::find_if(words.begin(), words.end(), looks_like_option);
  if (unknown != words.end()) throw UsageError(unknown_word(*unknown, command));
  words.insert(words.end(), after_mark_.begin(), after_mark_.end());
  if (found == takers_.end()) {
    if (!words.empty()) throw UsageError(fmt::format("unexpected argument \"{}\"", words.front()));
    return;
  }
  const Taker& taker = found->second;
  if (words.empty() && taker.number == Number::any) return;
  if (words.empty()) throw UsageError(fmt::format("{} is missing", taker.name));
  if (taker.words != nullptr) {
    *taker.words = std::move(words);
  } else if (words.size() == 1) {
    *taker.word = std::move(words.front());
  } else {
    throw UsageError(fmt::format("expected one {}, got {}", taker.name, words.size()));
  }
}

void Operands::check_unambiguous(const Taker& taker, const CLI::App& command,
                                 const std::vector<std::string>& before) const {
  if (before.empty() || looks_like_option(before.front())) return;
  const bool plain = std::none_of(before.begin(), before.end(), looks_like_option) && ends_with(line_, before);
  if (marked_ || !plain) {
    throw UsageError(
        fmt::format("put `--` before {}: {} [OPTIONS] -- {} ...", taker.name, full_name(command), before.front()));
  }
}

std::string Operands::usage(const CLI::App& command) const {
  const auto found = takers_.find(&command);
  if (found == takers_.end()) return "";
  const Taker& taker = found->second;
  if (taker.number == Number::command_line) return fmt::format(" -- {} ARG...", taker.name);
  if (taker.number == Number::any) return fmt::format(" [{}...]", taker.name);
  return fmt::format(" {}{}", taker.name, taker.words != nullptr ? "..." : "");
}

std::string Operands::description(const CLI::App& command, std::size_t column) const {
  const auto found = takers_.find(&command);
  if (found == takers_.end()) return "";
  return fmt::format("{:<{}}{}\n", " " + usage(command), column, found->second.help);
}

const CLI::App& chosen_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

std::string full_name(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return parent == nullptr ? command.get_name() : full_name(*parent) + " " + command.get_name();
}

void add_timeout(CLI::App& command, std::chrono::milliseconds& timeout, const std::string& help) {
  const auto set = [&timeout](double seconds) {
    timeout = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
  };
  command.add_option_function<double>("--timeout", set, help)->check(CLI::Range(0.001, 86400.0))->option_text("S");
}

CLI::Option* repeatable(CLI::Option* option) { return option->expected(1)->allow_extra_args(false)->take_all(); }

}  // namespace hallmark::program
