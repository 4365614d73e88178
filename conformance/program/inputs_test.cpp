// The files that a command line names.
#include <sys/stat.h>
#include <unistd.h>

#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

namespace {

// The checked paths in the order of the report, and the number of skipped ones.
struct Checked {
  std::vector<std::string> paths;
  std::uint64_t skipped = 0;
  bool operator==(const Checked& other) const = default;
};

Checked checked(std::vector<std::string> arguments, const How& how) {
  arguments.insert(arguments.begin(), {"validate", "--report", "json"});
  const Finished finished = run(arguments, how);
  CAPTURE(arguments, finished.out, finished.err);
  REQUIRE_FALSE(finished.out.empty());
  const Json report = parsed(finished.out);
  Checked result;
  for (const Json& input : report.at("inputs")) result.paths.push_back(input.at("path"));
  result.skipped = report.at("summary").at("skipped");
  return result;
}

}  // namespace

TEST_CASE("folders are walked for the known extensions, and the rest is counted") {
  const Folder folder;
  folder.write("d/b.bson", good_bson());
  folder.write("d/A.BSON", good_bson());
  folder.write("d/deep/er/v.bsonvec", bytes({"\x03\x00\x01", 3}));
  folder.write("d/readme.txt", "text");
  folder.write("d/deep/metadata.json", "{}");
  const How here{.folder = folder.path()};
  CHECK(checked({"d"}, here) == Checked{{"d/A.BSON", "d/b.bson", "d/deep/er/v.bsonvec"}, 2});
  CHECK(checked({"d/"}, here) == Checked{{"d/A.BSON", "d/b.bson", "d/deep/er/v.bsonvec"}, 2});
  // With --format, only its extensions are looked for.
  CHECK(checked({"--format", "bson", "d"}, here) == Checked{{"d/A.BSON", "d/b.bson"}, 3});
  CHECK(checked({"--exclude", "deep", "d"}, here) == Checked{{"d/A.BSON", "d/b.bson"}, 2});
  CHECK(checked({"--exclude", "d/*/v.*", "--exclude", "b.bson", "d"}, here) == Checked{{"d/A.BSON"}, 4});
}

TEST_CASE("links to folders are not followed, links to files are") {
  const Folder folder;
  folder.write("d/a.bson", good_bson());
  REQUIRE(symlink(".", folder.path("d/loop").c_str()) == 0);
  REQUIRE(symlink(".", folder.path("d/loop.bson").c_str()) == 0);
  REQUIRE(symlink("a.bson", folder.path("d/link.bson").c_str()) == 0);
  REQUIRE(symlink("nowhere", folder.path("d/dangling.bson").c_str()) == 0);
  REQUIRE(mkfifo(folder.path("d/pipe.bson").c_str(), 0600) == 0);
  const How here{.folder = folder.path()};
  CHECK(checked({"d"}, here) == Checked{{"d/a.bson", "d/dangling.bson", "d/link.bson"}, 3});
  CHECK(run({"validate", "d"}, here).exit == 2);
  // A named link is followed.
  CHECK(checked({"d/loop"}, here).paths.front() == "d/loop/a.bson");
}

TEST_CASE("lists give paths, one a line or separated by NUL") {
  const Folder folder;
  folder.write("a b.bson", good_bson());
  folder.write("new\nline.bson", good_bson());
  folder.write("-", good_bson());
  folder.write("@at", good_bson());
  folder.write("d/c.bson", good_bson());
  folder.write("lines", "a b.bson\n\nd\n-");
  folder.write("nuls", std::string("new\nline.bson\0@at\0", 18));
  folder.write("empty", "");
  const How here{.folder = folder.path()};
  CHECK(checked({"@lines"}, here) == Checked{{"-", "a b.bson", "d/c.bson"}, 0});
  CHECK(checked({"--null", "@nuls"}, here) == Checked{{"@at", "new\nline.bson"}, 0});
  CHECK(checked({"./@at", "./-"}, here) == Checked{{"./-", "./@at"}, 0});
  CHECK(checked({"@-"}, {.input = "a b.bson\n", .folder = folder.path()}) == Checked{{"a b.bson"}, 0});
  CHECK(run({"validate", "@empty"}, here).exit == 3);
  const Finished missing = run({"validate", "@none"}, here);
  CHECK(missing.exit == 2);
  CHECK(missing.out.find("@none: error: cannot read the input: No such file or directory [hallmark/unreadable]") == 0);
}

