#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>

#include "conformance/program/documents/documents.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::documents {
namespace {

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
std::string in_quotes(std::string_view text, std::string_view escaped = "") {
  std::string out;
  for (const char c : text) {
    if (escaped.find(c) != std::string_view::npos) out += '\\';
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out;
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

}  // namespace

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

}  // namespace hallmark::documents
