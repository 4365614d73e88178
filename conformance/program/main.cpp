// hallmark: one program, one file for each command.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <new>
#include <sstream>

#include "conformance/program/command.hpp"
#include "conformance/program/output.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::program {
namespace {

// A standard stream that is closed would hand its number to the next file opened, and reports would land in there. The
// stand-in is opened the wrong way round, so that using it fails as using a closed stream does.
void keep_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void complain(const std::string& message) { warn(fmt::format("hallmark: {}\n", reports::escaped(message))); }

int wrong_usage(const std::string& message, const CLI::App& app) {
  const CLI::App& chosen = chosen_command(app);
  const bool incomplete = !chosen.get_subcommands([](const CLI::App*) { return true; }).empty();
  const auto unknown = app.remaining();
  if (incomplete && !unknown.empty()) {
    const char* kind = unknown.front().rfind('-', 0) == 0 ? "option" : "command";
    complain(fmt::format("there is no {} \"{}\"", kind, unknown.front()));
  } else {
    complain(message);
  }
  warn(fmt::format("Try `{} --help`.\n", full_name(chosen)));
  return static_cast<int>(Exit::usage);
}

int parse_and_run(CLI::App& app, std::vector<std::string> words, const Program& program) {
  try {
    std::reverse(words.begin(), words.end());  // as CLI11 wants them
    app.parse(std::move(words));
    return program.exit.value();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return wrong_usage(error.what(), app);
    // Help and version come as exceptions too.
    std::ostringstream text;
    app.exit(error, text, text);
    Output output("");
    output.write(text.str());
    output.finish();
    return static_cast<int>(Exit::ok);
  }
}

int run(int argc, char** argv) {
  Program program;
  CLI::App app;
  add_commands(app, program);
  try {
    return parse_and_run(app, program.operands.split({argv + std::min(argc, 1), argv + argc}), program);
  } catch (const UsageError& error) {
    return wrong_usage(error.what(), app);
  } catch (const std::bad_alloc&) {
    complain("out of memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return static_cast<int>(Exit::not_judged);
}

}  // namespace
}  // namespace hallmark::program

int main(int argc, char** argv) {
  // A reader that goes away is an error of writing like any other, not a reason to die without an exit code.
  std::signal(SIGPIPE, SIG_IGN);
  hallmark::program::keep_standard_streams();
  return hallmark::program::run(argc, argv);
}
