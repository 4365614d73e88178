// SPDX-License-Identifier: Apache-2.0
// hallmark.toml.
#include "conformance/program/config.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "conformance/program/command.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/validation.hpp"

using namespace hallmark::program;
using namespace hallmark::program_testing;

namespace {

const std::string payload = bytes({"\x10\x03\x7f\x07", 4});  // ignored bits that are not zero: compat only

}  // namespace

TEST_CASE("config: every key is read") {
  const Config config = config_from(
      "profile = \"compat\"\nwarn = [\"$second/*\", \"$format/array-key\"]\ninclude = [\"*.bin\"]\n"_filled
      "exclude = []\n"
      "[format]\n\"z.bin\" = \"$format\"\n\"*.bin\" = \"$second\"\n"_filled,
      "../hallmark.toml", "/top");
  CHECK(config.file == "../hallmark.toml");
  CHECK(config.profile == "compat");
  CHECK(config.warn == std::vector<std::string>{"$second/*"_filled, "array-key"_rule});
  CHECK(config.include.match("a.bin"));
  CHECK(config.exclude.empty());
  REQUIRE(config.formats.size() == 2);
  CHECK(config.formats[0].format == example::format);
  CHECK(config.formats[1].format == example::second);
  // The first in the file counts, not the first by name.
  CHECK(format_for(config.formats, "z.bin") == example::format);
  CHECK(format_for(config.formats, "a.bin.gz") == example::second);
  CHECK(format_for(config.formats, "a.txt").empty());
}

TEST_CASE_METHOD(InFolder, "config: errors name line and column") {
  const std::pair<std::string, std::string> rows[] = {
      {"profile = 'strict'\nprofle = 1", "hallmark.toml:2:1: unknown key profle; did you mean profile?"},
      {"\x1b = 1", "hallmark.toml:1:1: "},
      {"\"\\u001b\" = 1", "hallmark.toml:1:1: unknown key \\x1b"},
      {"profile = 'lax'", "hallmark.toml:1:11: profile must be \"strict\" or \"compat\""},
      {"profile = 1", "hallmark.toml:1:11: profile must be"},
      {"warn = 'x'", "hallmark.toml:1:8: warn must be an array of globs"},
      {"include = ['a', 1]", "hallmark.toml:1:17: a glob of include must be a string"},
      {"exclude = ['']", "hallmark.toml:1:12: a glob of exclude must be a string"},
      {"format = 'x'", "hallmark.toml:1:10: format must be a table"},
      {"[format]\n'*.x' = '$formats'"_filled,
       "hallmark.toml:2:9: unknown format $formats; did you mean $format?"_filled},
      {"[format]\n'*.x' = 1", "hallmark.toml:2:9: a format must be a string"},
      {"[format]\n'*.x' = ''", "hallmark.toml:2:9: a format must be a string"},
      {"a = ", "hallmark.toml:1:"},
      {"[[[", "hallmark.toml:1:3: "},
      {"a = 1\na = 2", "hallmark.toml:2:"},
  };
  for (const auto& [text, error] : rows) {
    CAPTURE(text);
    CHECK_THROWS_WITH(config_from(text, "hallmark.toml", "/nowhere"), Catch::StartsWith(error));
  }
  folder.write("hallmark.toml", "profle = 1");
  folder.write("a", good_input());
  for (const char* command : {"validate", "inspect"}) {
    const Finished finished = run({command, "a"}, here);
    CHECK(finished.exit == 4);
    CHECK(finished.out.empty());
    CHECK(finished.err.find("hallmark: hallmark.toml:1:1: unknown key profle; did you mean profile?\n") == 0);
    CHECK(run({command, "--no-config", "a"}, here).exit == 0);
  }
}

TEST_CASE_METHOD(InFolder, "config: the nearest file upwards is used and named, and the command line wins") {
  folder.write("hallmark.toml", "profile = \"compat\"\n[format]\n\"data/*.weights\" = \"$second\"\n"_filled);
  folder.write("data/a.weights", payload);
  folder.write("other/a.weights", payload);
  const How deep{.folder = folder.path("data")};
  const Finished finished = run({"validate", "--report", "json", "."}, deep);
  CHECK(finished.exit == 0);
  const Json report = parsed(finished.out);
  CHECK(breach(report, "validation.schema.json") == "");
  CHECK(hallmark::reports::to_json(hallmark::reports::validation_from(report)) == report);
  CHECK(report.at("config") == "../hallmark.toml");
  CHECK(report.at("profile") == "compat");
  CHECK(report.at("inputs").at(0).at("format") == example::second);
  CHECK(report.at("inputs").at(0).at("diagnostics").at(0).at("severity") == "warning");
  // Globs count from the folder of the file.
  CHECK(parsed(run({"validate", "--report", "json", "../other"}, deep).out).at("summary").at("skipped") == 1);
  CHECK(parsed(run({"validate", "--report", "json", "other", "data"}, here).out).at("config") == "hallmark.toml");
  // Text names it too.
  CHECK(run({"validate", "a.weights"}, deep).out.find("settings: ../hallmark.toml\n") != std::string::npos);
  CHECK(run({"validate", "--verbose", "a.weights"}, deep).err.find("settings: ../hallmark.toml\n") == 0);
  CHECK(run({"inspect", "a.weights"}, deep).out.find("a.weights: $second"_filled) == 0);

  CHECK(run({"validate", "--profile", "strict", "a.weights"}, deep).exit == 1);
  const Words without{"validate", "--no-config", "--format", example::second, "a.weights"};
  CHECK(run(without, deep).exit == 1);
  CHECK(run(without + Words{"--profile", "compat"}, deep).exit == 0);
  CHECK(run({"validate", "--format", example::format, "a.weights"}, deep).exit == 1);
  CHECK(run({"validate", "--no-config", "a.weights"}, deep).exit == 2);
  CHECK_FALSE(parsed(run({"validate", "--report", "json", "--no-config", "a.weights"}, deep).out).contains("config"));
  folder.write("data/hallmark.toml", "");
  CHECK(parsed(run({"validate", "--report", "json", "a.weights"}, deep).out).at("config") == "hallmark.toml");
}

