// SPDX-License-Identifier: Apache-2.0
// hallmark_documents FOLDER: writes the man page and the completions of bash, zsh and fish. They are generated from the
// command line, so that they always match the help.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <iostream>
#include <utility>

#include "conformance/program/command.hpp"
#include "conformance/program/examples.hpp"
#include "conformance/runner/file.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/core/version.hpp"

namespace hallmark::documents {
namespace {

using CLI::detail::find_and_replace;

// The subcommands of a command, in the order of the help.
std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

// The options of a command, in the order of the help.
std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() != 0; }

// The values of an option: format ids, or the set in its type name, such as `{text,json}`.
std::vector<std::string> values_of(const CLI::Option& option) {
  if (option.check_lname("format")) {
    std::vector<std::string> values{"auto"};
    for (const Codec* codec : all_codecs()) values.emplace_back(codec->id);
    return values;
  }
  const std::string set = option.get_type_name();
  const auto open = set.find('{');
  if (open == std::string::npos || set.back() != '}') return {};
  return CLI::detail::split(set.substr(open + 1, set.size() - open - 2), ',');
}

// Escapes text for roff: hyphens become minus signs, and no line starts with a control character.
std::string roff(std::string text) {
  text = find_and_replace('\n' + text, "\\", "\\e");
  text = find_and_replace(text, "-", "\\-");
  text = find_and_replace(text, "\n.", "\n\\&.");
  text = find_and_replace(text, "\n'", "\n\\&'");
  return text.substr(1);
}

std::string man_options(const CLI::App& app, bool with_help) {
  std::string out;
  for (const CLI::Option* option : options_of(app)) {
    if (!with_help && option->check_lname("help")) continue;
    out += ".TP\n";
    for (const char* between = ""; const std::string& name : names_of(*option)) {
      out += fmt::format("{}\\fB{}\\fR", std::exchange(between, ", "), roff(name));
    }
    const std::string value = option->get_option_text();
    if (value.find_first_not_of(' ') != std::string::npos) out += fmt::format(" \\fI{}\\fR", roff(value));
    out += fmt::format("\n{}.\n", roff(option->get_description()));
  }
  return out;
}

std::string man_command(const CLI::App& app, const program::Operands& operands) {
  std::string out;
  if (const auto inner = commands_of(app); !inner.empty()) {
    for (const CLI::App* one : inner) out += man_command(*one, operands);
    return out;
  }
  out += fmt::format(".SS {}\n{}.\n.PP\n.nf\n\\fB{}\\fR [\\fIOPTIONS\\fR]{}\n.fi\n", roff(program::full_name(app)),
                     roff(app.get_description()), roff(program::full_name(app)), roff(operands.usage(app)));
  out += man_options(app, false);
  if (!app.get_footer().empty()) out += fmt::format(".PP\n{}\n", roff(app.get_footer()));
  return out;
}

std::string man_page(const CLI::App& app, const program::Operands& operands) {
  std::string out = fmt::format(
      ".TH HALLMARK 1 \"\" \"Hallmark {}\" \"User commands\"\n"
      ".SH NAME\nhallmark \\- check tensor files and test the programs that read and write them\n"
      ".SH SYNOPSIS\n.nf\n\\fBhallmark\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR] [\\fIOPERANDS\\fR]\n.fi\n"
      ".SH DESCRIPTION\n{}\nOptions may be given before or after operands; all words after the first \\fB\\-\\-\\fR "
      "are operands. An option takes one value; the values of a repeatable option add up.\n",
      HALLMARK_VERSION_STRING, roff(app.get_description()));
  out += ".SH OPTIONS\n" + man_options(app, true);
  out += ".SH COMMANDS\n";
  for (const CLI::App* one : commands_of(app)) out += man_command(*one, operands);
  out += fmt::format(".SH EXIT STATUS\n.nf\n{}\n.fi\n", roff(app.get_footer()));
  out +=
      ".SH ENVIRONMENT\nA variable counts as set if it is not empty.\n"
      ".TP\n\\fBNO_COLOR\\fR\nIf it is set, no colours are printed. It wins over FORCE_COLOR.\n"
      ".TP\n\\fBFORCE_COLOR\\fR\nIf it is set, colours are printed to files and pipes too.\n"
      ".TP\n\\fBCOLUMNS\\fR\nThe width of the terminal. Lines in files and pipes have any width.\n"
      ".SH FILES\n.TP\n\\fIshare/hallmark/corpus\\fR\nThe golden vectors, found relative to the program.\n"
      ".TP\n\\fIshare/hallmark/schema\\fR\nThe JSON schemas of the reports.\n"
      ".TP\n\\fIshare/hallmark/kits\\fR\nKits for adapters to other implementations, in Python and Rust.\n"
      ".SH EXAMPLES\n.nf\n";
  using namespace program::examples;
  out +=
      roff(fmt::format("hallmark validate {}\nhallmark inspect --stats model.{}\nhallmark explain {}\n"
                       "hallmark conform --format {} --one-shot -- python3 adapter.py\n",
                       file, model_format, explained_rule, explained_format));
  return out + ".fi\n";
}

// Completion scripts: commands, options, known values of options, else file names.

// Calls `show` for each command and subcommand, with its words after `hallmark`.
void each_command(const CLI::App& app, const std::string& words,
                  const std::function<void(const CLI::App&, const std::string&)>& show) {
  show(app, words);
  for (const CLI::App* one : commands_of(app)) {
    each_command(*one, words.empty() ? one->get_name() : words + " " + one->get_name(), show);
  }
}

std::vector<std::string> words_after(const CLI::App& app) {
  std::vector<std::string> words;
  for (const CLI::App* one : commands_of(app)) words.push_back(one->get_name());
  for (const CLI::Option* option : options_of(app)) {
    for (std::string& name : names_of(*option)) words.push_back(std::move(name));
  }
  return words;
}

// Descriptions are quoted by single quotes; zsh gives brackets and colons a meaning.
std::string in_quotes(std::string text, std::string_view escaped = "") {
  for (const char c : escaped) text = find_and_replace(text, std::string(1, c), {'\\', c});
  return find_and_replace(text, "'", "'\\''");
}

std::string zsh_option(const CLI::Option& option) {
  const std::vector<std::string> names = names_of(option);
  const bool repeats = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  std::string action;
  if (takes_value(option)) {
    const std::vector<std::string> values = values_of(option);
    const std::string value = in_quotes(option.get_option_text(), ":");
    action = values.empty() ? fmt::format(":{}:_files", value) : fmt::format(":{}:({})", value, fmt::join(values, " "));
  }
  std::string out;
  for (const std::string& name : names) {
    out += fmt::format(" \\\n        '{}{}[{}]{}'", repeats ? "*" : "", name,
                       in_quotes(option.get_description(), "[]:"), action);
  }
  return out;
}

std::string bash_completion(const CLI::App& app) {
  std::string commands;
  std::string values;
  std::string words;
  each_command(app, "", [&](const CLI::App& command, const std::string& name) {
    if (!name.empty()) commands += fmt::format("{}\"{}\"", commands.empty() ? "" : " | ", name);
    words += fmt::format("    \"{}\") words=\"{}\" ;;\n", name, fmt::join(words_after(command), " "));
    for (const CLI::Option* option : options_of(command)) {
      const std::vector<std::string> known = values_of(*option);
      if (!takes_value(*option)) continue;
      for (const std::string& option_name : names_of(*option)) {
        const std::string given = known.empty() ? "-f" : fmt::format("-W \"{}\"", fmt::join(known, " "));
        values += fmt::format("    \"{} {}\") COMPREPLY=($(compgen {} -- \"$current\")); return ;;\n", name,
                              option_name, given);
      }
    }
  });
  return fmt::format(R"(# Completion of hallmark for bash.
_hallmark() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}} command="" words="" word
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    [ "$word" != -- ] || {{ COMPREPLY=($(compgen -f -- "$current")); return; }}
    case "${{command:+$command }}$word" in
      {}) command="${{command:+$command }}$word" ;;
    esac
  done
  case "$command $previous" in
{}  esac
  case "$command" in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  # Offer matching commands and options, else files.
  [ ${{#COMPREPLY[@]}} -ne 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}}
complete -o filenames -F _hallmark hallmark
)",
                     commands, values, words);
}

