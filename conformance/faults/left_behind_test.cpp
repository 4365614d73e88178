// SPDX-License-Identifier: Apache-2.0
// kill -9 of the runner: no testee is left behind, whatever it ignores and whatever it started.
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

#include "conformance/program/testing/support.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

namespace {

// Inherited by everything that the runner starts.
const std::string marker = "HALLMARK_FAULT_RUN=" + std::to_string(getpid());

// marked counts the processes with the marker; the runner is one of them.
int marked() {
  int count = 0;
  std::error_code ignored;
  for (fs::directory_iterator at("/proc", ignored), end; at != end; at.increment(ignored)) {
    std::ifstream file(at->path() / "environ", std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    count += ('\0' + text + '\0').find('\0' + marker + '\0') != std::string::npos ? 1 : 0;
  }
  return count;
}

// waits says whether every thread of a process sleeps.
bool waits(pid_t process) {
  std::error_code ignored;
  for (fs::directory_iterator at("/proc/" + std::to_string(process) + "/task", ignored), end; at != end;
       at.increment(ignored)) {
    std::ifstream file(at->path() / "stat");
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const std::size_t name = text.rfind(") ");
    if (name == std::string::npos || text.compare(name + 2, 1, "S") != 0) return false;
  }
  return true;
}

// Patience is long, so that a loaded machine fails no test; what is checked comes within milliseconds.
template <class Condition>
bool comes(const Condition& condition) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

pid_t start(const std::vector<std::string>& arguments) {
  const pid_t child = fork();
  if (child != 0) return child;
  putenv(const_cast<char*>(marker.c_str()));
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) close(stream);
  std::vector<char*> words{const_cast<char*>(HALLMARK_BINARY_DIR "/hallmark")};
  for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  execv(words.front(), words.data());
  _exit(126);
}

}  // namespace

TEST_CASE_METHOD(InFolder, "kill -9 of the runner leaves no testee behind") {
  if (!fs::exists("/proc/self/environ")) {
    WARN("skipped: no /proc");
    return;
  }
  const std::string corpus = folder.write("small.json", hallmark::testing::small_corpus_text());
  struct Row {
    const char* what;
    std::vector<std::string> mode;
    std::vector<std::string> testee;
    int processes;  // once all of them wait: the runner, testees, and a guardian of each, which is a copy of the runner
  };
  const std::string broken = HALLMARK_BROKEN_TESTEE;
  const Row rows[] = {
      {"a session that ignores the end of its input", {}, {broken, "hang", "1"}, 3},
      {"sessions side by side", {"-j", "3"}, {broken, "hang", "1"}, 7},
      {"a session with a child", {}, {"sh", "-c", "sleep 3600 & exec \"$0\" hang 1", broken}, 4},
      {"a session with a child in another session",
       {},
       {"sh", "-c", "(setsid sleep 3600 &) ; exec \"$0\" hang 1", broken},
       4},
      {"one-shot", {"--one-shot", "-j", "2"}, {"sleep", "3600"}, 5},
      {"one-shot with a child", {"--one-shot", "-j", "1"}, {"sh", "-c", "sleep 3600 & exec sleep 3600"}, 4},
  };
  for (const Row& row : rows) {
    CAPTURE(row.what);
    std::vector<std::string> arguments{"conform",       "--vectors", corpus, "--format",
                                       example::second, "--timeout", "3600"};
    arguments.insert(arguments.end(), row.mode.begin(), row.mode.end());
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), row.testee.begin(), row.testee.end());
    const pid_t runner = start(arguments);
    CHECK(comes([&] { return marked() == row.processes && waits(runner); }));
    kill(runner, SIGKILL);
    CHECK(waitpid(runner, nullptr, 0) == runner);
    CHECK(comes([] { return marked() == 0; }));
  }
}