TEST_CASE_METHOD(InFolder, "config: include and exclude apply to folders, unless the command line has its own") {
  folder.write("hallmark.toml", "include = [\"*.$ext\", \"*.txt\"]\nexclude = [\"build/\", \"a/x.*\"]\n"_filled);
  for (const std::string& file : Words{"a/x"_file, "a/y"_file, "a/y.txt", "build/z"_file}) {
    folder.write(file, good_input());
  }
  const auto inputs = [&](const Words& arguments) {
    const Json report = parsed(run(Words{"validate", "--report", "json"} + arguments, here).out);
    std::vector<std::string> paths;
    for (const Json& input : report.at("inputs")) paths.push_back(input.at("path"));
    return paths;
  };
  CHECK(inputs({"."}) == Words{"./a/y"_file, "./a/y.txt"});
  CHECK(inputs({"a/x"_file}) == Words{"a/x"_file});
  CHECK(inputs({"--exclude", "y.*", "."}) == Words{"./a/x"_file, "./build/z"_file});
  CHECK(inputs({"--include", "*.txt", "."}) == Words{"./a/y.txt"});
}

TEST_CASE("config: a file of another user is not obeyed, and said to be") {
  if (geteuid() != 0) return;  // only root can give a file away
  constexpr uid_t stranger = 4242;
  struct Row {
    const char* given;  // to the stranger
    How how;
    bool obeyed;
    bool told;
  };
  const Row rows[] = {
      {nullptr, {}, true, false},
      {nullptr, {.unprivileged = true}, true, false},  // root can do what it likes anyway
      {"hallmark.toml", {}, false, true},
      {"hallmark.toml", {.unprivileged = true}, false, true},
      {"hallmark.toml", {.environment = {"SUDO_UID=4242"}}, true, false},
      {"hallmark.toml", {.environment = {"SUDO_UID=4243"}}, false, true},
      {"hallmark.toml", {.environment = {"SUDO_UID=4242"}, .unprivileged = true}, false, true},
      {"", {}, false, true},          // the folder of the file
      {"between", {}, false, false},  // a folder below it: nothing was found
      {"between/in", {}, false, false},
  };
  for (const Row& row : rows) {
    for (const bool link : {false, true}) {
      const Folder folder;
      folder.write("mine.toml", "warn = [\"*\"]\n");
      folder.write("between/in/a", bad_input());
      link ? fs::create_symlink("mine.toml", folder.path("hallmark.toml"))
           : fs::rename(folder.path("mine.toml"), folder.path("hallmark.toml"));
      if (row.given != nullptr) REQUIRE(lchown(folder.path(row.given).c_str(), stranger, stranger) == 0);
      How how = row.how;
      how.folder = folder.path("between/in");
      const Finished finished = run({"validate", "a"}, how);
      if (finished.exit == 126) continue;  // the user nobody may not run the program from the build folder
      CAPTURE(row.given == nullptr ? "nothing" : row.given, link, how.environment, how.unprivileged, finished.err);
      CHECK(finished.exit == (row.obeyed ? 0 : 1));
      CHECK(finished.err == (row.told ? "hallmark: ../../hallmark.toml is ignored: it or its folder belongs to another "
                                        "user (uid 4242)\n"
                                      : ""));
    }
  }
}

TEST_CASE_METHOD(InFolder, "config: above the home folder and the root of a repository no file is looked for") {
  folder.write("hallmark.toml", "warn = [\"*\"]\n");
  folder.write("in/deep/a", bad_input());
  const auto exit = [&](const std::string& home) {
    return run({"validate", "a"}, {.environment = {"HOME=" + home}, .folder = folder.path("in/deep")}).exit;
  };
  CHECK(exit("") == 0);
  CHECK(exit(folder.path()) == 0);  // in the home folder itself it is
  CHECK(exit(folder.path("in")) == 1);
  CHECK(exit(folder.path("in/deep")) == 1);
  CHECK(exit(folder.path("elsewhere")) == 0);
  folder.write("in/.git", "gitdir: elsewhere\n");  // as in a submodule
  CHECK(exit("") == 1);
  fs::remove(folder.path("in/.git"));
  fs::create_directory(folder.path(".git"));
  CHECK(exit("") == 0);  // in the root of the repository, too
}

TEST_CASE_METHOD(InFolder, "config: what is no regular file is passed over, and a large one is refused") {
  folder.write("a", good_input());
  REQUIRE(mkfifo(folder.path("hallmark.toml").c_str(), 0600) == 0);
  CHECK(run({"validate", "a"}, here).exit == 0);
  folder.write("b/hallmark.toml", "#" + std::string(std::size_t{1} << 20, 'x'));
  expect(run({"validate", "../a"}, {.folder = folder.path("b")}), 4, "hallmark.toml: larger than 1 MiB");
  folder.write("c/hallmark.toml", "warn = " + std::string(100000, '['));
  CHECK(run({"validate", "../a"}, {.folder = folder.path("c")}).exit == 4);
}
