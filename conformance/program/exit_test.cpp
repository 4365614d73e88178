// SPDX-License-Identifier: Apache-2.0
// Exit codes and their precedence: 4, 130 and 143, 1, 2, 3, 0.
#include <fmt/format.h>

#include "conformance/program/command.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE_METHOD(InFolder, "validate exits with the code that takes precedence") {
  folder.write("good", good_input());
  folder.write("bad", bad_input());
  folder.write("later", unsupported_input());
  folder.write("deep", deep_input(201));
  folder.write("warned", warning_input());
  folder.write("unknown", "hello");
  folder.write("none/readme.txt", "hello");
  folder.write("one"_file, good_input());
  const std::pair<std::string, int> rows[] = {
      {"good", 0},
      {"warned", 0},
      {"--fail-on warning warned", 1},
      {"--fail-on warning good", 0},
      {"bad", 1},
      {"good bad", 1},
      {"later", 2},
      {"deep", 2},
      {"--max-depth 201 deep", 0},
      {"unknown", 2},
      {"missing", 2},
      {"bad missing good", 1},
      {"missing bad", 1},
      {"bad later deep unknown", 1},
      {"--fail-on warning warned missing", 1},
      {"good later", 2},
      {"none missing", 2},
      {"none", 3},
      {"none good", 0},
      {"none bad", 1},
      {"--exclude '*.$ext' ."_filled, 3},
      {"--exclude '*.$ext' good"_filled, 0},
      {"", 4},
      {"--format nonsense good", 4},
      {"--report xml good", 4},
      {"--profile lenient good", 4},
      {"--fail-on note good", 4},
      {"--max-errors 0 good", 4},
      {"--max-errors -1 good", 4},
      {"--max-errors 10000 good", 0},
      {"--max-errors 10001 good", 4},
      {"--max-depth many good", 4},
      {"-j 0 good", 4},
      {"--no-such-option good", 4},
      {"--header-length 10 --format $format good"_filled, 4},
      {"--header-length 10 good", 0},
      {"- -", 4},
      {"--help", 0},
  };
  for (const auto& [words, exit] : rows) {
    CAPTURE(words);
    const Ran ran = run_in(folder, "validate " + words + " 2>errors");
    CAPTURE(ran.text);
    CHECK(ran.exit == exit);
    // Wrong usage points to --help and writes no report.
    CHECK((folder.read("errors").find("--help") != std::string::npos) == (exit == 4));
    if (exit == 4) CHECK(ran.text.empty());
  }
}

TEST_CASE("an exit code outranks those after it, in whatever order they come; of two signals the first counts") {
  using enum hallmark::program::Exit;
  const auto ended = [](auto first, auto second) {
    hallmark::program::ExitCode code;
    code.add(first);
    code.add(second);
    return code.value();
  };
  for (const auto signal : {interrupted, terminated}) {
    const auto order = {ok, nothing_checked, not_checked, invalid, signal, usage};
    for (const auto* high = order.begin(); high != order.end(); ++high) {
      for (const auto* low = order.begin(); low <= high; ++low) {
        CHECK(ended(*low, *high) == static_cast<int>(*high));
        CHECK(ended(*high, *low) == static_cast<int>(*high));
      }
    }
    CHECK(ended(signal, interrupted) == static_cast<int>(signal));
    CHECK(ended(signal, terminated) == static_cast<int>(signal));
  }
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
  expect(run({"--corpus", "/no/such/folder", "--version"}), 0, "corpus   none");
}
