// The command line of `hallmark`: main parses it, and the man page and the completions are generated from it.
#include <memory>

#include "conformance/program/command.hpp"
#include "conformance/program/help.hpp"
#include "conformance/program/version.hpp"

namespace hallmark::program {
namespace {

// --corpus may also be given after a command.
void allow_global_options_after(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    command->fallthrough();
    allow_global_options_after(*command);
  }
}

}  // namespace

void add_commands(CLI::App& app, Program& program) {
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
      "Exit codes: 0 valid, 1 invalid, 2 could not be checked, 3 nothing checked,\n"
      "4 wrong usage, 130 and 143 interrupted. If several apply, the first of 4, 130 and 143, 1, 2, 3, 0.");
  add_validate(app, program);
  add_inspect(app, program);
  add_explain(app, program);
  add_rules(app, program);
  add_vectors(app, program);
  add_conform(app, program);
  add_compare(app, program);
  add_generate(app, program);
  add_convert(app, program);
  add_report(app, program);
  add_serve_testee(app, program);
  allow_global_options_after(app);
}

}  // namespace hallmark::program