TEST_CASE("a list may be long") {
  const Folder folder;
  folder.write("x.bsonvec", bytes({"\x03\x00\x01", 3}));
  std::string list;
  for (int i = 0; i < 100000; ++i) list += "x.bsonvec\n";
  folder.write("list", list);
  const Finished finished = run({"validate", "@list"}, {.folder = folder.path()});
  CHECK(finished.exit == 0);
  CHECK(finished.out == "100000 inputs: 100000 valid\n");
}

TEST_CASE("standard input is an input, from a pipe and from a file") {
  const Folder folder;
  const std::string file = folder.write("x.txt", good_bson());
  const std::string large =
      folder.write("large", document(std::string("\x05k\0", 3) + std::string("\x00\x00\x20\x00\x00", 5) +
                                     std::string(std::size_t{2} << 20, 'x')));
  CHECK(checked({"-"}, {.input = good_bson()}).paths == std::vector<std::string>{"-"});
  for (const std::string& path : {file, large}) {
    const Finished finished = run({"validate", "-"}, {.input_file = path});
    CHECK(finished.out == "1 input: 1 valid\n");
    CHECK(run({"validate", "/dev/stdin"}, {.input_file = path}).exit == 0);
  }
  CHECK(run({"validate", "-"}, {.input = bad_bson()}).exit == 1);
  CHECK(run({"validate", "-"}, {.input = ""}).exit == 2);
  CHECK(run({"validate", "--format", "bson", "-"}, {.input = ""}).exit == 0);
  CHECK(run({"validate", "--format", "bson-vector", "-"}, {.input = ""}).exit == 1);
}

TEST_CASE("files named like commands and options are files") {
  const Folder folder;
  folder.write("inspect", good_bson());
  folder.write("--quiet", good_bson());
  const How here{.folder = folder.path()};
  CHECK(checked({"inspect"}, here).paths == std::vector<std::string>{"inspect"});
  CHECK(checked({"--", "--quiet"}, here).paths == std::vector<std::string>{"--quiet"});
}

TEST_CASE("empty, tiny and large files are judged by what they hold") {
  const Folder folder;
  const std::string big(std::size_t{3} << 20, 'x');  // large enough to be mapped
  folder.write("empty.bson", "");
  folder.write("empty.bsonvec", "");
  folder.write("mapped.bsonvec", std::string("\x03\x00", 2) + big);
  folder.write("mapped-bad.bsonvec", std::string("\x27\x00", 2) + big + "1");
  folder.write("unknown", "");
  const auto verdict = [&](const char* name) {
    return parsed_lines(run({"validate", "--report", "ndjson", folder.path(name)}).out).front().at("verdict");
  };
  CHECK(verdict("empty.bson") == "valid");
  CHECK(verdict("empty.bsonvec") == "invalid");
  CHECK(verdict("mapped.bsonvec") == "valid");
  CHECK(verdict("mapped-bad.bsonvec") == "invalid");
  CHECK(verdict("unknown") == "unreadable");
}

TEST_CASE("a file of more than 2 GiB is judged to its end") {
  const Folder folder;
  const std::string path = folder.write("huge.bsonvec", std::string("\x10\x01", 2));
  constexpr std::uint64_t size = (std::uint64_t{5} << 29) + 2;
  REQUIRE(truncate(path.c_str(), size) == 0);  // sparse, so it uses no disk space
  const Json report = parsed_lines(run({"validate", "--report", "ndjson", path}).out).front();
  CHECK(report.at("verdict") == "valid");
  CHECK(report.at("size") == size);
}