std::string zsh_completion(const CLI::App& app) {
  std::string functions;
  each_command(app, "", [&](const CLI::App& command, const std::string& name) {
    std::string function = "_hallmark" + (name.empty() ? "" : "_" + name);
    for (char& c : function) c = c == ' ' || c == '-' ? '_' : c;
    std::string arguments;
    for (const CLI::Option* option : options_of(command)) arguments += zsh_option(*option);
    const auto inner = commands_of(command);
    if (inner.empty()) {
      functions += fmt::format("{}() {{\n  _arguments{} \\\n        '*:file:_files'\n}}\n\n", function, arguments);
      return;
    }
    std::string list;
    for (const CLI::App* one : inner) {
      list += fmt::format(" \\\n        '{}:{}'", one->get_name(), in_quotes(one->get_description(), ":"));
    }
    functions += fmt::format(R"({0}() {{
  local line state
  _arguments -C{1} \
        '1:command:->command' '*::argument:->argument'
  case $state in
    command)
      local -a commands
      commands=({2})
      _describe command commands ;;
    argument) (( $+functions[{0}_${{line[1]//-/_}}] )) && {0}_${{line[1]//-/_}} ;;
  esac
}}

)",
                             function, arguments, list);
  });
  return "#compdef hallmark\n# Completion of hallmark for zsh.\n\n" + functions + "_hallmark \"$@\"\n";
}

