// SPDX-License-Identifier: Apache-2.0
// hallmark: parses the command line and runs a command.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>
#include <sstream>

#include "conformance/program/command.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/output.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::program {
namespace {

// If a standard stream is closed, the next file opened would get its number and receive the report. /dev/null takes its
// place, opened in the wrong direction so that using it still fails.
void keep_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void print_error(const std::string& message) { warn(fmt::format("hallmark: {}\n", reports::escaped(message))); }

int wrong_usage(const std::string& message, const CLI::App& app) {
  const CLI::App& chosen = chosen_command(app);
  const bool incomplete = !chosen.get_subcommands([](const CLI::App*) { return true; }).empty();
  const auto unknown = app.remaining();
  if (incomplete && unknown.empty()) {
    warn(app.help());
    return static_cast<int>(Exit::usage);
  }
  print_error(incomplete ? unknown_word(unknown.front(), chosen) : message);
  warn(fmt::format("Try `{} --help`.\n", full_name(chosen)));
  return static_cast<int>(Exit::usage);
}

int parse_and_run(CLI::App& app, std::vector<std::string> words, const Program& program) {
  try {
    std::reverse(words.begin(), words.end());  // CLI11 expects them in reverse order
    app.parse(std::move(words));
    return program.exit.value();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return wrong_usage(error.what(), app);
    // CLI11 reports --help and --version as exceptions too.
    std::ostringstream text;
    app.exit(error, text, text);
    write_output("", text.str());
    return static_cast<int>(Exit::ok);
  }
}

// What is known when a command breaks off still counts: an input that was invalid outranks a full disk.
int broken_off(Program& program, const std::string& message) {
  print_error(message);
  program.exit.add(Exit::not_checked);
  return program.exit.value();
}

// What to say and where to end when memory is short: this must need none.
int out_of_memory(ExitCode& exit) noexcept {
  warn("hallmark: out of memory; --max-alloc sets the memory limit per input\n");
  exit.add(Exit::not_checked);
  return exit.value();
}

// Memory may also run out where no exception may pass, as in a callback of a library, in parts of std::filesystem or
// before main. GCC before 14 does not always tell the handler which exception that was, hence the flag.
thread_local bool allocation_failed = false;

void fail_allocation() {
  allocation_failed = true;
  throw std::bad_alloc();
}

void terminate() noexcept {
  bool memory = allocation_failed;
  try {
    if (const std::exception_ptr failure = std::current_exception()) {
      memory = false;
      std::rethrow_exception(failure);
    }
  } catch (const std::bad_alloc&) {
    memory = true;
  } catch (...) {
  }
  if (!memory) std::abort();
  ExitCode exit;
  std::_Exit(out_of_memory(exit));
}

// Before the static objects of CLI11, which allocate.
[[gnu::constructor(101)]] void prepare() {
  std::set_new_handler(fail_allocation);
  std::set_terminate(terminate);
}

// `hallmark help COMMAND` is `hallmark COMMAND --help`.
std::vector<std::string> words_of(int argc, char** argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty() || words.front() != "help") return words;
  words.front() = "--help";
  std::rotate(words.begin(), words.begin() + 1, words.end());
  return words;
}

int run(int argc, char** argv, Program& program) {
  CLI::App app;
  add_commands(app, program);
  try {
    return parse_and_run(app, program.operands.split(words_of(argc, argv)), program);
  } catch (const UsageError& error) {
    return wrong_usage(error.what(), app);
  } catch (const ClosedPipe&) {
    return program.exit.value();
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return broken_off(program, error.what());
  }
}

}  // namespace
}  // namespace hallmark::program

int main(int argc, char** argv) {
  using namespace hallmark::program;
  // A closed pipe must be a write error with an exit code, not a signal that ends the program.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // as must be a file that reaches the limit of `ulimit -f`
  keep_standard_streams();
  Program program;
  try {
    return run(argc, argv, program);
  } catch (const std::bad_alloc&) {
    return out_of_memory(program.exit);
  }
}
