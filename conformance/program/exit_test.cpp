// Exit codes and their precedence: 4, 130 and 143, 1, 2, 3, 0.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "conformance/program/command.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE("validate exits with the code that takes precedence") {
  const Folder folder;
  folder.write("good.bson", good_bson());
  folder.write("bad.bson", bad_bson());
  folder.write("later.bson", unsupported_bson());
  folder.write("deep.bson", deep_bson(201));
  folder.write("warned.bson", warning_bson());
  folder.write("unknown", "hello");
  folder.write("none/readme.txt", "hello");
  struct Row {
    std::vector<std::string> arguments;
    int exit;
  };
  const Row rows[] = {
      {{"good.bson"}, 0},
      {{"warned.bson"}, 0},
      {{"--fail-on", "warning", "warned.bson"}, 1},
      {{"--fail-on", "warning", "good.bson"}, 0},
      {{"bad.bson"}, 1},
      {{"good.bson", "bad.bson"}, 1},
      {{"later.bson"}, 2},
      {{"deep.bson"}, 2},
      {{"--max-depth", "201", "deep.bson"}, 0},
      {{"unknown"}, 2},
      {{"missing"}, 2},
      {{"bad.bson", "missing", "good.bson"}, 1},
      {{"missing", "bad.bson"}, 1},
      {{"bad.bson", "later.bson", "deep.bson", "unknown"}, 1},
      {{"--fail-on", "warning", "warned.bson", "missing"}, 1},
      {{"good.bson", "later.bson"}, 2},
      {{"none", "missing"}, 2},
      {{"none"}, 3},
      {{"none", "good.bson"}, 0},
      {{"none", "bad.bson"}, 1},
      {{"--exclude", "*.bson", "."}, 3},
      {{"--exclude", "*.bson", "good.bson"}, 0},
      {{}, 4},
      {{"--format", "bson-vectors", "good.bson"}, 4},
      {{"--report", "xml", "good.bson"}, 4},
      {{"--profile", "lenient", "good.bson"}, 4},
      {{"--fail-on", "note", "good.bson"}, 4},
      {{"--max-errors", "0", "good.bson"}, 4},
      {{"--max-errors", "-1", "good.bson"}, 4},
      {{"--max-errors", "10000", "good.bson"}, 0},
      {{"--max-errors", "10001", "good.bson"}, 4},
      {{"--max-depth", "many", "good.bson"}, 4},
      {{"-j", "0", "good.bson"}, 4},
      {{"--no-such-option", "good.bson"}, 4},
      {{"--header-length", "10", "--format", "bson", "good.bson"}, 4},
      {{"--header-length", "10", "good.bson"}, 0},
      {{"-", "-"}, 4},
      {{"--help"}, 0},
  };
  for (const Row& row : rows) {
    std::vector<std::string> arguments{"validate"};
    arguments.insert(arguments.end(), row.arguments.begin(), row.arguments.end());
    CAPTURE(arguments);
    const Finished finished = run(arguments, {.folder = folder.path()});
    CAPTURE(finished.out, finished.err);
    CHECK(finished.exit == row.exit);
    // Wrong usage points to --help and writes no report.
    CHECK((finished.err.find("--help") != std::string::npos) == (row.exit == 4));
    if (row.exit == 4) CHECK(finished.out.empty());
  }
}

TEST_CASE("an exit code outranks those after it, in whatever order they come") {
  using hallmark::program::Exit;
  const Exit order[] = {Exit::ok,      Exit::nothing_checked, Exit::not_checked,
                        Exit::invalid, Exit::interrupted,     Exit::usage};
  for (const Exit& low : order) {
    for (const Exit* high = &low; high != std::end(order); ++high) {
      hallmark::program::ExitCode upwards, downwards;
      upwards.add(low);
      upwards.add(*high);
      downwards.add(*high);
      downwards.add(low);
      CHECK(upwards.value() == static_cast<int>(*high));
      CHECK(downwards.value() == static_cast<int>(*high));
    }
  }
  // SIGINT and SIGTERM have one rank; the first counts.
  for (const Exit& low : order) {
    hallmark::program::ExitCode upwards, downwards;
    upwards.add(low);
    upwards.add(Exit::terminated);
    downwards.add(Exit::terminated);
    downwards.add(low);
    const int expected = low == Exit::usage ? 4 : low == Exit::interrupted ? 130 : 143;
    CHECK(upwards.value() == expected);
    CHECK(downwards.value() == (low == Exit::usage ? 4 : 143));
  }
}

TEST_CASE("an unknown command is wrong usage") {
  const Finished nothing = run({});
  CHECK(nothing.exit == 4);
  const Finished unknown = run({"valdate"});
  CHECK(unknown.exit == 4);
  CHECK(unknown.err.find("unknown command \"valdate\"") != std::string::npos);
  CHECK(run({"--help"}).exit == 0);
}

TEST_CASE("--version prints version, commit, compiler and corpus") {
  const Finished version = run({"--version"});
  CHECK(version.exit == 0);
  for (const char* part : {"hallmark " HALLMARK_VERSION, "commit ", "compiler ", "corpus "}) {
    CHECK(version.out.find(part) != std::string::npos);
  }
  const hallmark::conformance::Corpus corpus = hallmark::conformance::load_corpus(HALLMARK_SOURCE_DIR "/corpus");
  CHECK(version.out.find(fmt::format("corpus   {} {}\n", to_string(corpus.version), corpus.sha256())) !=
        std::string::npos);
  const Finished without = run({"--corpus", "/no/such/folder", "--version"});
  CHECK(without.exit == 0);
  CHECK(without.out.find("corpus   none") != std::string::npos);
}

TEST_CASE("the help of a command fits on a screen") {
  for (const char* command : {"validate", "inspect"}) {
    const std::string help = run({command, "--help"}).out;
    CAPTURE(help);
    CHECK(std::count(help.begin(), help.end(), '\n') <= 30);
  }
}
