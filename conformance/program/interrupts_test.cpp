// SPDX-License-Identifier: Apache-2.0
// SIGINT, SIGTERM and SIGHUP: what is known is written, and the exit code says that it is not all.
#include "conformance/program/interrupts.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/validation.hpp"

using namespace hallmark::program_testing;

namespace {

// waiting runs `validate` with these words of shell. When it has opened the named pipe `slow`, `then` is run, in which
// $! is the program and file 9 the pipe. `signals` is an option of env(1): a shell lets what runs in its background
// ignore SIGINT.
Finished waiting(const Folder& folder, const std::string& words, const std::string& then,
                 const std::string& signals = "--default-signal") {
  const Ran ran = run_line("cd '" + folder.path() + "'; rm -f slow out err; mkfifo slow; env " + signals +
                           " '" HALLMARK_BINARY_DIR "/hallmark' validate " + words + " >out 2>err & exec 9>slow; " +
                           then + "; wait $!");
  return {.exit = ran.exit, .out = folder.read("out"), .err = folder.read("err")};
}

}  // namespace

TEST_CASE_METHOD(InFolder, "an interrupted validation writes what is known and says that it was interrupted") {
  folder.write("a", bad_input());
  folder.write("b", good_input());
  for (const auto& [signal, exit] : {std::pair("INT", 130), std::pair("TERM", 143), std::pair("HUP", 143)}) {
    CAPTURE(signal);
    const std::string kill = std::string("kill -") + signal + " $!";
    const auto interrupted = [&](const std::string& form) {
      return waiting(folder, "-j 1 --report " + form + " a b slow", kill);
    };
    const Finished text = interrupted("text");
    CHECK(text.exit == exit);
    CHECK(text.out.find("a:13: error: ") == 0);
    CHECK(text.out.find("\ninterrupted; 2 inputs: 1 valid, 1 invalid; 1 error\n") != std::string::npos);
    CHECK(text.err == "hallmark: interrupted after 2 of 3 inputs\n");

    const Finished whole = interrupted("json");
    CHECK(whole.exit == exit);
    const Json report = parsed(whole.out);
    CHECK(breach(report, "validation.schema.json") == "");
    CHECK(report.at("status") == "interrupted");
    CHECK(report.at("inputs").size() == 2);
    CHECK(report.at("summary").at("inputs") == 2);
    const auto read = hallmark::reports::validation_from(report);
    CHECK_FALSE(read.complete);
    CHECK(hallmark::reports::to_json(read) == report);

    const Finished lines = interrupted("ndjson");
    CHECK(lines.exit == exit);
    CHECK(parsed_lines(lines.out).size() == 2);
    CHECK(lines.out.back() == '\n');
    CHECK(lines.err == text.err);
  }
}

TEST_CASE("a signal that comes twice at once is one interrupt; one that comes later ends the program") {
  for (const bool later : {false, true}) {
    CAPTURE(later);
    const pid_t child = fork();
    if (child == 0) {
      for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
      hallmark::program::watch_for_interrupts();
      std::raise(SIGTERM);
      if (later) std::this_thread::sleep_for(std::chrono::seconds(3));
      std::raise(SIGINT);
      const bool noted = hallmark::program::interrupted();
      _exit(noted ? static_cast<int>(hallmark::program::exit_of_interrupt()) : 0);
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK(
        (later ? WIFSIGNALED(status) && WTERMSIG(status) == SIGINT : WIFEXITED(status) && WEXITSTATUS(status) == 143));
  }
}

TEST_CASE_METHOD(InFolder, "what waits after a slow input is written, too") {
  folder.write("z", bad_input());
  for (const auto& [form, shown] : {std::pair("text", "z:13:"), std::pair("json", "\"path\":\"z\"")}) {
    const Finished finished =
        waiting(folder, std::string("-j 2 --report ") + form + " slow z", "sleep 1; kill -INT $!");
    CHECK(finished.exit == 130);
    CHECK(finished.out.find(shown) != std::string::npos);
    if (form == std::string("json")) CHECK(parsed(finished.out).at("inputs").size() == 1);
  }
}

TEST_CASE_METHOD(InFolder, "an interrupt outranks a full disk and a closed report") {
  folder.write("a", bad_input());
  const Finished full = waiting(folder, "-j 1 -o /dev/full a slow", "kill -TERM $!");
  CHECK(full.exit == 143);
  CHECK(full.err == "hallmark: cannot write to /dev/full: No space left on device\n");
}

TEST_CASE_METHOD(InFolder, "a signal that was ignored from the start stays ignored") {
  folder.write("good", good_input());
  const Finished finished =
      waiting(folder, "slow", "kill -HUP $!; sleep 0.2; cat good >&9; exec 9>&-", "--ignore-signal=HUP");
  CHECK(finished.exit == 0);
  CHECK(finished.out == "1 input: 1 valid\n");
}