std::string fish_completion(const CLI::App& app) {
  std::string out = "# Completion of hallmark for fish.\n";
  each_command(app, "", [&](const CLI::App& command, const std::string& name) {
    std::string condition = "__fish_use_subcommand";
    if (!name.empty()) {
      const auto space = name.find(' ');
      condition = "__fish_seen_subcommand_from " + name.substr(0, space);
      if (space != std::string::npos) condition += "; and __fish_seen_subcommand_from " + name.substr(space + 1);
    }
    for (const CLI::App* one : commands_of(command)) {
      out += fmt::format("complete -c hallmark -n '{}' -f -a {} -d '{}'\n", condition, one->get_name(),
                         in_quotes(one->get_description()));
    }
    for (const CLI::Option* option : options_of(command)) {
      out += fmt::format("complete -c hallmark -n '{}'", condition);
      for (const std::string& short_name : option->get_snames()) out += " -s " + short_name;
      for (const std::string& long_name : option->get_lnames()) out += " -l " + long_name;
      const std::vector<std::string> values = values_of(*option);
      if (!values.empty()) {
        out += fmt::format(" -x -a '{}'", fmt::join(values, " "));
      } else if (takes_value(*option)) {
        out += " -r";
      }
      out += fmt::format(" -d '{}'\n", in_quotes(option->get_description()));
    }
  });
  return out;
}

void write_all(const std::filesystem::path& folder) {
  program::Program program;
  CLI::App app;
  program::add_commands(app, program, program::OptionsOf::every_command);
  std::filesystem::create_directories(folder);
  runner::write_file(folder / "hallmark.1", man_page(app, program.operands));
  runner::write_file(folder / "hallmark.bash", bash_completion(app));
  runner::write_file(folder / "_hallmark", zsh_completion(app));
  runner::write_file(folder / "hallmark.fish", fish_completion(app));
}

}  // namespace
}  // namespace hallmark::documents

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: hallmark_documents FOLDER\n";
    return 4;
  }
  try {
    hallmark::documents::write_all(argv[1]);
  } catch (const std::exception& error) {
    std::cerr << "hallmark_documents: " << error.what() << '\n';
    return 2;
  }
  return 0;
}
