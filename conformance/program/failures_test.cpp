// SPDX-License-Identifier: Apache-2.0
// Failing disks, pipes and files.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include "conformance/examine/input_bytes.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;
using hallmark::conformance::InputBytes;

namespace {

constexpr std::size_t large = std::size_t{4} << 20;

}  // namespace

TEST_CASE_METHOD(InFolder, "what cannot be read is said with the system's reason, and the rest is checked") {
  folder.write("good"_file, good_input());
  folder.write("secret"_file, good_input());
  folder.write("nameless", "text");  // its first bytes would say whether it is judged
  folder.write("locked/x"_file, good_input());
  for (const std::string& name : {"secret"_file, std::string("nameless"), std::string("locked")}) {
    REQUIRE(chmod(folder.path(name).c_str(), 0) == 0);
  }
  const Finished finished = run({"validate", "--report", "json", "."}, {.folder = folder.path(), .unprivileged = true});
  REQUIRE(chmod(folder.path("locked").c_str(), 0700) == 0);
  if (finished.exit == 126) return;  // the user nobody may not run the program from the build folder
  CHECK(finished.exit == 2);
  const Json report = parsed(finished.out);
  CHECK(report.at("summary").at("valid") == 1);
  CHECK(report.at("summary").at("unreadable") == 3);
  for (const Json& input : report.at("inputs")) {
    if (input.at("verdict") == "valid") continue;
    CHECK(input.at("format").is_null());
    CHECK(input.at("diagnostics").at(0).at("rule") == "hallmark/unreadable");
    CHECK(input.at("diagnostics").at(0).at("message") == "cannot read the input: Permission denied");
  }
}

TEST_CASE_METHOD(InFolder, "a report that cannot be written ends with 2 and a message, never with a signal") {
  write_many(folder, "good", 3000, warning_input());
  folder.write("bad"_file, bad_input());
  for (const char* form : {"text", "json", "ndjson"}) {
    CAPTURE(form);
    const Finished full = run({"validate", "--report", form, folder.path("good")}, {.output = "/dev/full"});
    CHECK(full.exit == 2);
    CHECK(full.err == "hallmark: cannot write to standard output: No space left on device\n");
    const Finished full_file = run({"validate", "--report", form, "-o", "/dev/full", folder.path("good")});
    CHECK(full_file.exit == 2);
    CHECK(full_file.err == "hallmark: cannot write to /dev/full: No space left on device\n");
    // An input that is known to be invalid outranks the disk.
    const Finished invalid = run({"validate", "--report", form, "-o", "/dev/full", folder.path("bad"_file)});
    CHECK(invalid.exit == 1);
    CHECK(invalid.err == full_file.err);
  }
  expect(run({"validate", "-o", folder.path("no/such/folder"), folder.path("bad"_file)}), 2,
         "No such file or directory");
}

TEST_CASE_METHOD(
    InFolder, "a closed pipe ends every command quietly, what is known gives the exit code; a full disk is noticed") {
  write_many(folder, "good", 3000, warning_input());
  const std::string good = folder.write("good"_file, good_input());
  const std::string bad = folder.write("bad"_file, bad_input());
  struct Row {
    Words arguments;
    int exit;
  };
  const Row rows[] = {
      {{"validate", folder.path("good")}, 2},  // most of them were not judged
      {{"validate", "--report", "ndjson", folder.path("good")}, 2},
      {{"validate", "--report", "json", folder.path("good")}, 2},
      {{"validate", good}, 0},
      {{"validate", bad}, 1},
      {{"validate", bad, folder.path("good")}, 1},
      {{"inspect", good}, 0},
      {{"inspect", "--layout", good}, 0},
      {{"inspect", "--json", "--layout", bad}, 1},
      {{"rules"}, 0},
      {{"rules", "--json"}, 0},
      {{"vectors", "list"}, 0},
      {{"explain", "boolean"_rule}, 0},
      {{"--help"}, 0},
      {{"--version"}, 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.arguments);
    const Words arguments = Words{"--corpus", example_corpus()} + row.arguments;
    const Finished finished = run(arguments, {.closed_pipe = true});
    CHECK(finished.exit == row.exit);
    CHECK(finished.signal == 0);
    CHECK(finished.err.empty());
    CHECK(run(arguments, {.output = "/dev/full"}).exit == (row.exit == 1 ? 1 : 2));
  }
}

