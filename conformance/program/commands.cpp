// The command line of `hallmark` as a whole: what main parses, and what the man page and the completions are made from.
#include <memory>

#include "conformance/program/command.hpp"
#include "conformance/program/help.hpp"
#include "conformance/program/version.hpp"

namespace hallmark::program {
namespace {

// --corpus may stand behind a command, too.
void let_options_stand_anywhere(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    command->fallthrough();
    let_options_stand_anywhere(*command);
  }
}

}  // namespace

void add_commands(CLI::App& app, Program& program) {
  app.name("hallmark");
  app.description("Hallmark checks tensor files and judges the programs that read and write them.");
  app.formatter(std::make_shared<Help>(program.operands));
  app.require_subcommand(1);
  app.allow_extras();
  app.parse_complete_callback([&] { program.operands.hand_over(app); });
  // Before --version, which reads the corpus: options take effect in this order.
  app.add_option("--corpus", program.corpus, "Folder of the golden vectors")->option_text("DIR");
  app.set_version_flag(
      "--version", [&program] { return version_text(program.corpus); }, "Version, commit, compiler, corpus");
  app.footer(
      "Exit codes: 0 valid, 1 invalid, 2 not judged, 3 nothing checked, 4 wrong usage.\nOf several the first of 4, 1, "
      "2, 3, 0.");
  add_validate(app, program);
  add_inspect(app, program);
  add_explain(app, program);
  add_rules(app, program);
  add_vectors(app, program);
  add_conform(app, program);
  add_convert(app, program);
  add_report(app, program);
  add_serve_testee(app, program);
  let_options_stand_anywhere(app);
}

}  // namespace hallmark::program
