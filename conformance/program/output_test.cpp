// Files that commands write: they replace others once they are complete, never what the command reads, and never a file
// that another program made.
#include <sys/stat.h>

#include <algorithm>

#include "conformance/program/testing/support.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

namespace {

constexpr const char* itself = HALLMARK_BINARY_DIR "/hallmark";

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

TEST_CASE("an output that the command reads is wrong usage, by whatever name, and nothing is written") {
  const Folder folder;
  const std::string result = to_json(hallmark::report_test::crashed_result("calm")).dump();
  const std::vector<std::pair<std::string, std::string>> files{
      {"in/a.bson", bad_bson()},     {"in/b.bson", good_bson()}, {"list", "in/b.bson\n"},
      {"hallmark.toml", "warn = []"}, {"result.json", result},    {"one.futhark", "[1, 2]"},
      {"vectors/timing.json", hallmark::testing::small_corpus_text()}};
  for (const auto& [name, bytes] : files) folder.write(name, bytes);
  fs::create_hard_link(folder.path("in/a.bson"), folder.path("hard"));
  fs::create_symlink("in/a.bson", folder.path("soft"));
  struct Row {
    std::vector<std::string> arguments;
    const char* named;
  };
  const Row rows[] = {
      {{"validate", "in/a.bson", "-o", "in/a.bson"}, "the output in/a.bson would replace in/a.bson"},
      {{"validate", "in/b.bson", "in/a.bson", "-o", "./in/../in/a.bson"}, "in/a.bson"},
      {{"validate", "in", "-o", "in/a.bson"}, "in/a.bson"},
      {{"validate", "in", "-o", "hard"}, "the output hard would replace in/a.bson"},
      {{"validate", "in", "-o", "soft"}, "in/a.bson"},
      {{"validate", "soft", "-o", "in/a.bson"}, "would replace soft"},
      {{"validate", "--report", "json", "@list", "-o", "in/b.bson"}, "in/b.bson"},
      {{"validate", "@list", "-o", "list"}, "would replace list"},
      {{"validate", "in", "-o", "hallmark.toml"}, "would replace hallmark.toml"},
      {{"convert", "--to", "binary", "one.futhark", "-o", "one.futhark"}, "one.futhark"},
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
    const Finished finished = run(row.arguments, {.folder = folder.path()});
    CAPTURE(finished.err);
    CHECK(finished.exit == 4);
    CHECK(finished.err.find(row.named) != std::string::npos);
    for (const auto& [name, bytes] : files) CHECK(folder.read(name) == bytes);
  }
  // Standard input is a file, too.
  const Finished piped =
      run({"validate", "-", "-o", "in/a.bson"}, {.input_file = folder.path("in/a.bson"), .folder = folder.path()});
  CHECK(piped.exit == 4);
  CHECK(folder.read("in/a.bson") == bad_bson());
  // A file of the folder that is not read may be replaced; and one that is a mere copy.
  folder.write("in/report.txt", "old");
  CHECK(run({"validate", "in", "-o", "in/report.txt"}, {.folder = folder.path()}).exit == 1);
  CHECK(folder.read("in/report.txt").find("2 inputs: 1 valid, 1 invalid") != std::string::npos);
  CHECK(names_in(folder.path("in")) == std::vector<std::string>{"a.bson", "b.bson", "report.txt"});
}

TEST_CASE("a file that is replaced keeps its permissions, and a link to it stays one") {
  const Folder folder;
  folder.write("good.bson", good_bson());
  const std::string report = folder.write("out/report", "old");
  const std::string said = "1 input: 1 valid\n";
  REQUIRE(chmod(report.c_str(), 0640) == 0);
  fs::create_directory(folder.path("links"));
  fs::create_symlink("../out/report", folder.path("links/there"));
  fs::create_symlink("../out/later", folder.path("links/dangling"));
  const auto validate = [&](const std::string& output) {
    const Finished finished = run({"validate", "good.bson", "-o", output}, {.folder = folder.path()});
    CAPTURE(finished.err);
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

TEST_CASE("a file that may not be written is not replaced, though its folder may") {
  const Folder folder;
  folder.write("good.bson", good_bson());
  const std::string report = folder.write("out/report", "old");
  REQUIRE(chmod(folder.path("out").c_str(), 0777) == 0);
  const Finished finished =
      run({"validate", "good.bson", "-o", "out/report"}, {.folder = folder.path(), .unprivileged = true});
  if (finished.exit == 126) return;  // the user nobody may not run the program from the build folder
  if (geteuid() != 0) return;        // the file is ours
  CHECK(finished.exit == 2);
  CHECK(finished.err == "hallmark: cannot write to out/report: Permission denied\n");
  CHECK(folder.read("out/report") == "old");
}

TEST_CASE("pipes, devices and open files are written directly") {
  const Folder folder;
  folder.write("good.bson", good_bson());
  folder.write("log", "first\n");
  struct Row {
    const char* words;
    const char* shown;
  };
  const Row rows[] = {
      {"validate good.bson -o /dev/stdout | cat", "1 input: 1 valid\n"},
      {"validate good.bson -o /proc/self/fd/1 | cat", "1 input: 1 valid\n"},
      {"validate good.bson -o /dev/fd/3 3>&1 | cat", "1 input: 1 valid\n"},
      {"validate good.bson -o /dev/stdout >new; cat new", "1 input: 1 valid\n"},
      {"validate good.bson -o /dev/null; ls -l /dev/null", "crw"},
      {"--version >/dev/null; mkfifo pipe; cat pipe & '" HALLMARK_BINARY_DIR
       "/hallmark' validate good.bson -o pipe; wait; test -p pipe",
       "1 input: 1 valid\n"},
      // A pipe is read while it is written: the line is there before the slow input has ended.
      {"--version >/dev/null; mkfifo slow.bson; { '" HALLMARK_BINARY_DIR
       "/hallmark' validate -j 1 --report ndjson good.bson slow.bson -o /dev/stdout; } | { head -n 1; "
       "cat good.bson >slow.bson; cat >/dev/null; }",
       "\"path\":\"good.bson\""},
  };
  for (const Row& row : rows) {
    INFO(row.words);
    expect(run_in(folder, row.words), 0, row.shown);
  }
}

TEST_CASE("of a run that is killed nothing is left, and what was there is") {
  const Folder folder;
  folder.write("good.bson", good_bson());
  folder.write("out/report", "old");
  for (const char* signal : {"KILL", "TERM"}) {
    CAPTURE(signal);
    // The program has opened its output when it opens its input.
    const std::string words = std::string("--version >/dev/null; rm -f slow; mkfifo slow; '") + itself +
                              "' validate --report json good.bson slow -o out/report & exec 9>slow; kill -" + signal +
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
    std::vector<const char*> files;
  };
  const Row rows[] = {
      {{"generate", "--format", "bson", "--count", "2"}, {"manifest.json", "bson-generated-valid-1-2.bson"}},
      {{"vectors", "export", "--format", "bson-vector"},
       {"manifest.json", "bson-vector-header-empty.bin", "bson-vector-header-empty.json"}},
  };
  for (const Row& row : rows) {
    for (const char* taken : row.files) {
      for (const char* mine : {"{}", "mine", "{\"corpus\": \"x\", \"files\": [{\"name\": \"me\"}], \"vectors\": 1}"}) {
        CAPTURE(row.command, taken, mine);
        const Folder folder;
        folder.write(std::string("out/") + taken, mine);
        std::vector<std::string> arguments = row.command;
        arguments.insert(arguments.end(), {"-o", folder.path("out")});
        const Finished finished = run(arguments);
        CHECK(finished.exit == 4);
        CHECK(finished.err.find(std::string("out/") + taken) != std::string::npos);
        CHECK(names_in(folder.path("out")) == std::vector<std::string>{taken});
        CHECK(folder.read(std::string("out/") + taken) == mine);
      }
    }
  }
}

TEST_CASE("generate and vectors export replace the files of earlier runs, and list those of all") {
  const Folder folder;
  const auto generate = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"generate", "-o", folder.path("out")});
    return run(options).exit;
  };
  const auto listed = [&] {
    std::vector<std::string> names;
    const Json manifest = parsed(folder.read("out/manifest.json"));
    for (const Json& entry : manifest.at("files")) names.push_back(entry.at("file").get<std::string>());
    std::ranges::sort(names);
    return names;
  };
  CHECK(generate({"--format", "bson", "--count", "3"}) == 0);
  const std::string first = folder.read("out/manifest.json");
  CHECK(generate({"--format", "bson", "--count", "3"}) == 0);
  CHECK(folder.read("out/manifest.json") == first);
  CHECK(generate({"--format", "oinf"}) == 0);
  fs::remove(folder.path("out/bson-generated-valid-1-2.bson"));
  CHECK(generate({"--format", "bson"}) == 0);
  std::vector<std::string> expected{"bson-generated-valid-1-1.bson", "bson-generated-valid-1-3.bson",
                                    "oinf-generated-valid-1-1.oinf"};
  CHECK(listed() == expected);
  expected.push_back("manifest.json");
  std::ranges::sort(expected);
  CHECK(names_in(folder.path("out")) == expected);
  // The manifest of the other command is not ours.
  CHECK(run({"vectors", "export", "--format", "bson-vector", "-o", folder.path("out")}).exit == 4);
  for (int i = 0; i < 2; ++i) {
    CHECK(run({"vectors", "export", "--format", "bson-vector", "-o", folder.path("vectors")}).exit == 0);
  }
  CHECK(generate({"--format", "bson", "--count", "9"}) == 0);
}

TEST_CASE("generate can be repeated after it broke off") {
  const Folder folder;
  const std::vector<std::string> arguments{"generate", "--format", "bson", "--count", "40", "-o", folder.path("out")};
  // The ninth file is larger than this; a manifest of those before it is not.
  CHECK(run(arguments, {.limits = {{RLIMIT_FSIZE, rlim_t{1900}}}}).exit == 2);
  const std::size_t made = names_in(folder.path("out")).size();
  CHECK(made > 2);
  CHECK(made < 40);
  CHECK(run(arguments).exit == 0);
  CHECK(names_in(folder.path("out")).size() == 41);
}