TEST_CASE_METHOD(InFolder, "closed standard streams are errors, and no file takes their place") {
  const std::string good = folder.write("good"_file, good_input());
  CHECK(run({"validate", good}, {.closed = {STDOUT_FILENO}}).exit == 2);
  CHECK(run({"validate", good}, {.closed = {STDIN_FILENO, STDERR_FILENO}}).exit == 0);
  CHECK(run({"validate", "--format", example::format, "-"}, {.closed = {STDIN_FILENO}}).exit == 2);
  CHECK(run({"validate", good}, {.closed = {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}}).exit == 2);
  CHECK(fs::file_size(good) == good_input().size());
}

TEST_CASE_METHOD(InFolder, "special files neither hang nor fill the memory") {
  REQUIRE(mkfifo(folder.path("pipe"_file).c_str(), 0600) == 0);
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    std::ofstream(folder.path("pipe"_file)) << good_input();
  });
  CHECK(run({"validate", folder.path("pipe"_file)}).out == "1 input: 1 valid\n");
  writer.join();

  CHECK(run({"validate", "--format", example::format, "/dev/null"}).exit == 0);
  const Finished endless =
      run({"validate", "--format", example::format, "--max-alloc", "4MiB", "--report", "ndjson", "/dev/zero"});
  CHECK(endless.exit == 2);
  const Json input = parsed_lines(endless.out).front();
  CHECK(input.at("verdict") == "limited");
  CHECK(input.at("diagnostics").at(0).at("rule") == "hallmark/max-alloc");
}

TEST_CASE_METHOD(InFolder,
                 "a mapped file that shrinks reads as zeros and is reported, not fatal, also if it grows again") {
  for (const std::size_t left : {std::size_t{0}, std::size_t{1}, std::size_t{100000}, large - 1}) {
    CAPTURE(left);
    const std::string path = folder.write("shrinks", std::string(large, '\1'));
    InputBytes input;
    REQUIRE(input.read(path, 0) == InputBytes::Outcome::ok);
    REQUIRE(input.bytes().size() == large);
    CHECK(input.intact());
    REQUIRE(truncate(path.c_str(), static_cast<off_t>(left)) == 0);
    CHECK(std::ranges::count(input.bytes(), std::byte{1}) == static_cast<std::ptrdiff_t>(left));
    CHECK_FALSE(input.intact());
    CHECK(input.problem() == "the file became shorter while it was read");
    if (left < large / 2) {  // pages were missing, even if the file grows again
      REQUIRE(truncate(path.c_str(), large) == 0);
      CHECK_FALSE(input.intact());
    }
    // The next input is not affected.
    const std::string other = folder.write("stays", std::string(large, '\1'));
    REQUIRE(input.read(other, 0) == InputBytes::Outcome::ok);
    CHECK(std::ranges::count(input.bytes(), std::byte{1}) == large);
    CHECK(input.intact());
  }
}

TEST_CASE_METHOD(InFolder, "a bus error elsewhere is still a bus error") {
  const std::string path = folder.write("guarded", std::string(large, '\1'));
  const pid_t child = fork();
  REQUIRE(child != -1);
  if (child == 0) {
    signal(SIGBUS, SIG_DFL);  // Catch's own handler would report the death we want
    InputBytes input;
    (void)input.read(path, 0);
    const int file = open(folder.write("other", "x").c_str(), O_RDWR);
    const auto* other = static_cast<volatile char*>(mmap(nullptr, large, PROT_READ, MAP_SHARED, file, 0));
    alarm(10);
    _exit(other[large - 1]);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == SIGBUS);
}

TEST_CASE_METHOD(InFolder, "the program survives files that change all the time") {
  std::string whole;
  while (whole.size() < large) whole += good_input();
  const std::string path = folder.write("changes"_file, whole);
  std::atomic<bool> done = false;
  std::thread changer([&] {
    while (!done) {
      (void)!truncate(path.c_str(), 12345);
      (void)!truncate(path.c_str(), static_cast<off_t>(whole.size()));
    }
  });
  for (int i = 0; i < 30; ++i) {
    const Finished finished = run({"validate", "--report", "ndjson", path, path, path});
    CHECK(finished.signal == 0);
    CHECK((finished.exit == 1 || finished.exit == 2));
  }
  done = true;
  changer.join();
}
