// SPDX-License-Identifier: Apache-2.0
// Files that commands write: they replace others once they are complete, never what the command reads, and never a file
// that another program made.
#include <sys/stat.h>

#include <algorithm>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

namespace {

constexpr const char* itself = HALLMARK_BINARY_DIR "/hallmark";
const Words corpus{"--corpus", example_corpus()};

mode_t mode_of(const std::string& path) {
  struct stat status{};
  REQUIRE(stat(path.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace

TEST_CASE_METHOD(InFolder,
                 "an output that the command reads is wrong usage, by whatever name, and nothing is written") {
  const std::string result = to_json(hallmark::report_test::crashed_result("calm")).dump();
  const std::vector<std::pair<std::string, std::string>> files{
      {"in/a"_file, bad_input()},
      {"in/b"_file, good_input()},
      {"list", "in/b.$ext\n"_filled},
      {"hallmark.toml", "warn = []"},
      {"result.json", result},
      {"one.in", "[1, 2]"},
      {"vectors/timing.json", hallmark::testing::small_corpus_text()}};
  for (const auto& [name, bytes] : files) folder.write(name, bytes);
  fs::create_hard_link(folder.path("in/a"_file), folder.path("hard"));
  fs::create_symlink("in/a"_file, folder.path("soft"));
  struct Row {
    std::vector<std::string> arguments;
    std::string named;
  };
  const Row rows[] = {
      {{"validate", "in/a"_file, "-o", "in/a"_file}, "the output in/a.$ext would replace in/a.$ext"_filled},
      {{"validate", "in/b"_file, "in/a"_file, "-o", "./in/../in/a"_file}, "in/a"_file},
      {{"validate", "in", "-o", "in/a"_file}, "in/a"_file},
      {{"validate", "in", "-o", "hard"}, "the output hard would replace in/a.$ext"_filled},
      {{"validate", "in", "-o", "soft"}, "in/a"_file},
      {{"validate", "soft", "-o", "in/a"_file}, "would replace soft"},
      {{"validate", "--report", "json", "@list", "-o", "in/b"_file}, "in/b"_file},
      {{"validate", "@list", "-o", "list"}, "would replace list"},
      {{"validate", "in", "-o", "hallmark.toml"}, "would replace hallmark.toml"},
      {{"convert", "--to", "binary", "one.in", "-o", "one.in"}, "one.in"},
      {{"report", "sarif", "result.json", "-o", "result.json"}, "result.json"},
      {{"report", "junit", "result.json", "-o", "result.json"}, "result.json"},
      {{"report", "github", "result.json", "-o", "result.json"}, "result.json"},
      {{"report", "markdown", "result.json", "-o", "result.json"}, "result.json"},
      {{"report", "badge", "result.json", "-o", "result.json"}, "result.json"},
      {{"report", "merge", "result.json", "result.json", "-o", "result.json"}, "result.json"},
      {{"report", "diff", "result.json", "result.json", "-o", "result.json"}, "result.json"},
      {{"conform", "--vectors", "vectors", "--report-dir", "vectors", "--", itself, "serve-testee"},
       "would replace vectors/timing.json"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.arguments);
    expect(run(row.arguments, here), 4, row.named);
    for (const auto& [name, bytes] : files) CHECK(folder.read(name) == bytes);
  }
  // Standard input is a file, too.
  const Finished piped =
      run({"validate", "-", "-o", "in/a"_file}, {.input_file = folder.path("in/a"_file), .folder = folder.path()});
  CHECK(piped.exit == 4);
  CHECK(folder.read("in/a"_file) == bad_input());
  // A file of the folder that is not read may be replaced; and one that is a mere copy.
  folder.write("in/report.txt", "old");
  CHECK(run({"validate", "in", "-o", "in/report.txt"}, here).exit == 1);
  CHECK(folder.read("in/report.txt").find("2 inputs: 1 valid, 1 invalid") != std::string::npos);
  CHECK(names_in(folder.path("in")) == std::vector<std::string>{"a"_file, "b"_file, "report.txt"});
}

TEST_CASE_METHOD(InFolder, "a file that is replaced keeps its permissions, and a link to it stays one") {
  folder.write("good", good_input());
  const std::string report = folder.write("out/report", "longer than what is written: " + std::string(500, '.'));
  const std::string said = "1 input: 1 valid\n";
  REQUIRE(chmod(report.c_str(), 0640) == 0);
  fs::create_directory(folder.path("links"));
  fs::create_symlink("../out/report", folder.path("links/there"));
  fs::create_symlink("../out/later", folder.path("links/dangling"));
  const auto validate = [&](const std::string& output) {
    const Finished finished = run({"validate", "good", "-o", output}, here);
    CAPTURE(finished.err);
    CHECK(finished.out.empty());
    return finished.exit;
  };
  CHECK(validate("out/report") == 0);
  CHECK(folder.read("out/report") == said);
  CHECK(mode_of(report) == 0640);
  folder.write("out/report", "old");
  CHECK(validate("links/there") == 0);
  CHECK(fs::is_symlink(folder.path("links/there")));
  CHECK(folder.read("out/report") == said);
  CHECK(mode_of(report) == 0640);
  CHECK(validate("links/dangling") == 0);
  CHECK(folder.read("out/later") == said);
  CHECK(names_in(folder.path("out")) == std::vector<std::string>{"later", "report"});
  CHECK(names_in(folder.path("links")) == std::vector<std::string>{"dangling", "there"});
  // A new file has the permissions of any other.
  folder.write("out/other", "");
  CHECK(mode_of(folder.path("out/later")) == mode_of(folder.path("out/other")));
}

TEST_CASE_METHOD(InFolder, "a file that may not be written is not replaced, though its folder may") {
  folder.write("good", good_input());
  const std::string report = folder.write("out/report", "old");
  REQUIRE(chmod(folder.path("out").c_str(), 0777) == 0);
  const Finished finished =
      run({"validate", "good", "-o", "out/report"}, {.folder = folder.path(), .unprivileged = true});
  if (finished.exit == 126) return;  // the user nobody may not run the program from the build folder
  if (geteuid() != 0) return;        // the file is ours
  CHECK(finished.exit == 2);
  CHECK(finished.err == "hallmark: cannot write to out/report: Permission denied\n");
  CHECK(folder.read("out/report") == "old");
}

TEST_CASE_METHOD(InFolder, "pipes, devices and open files are written directly") {
  folder.write("good", good_input());
  folder.write("log", "first\n");
  const std::pair<std::string, const char*> rows[] = {
      {"validate good -o /dev/stdout | cat", "1 input: 1 valid\n"},
      {"validate good -o /proc/self/fd/1 | cat", "1 input: 1 valid\n"},
      {"validate good -o /dev/fd/3 3>&1 | cat", "1 input: 1 valid\n"},
      {"validate good -o /dev/stdout >new; cat new", "1 input: 1 valid\n"},
      {"validate good -o /dev/null; ls -l /dev/null", "crw"},
      {"--version >/dev/null; mkfifo pipe; cat pipe & '" HALLMARK_BINARY_DIR
       "/hallmark' validate good -o pipe; wait; test -p pipe",
       "1 input: 1 valid\n"},
      // A pipe is read while it is written: the line is there before the slow input has ended.
      {"--version >/dev/null; mkfifo slow; { '" HALLMARK_BINARY_DIR
       "/hallmark' validate -j 1 --report ndjson good slow -o /dev/stdout; } | { head -n 1; "
       "cat good >slow; cat >/dev/null; }",
       "\"path\":\"good\""},
  };
  for (const auto& [words, shown] : rows) {
    INFO(words);
    expect(run_in(folder, words), 0, shown);
  }
}

TEST_CASE_METHOD(InFolder, "of a run that is killed nothing is left, and what was there is") {
  folder.write("good", good_input());
  folder.write("out/report", "old");
  for (const char* signal : {"KILL", "TERM"}) {
    CAPTURE(signal);
    // The program has opened its output when it opens its input.
    const std::string words = std::string("--version >/dev/null; rm -f slow; mkfifo slow; '") + itself +
                              "' validate --report json good slow -o out/report & exec 9>slow; kill -" + signal +
                              " $!; wait $!";
    const Ran ran = run_in(folder, words);
    CHECK(ran.exit == (signal == std::string("KILL") ? 137 : 143));
    CHECK(names_in(folder.path("out")) == std::vector<std::string>{"report"});
    if (signal == std::string("KILL")) CHECK(folder.read("out/report") == "old");
  }
  CHECK(parsed(folder.read("out/report")).at("status") == "interrupted");
}

TEST_CASE("generate and vectors export replace no file that they did not make") {
  struct Row {
    std::vector<std::string> command;
    Words files;
  };
  const Row rows[] = {
      {{"generate", "--format", example::format, "--count", "2"},
       {"manifest.json", "$format-generated-valid-1-2.$ext"_filled}},
      {{"vectors", "export", "--format", example::second},
       {"manifest.json", "$second-header-empty.bin"_filled, "$second-header-empty.json"_filled}},
  };
  for (const Row& row : rows) {
    for (const std::string& taken : row.files) {
      for (const char* mine : {"{}", "mine", "{\"corpus\": \"x\", \"files\": [{\"name\": \"me\"}], \"vectors\": 1}"}) {
        CAPTURE(row.command, taken, mine);
        const Folder folder;
        folder.write("out/" + taken, mine);
        expect(run(corpus + row.command + Words{"-o", folder.path("out")}), 4, "out/" + taken);
        CHECK(names_in(folder.path("out")) == std::vector<std::string>{taken});
        CHECK(folder.read("out/" + taken) == mine);
      }
    }
  }
}

TEST_CASE_METHOD(InFolder, "generate and vectors export replace the files of earlier runs, and list those of all") {
  const auto generate = [&](const Words& options) {
    return run(corpus + Words{"generate", "-o", folder.path("out")} + options).exit;
  };
  const auto listed = [&] {
    std::vector<std::string> names;
    const Json manifest = parsed(folder.read("out/manifest.json"));
    for (const Json& entry : manifest.at("files")) names.push_back(entry.at("file").get<std::string>());
    std::ranges::sort(names);
    return names;
  };
  CHECK(generate({"--format", example::format, "--count", "3"}) == 0);
  const std::string first = folder.read("out/manifest.json");
  CHECK(generate({"--format", example::format, "--count", "3"}) == 0);
  CHECK(folder.read("out/manifest.json") == first);
  CHECK(generate({"--format", example::second}) == 0);
  fs::remove(folder.path("out/$format-generated-valid-1-2.$ext"_filled));
  CHECK(generate({"--format", example::format}) == 0);
  std::vector<std::string> expected{"$format-generated-valid-1-1.$ext"_filled,
                                    "$format-generated-valid-1-3.$ext"_filled,
                                    "$second-generated-valid-1-1.$ext2"_filled};
  CHECK(listed() == expected);
  expected.push_back("manifest.json");
  std::ranges::sort(expected);
  CHECK(names_in(folder.path("out")) == expected);
  // The manifest of the other command is not ours.
  const Words exporting = corpus + Words{"vectors", "export", "--format", example::second, "-o"};
  CHECK(run(exporting + Words{folder.path("out")}).exit == 4);
  for (int i = 0; i < 2; ++i) CHECK(run(exporting + Words{folder.path("vectors")}).exit == 0);
  CHECK(generate({"--format", example::format, "--count", "9"}) == 0);
}

TEST_CASE_METHOD(InFolder, "generate can be repeated after it broke off") {
  const Words arguments =
      corpus + Words{"generate", "--format", example::format, "--count", "40", "-o", folder.path("out")};
  // The ninth file is larger than this; a manifest of those before it is not.
  CHECK(run(arguments, {.limits = {{RLIMIT_FSIZE, rlim_t{1900}}}}).exit == 2);
  const std::size_t made = names_in(folder.path("out")).size();
  CHECK(made > 2);
  CHECK(made < 40);
  CHECK(run(arguments).exit == 0);
  CHECK(names_in(folder.path("out")).size() == 41);
}
