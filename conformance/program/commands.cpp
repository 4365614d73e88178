// SPDX-License-Identifier: Apache-2.0
// The command line of `hallmark`: main parses it, and the man page and the completions are generated from it.
#include <memory>

#include "conformance/program/command.hpp"

namespace hallmark::program {
namespace {

// CLI11's help, with the operands that Operands keeps.
class Help final : public CLI::Formatter {
 public:
  explicit Help(const Operands& operands) : operands_(operands) {}

  std::string make_usage(const CLI::App* app, std::string name) const override {
    std::string usage = CLI::Formatter::make_usage(app, std::move(name));
    usage.insert(usage.find_last_not_of('\n') + 1, operands_.usage(*app));
    return usage;
  }
  std::string make_positionals(const CLI::App* app) const override {
    return operands_.description(*app, get_column_width());
  }
  // Without an empty line and a heading before the options, which the usage announces, and without --help, which was
  // found: a help fits on a screen.
  std::string make_group(std::string name, bool is_positional, std::vector<const CLI::Option*> options) const override {
    std::erase_if(options, [](const CLI::Option* one) { return one->check_lname("help"); });
    const std::string heading = name + ":\n";
    const std::string group = CLI::Formatter::make_group(std::move(name), is_positional, std::move(options));
    return group.substr(group.find(heading) == 1 ? 1 + heading.size() : 0);
  }

 private:
  const Operands& operands_;
};

struct Command {
  const char* name;
  const char* job;
  void (*add)(CLI::App* command, Program& program);
};

constexpr Command commands[] = {
    {"validate", "Check files against the rules of their formats", add_validate},
    {"inspect", "Print what is in a file: its metadata and a table of its tensors", add_inspect},
    {"explain", "Explain a rule: its source, a small example, and who accepts that", add_explain},
    {"rules", "List every rule: id, kind, category, level, severity, title", add_rules},
    {"vectors", "List, show, export or lint the golden vectors", add_vectors},
    {"conform", "Test another implementation against the golden vectors", add_conform},
    {"compare", "Put the same inputs to two implementations", add_compare},
    {"generate", "Write valid files, or files that break one rule", add_generate},
    {"convert", "Convert Futhark values between text and binary", add_convert},
    {"report", "Render results of conform and validate", add_report},
    {"serve-testee", "Serve the reference decoders and encoders as a testee", add_serve_testee},
};

// --corpus may also be given after a command.
void allow_global_options(CLI::App& command) {
  command.fallthrough();
  for (CLI::App* part : command.get_subcommands([](const CLI::App*) { return true; })) allow_global_options(*part);
}

}  // namespace

void add_commands(CLI::App& app, Program& program, OptionsOf which) {
  app.name("hallmark");
  app.description("Hallmark checks tensor files and tests the programs that read and write them.");
  app.formatter(std::make_shared<Help>(program.operands));
  app.require_subcommand(1);
  app.allow_extras();
  app.parse_complete_callback([&] { program.operands.assign(app); });
  // Before --version, which reads the corpus: CLI11 applies options in the order they are added.
  app.add_option("--corpus", program.corpus, "Read the golden vectors from this folder")->option_text("DIR");
  app.set_version_flag(
      "--version", [&program] { return version_text(program.corpus); },
      "Print version, commit, compiler, and version and hash of the corpus");
  app.footer(
      "`hallmark help COMMAND` shows the options of a command.\n"
      "Exit codes: 0 valid, 1 invalid, 2 could not be checked, 3 nothing checked,\n"
      "4 wrong usage, 130 and 143 interrupted. If several apply, 4 comes first, then 130 and 143, 1, 2, 3.");
  for (const Command& one : commands) {
    CLI::App* command = app.add_subcommand(one.name, one.job);
    command->fallthrough();
    const auto complete = [&one, command, &program] {
      one.add(command, program);
      allow_global_options(*command);
    };
    if (which == OptionsOf::every_command) {
      complete();
    } else {
      command->preparse_callback([complete](std::size_t) { complete(); });
    }
  }
}

}  // namespace hallmark::program
