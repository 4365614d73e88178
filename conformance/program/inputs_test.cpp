// SPDX-License-Identifier: Apache-2.0
// The files that a command line names, also in gzip format.
#include "conformance/program/testing/inputs.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <tuple>

#include "conformance/compression/zipped.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/format_list.hpp"

using namespace hallmark::program_testing;
using hallmark::compression::zipped;

namespace {

// The checked paths in the order of the report, and the number of skipped ones.
struct Checked {
  std::vector<std::string> paths;
  std::uint64_t skipped = 0;
  bool operator==(const Checked& other) const = default;
};

Checked checked(const Words& arguments, const How& how) {
  const Finished finished = run(Words{"validate", "--report", "json"} + arguments, how);
  CAPTURE(arguments, finished.out, finished.err);
  REQUIRE_FALSE(finished.out.empty());
  const Json report = parsed(finished.out);
  Checked result;
  for (const Json& input : report.at("inputs")) result.paths.push_back(input.at("path"));
  result.skipped = report.at("summary").at("skipped");
  return result;
}

std::string zip(const std::string& text) { return zipped(text, true); }

// A document of this many bytes; the number is what it starts with.
std::string document_of(std::uint32_t size) { return document(filler(size - 13)); }

}  // namespace

TEST_CASE_METHOD(InFolder, "folders are walked for marks and names, and the rest is counted") {
  folder.write("d/b"_file, good_input());
  folder.write("d/A.$EXT"_filled, good_input());
  folder.write("d/deep/er/v.$ext2"_filled, bytes({"\x03\x00\x01", 3}));
  folder.write("d/readme.txt", "text");
  folder.write("d/deep/metadata.json", "{}");
  folder.write("d/model.bin", std::string("OINF\0broken", 11));
  folder.write("d/a.out",
               "\x7f"
               "ELF");
  folder.write("d/value.out", std::string("b\x02\0 i32\x05\0\0\0", 11));
  folder.write("d/script.bt", "BEGIN { exit(); }");
  folder.write("d/page.http", "HTTP/1.1 200 OK\r\n\r\n<html>");
  folder.write("d/infer.http", "POST /v2/models/m/infer HTTP/1.1\r\n\r\n");
  const Checked all{
      {"d/A.$EXT"_filled, "d/b"_file, "d/deep/er/v.$ext2"_filled, "d/infer.http", "d/model.bin", "d/value.out"}, 5};
  CHECK(checked({"d"}, here) == all);
  CHECK(checked({"d/"}, here) == all);
  // With --format, the names of its family are checked.
  CHECK(checked({"--format", example::format, "d"}, here) == Checked{{"d/A.$EXT"_filled, "d/b"_file}, 9});
  CHECK(checked({"--format", "futhark", "d"}, here) == Checked{{"d/a.out", "d/value.out"}, 9});
  CHECK(checked({"--format", "bintensors-v1", "d"}, here) == Checked{{"d/script.bt"}, 10});
  // A file that is named is always checked, whatever it is.
  CHECK(checked({"d/script.bt", "d/readme.txt", "--exclude", "*"}, here) ==
        Checked{{"d/readme.txt", "d/script.bt"}, 0});
}

TEST_CASE_METHOD(InFolder, "--include replaces the test of a walk, --exclude takes precedence over it") {
  folder.write("d/b"_file, good_input());
  folder.write("d/readme.txt", "text");
  folder.write("d/deep/v.$ext2"_filled, bytes({"\x03\x00\x01", 3}));
  folder.write("d/deep/notes.txt", "text");
  CHECK(checked({"--exclude", "deep", "d"}, here) == Checked{{"d/b"_file}, 2});
  CHECK(checked({"--exclude", "deep/", "d"}, here) == Checked{{"d/b"_file}, 2});
  CHECK(checked({"--exclude", "d/*/v.*", "--exclude", "b"_file, "d"}, here) == Checked{{}, 4});
  CHECK(checked({"--include", "*.txt", "d"}, here) == Checked{{"d/deep/notes.txt", "d/readme.txt"}, 2});
  CHECK(checked({"--include", "d/*.txt", "--include", "b"_file, "d"}, here) ==
        Checked{{"d/b"_file, "d/deep/notes.txt", "d/readme.txt"}, 1});
  CHECK(checked({"--include", "*.txt", "--exclude", "deep", "d"}, here) == Checked{{"d/readme.txt"}, 2});
  // Paths found below "." are matched as people write them.
  CHECK(checked({"--exclude", "d/deep", "."}, here) == Checked{{"./d/b"_file}, 2});
  CHECK(checked({"--include", "d/*", "--format", example::format, "d"}, here).paths.size() == 4);
}

TEST_CASE_METHOD(InFolder, "--verbose says as what a file was checked, or why it was not, on standard error") {
  folder.write("d/a"_file, good_input());
  folder.write("d/a\x1b.txt", "text");
  folder.write("d/conf.in", "text");
  folder.write("d/deep/b"_file, good_input());
  folder.write("e"_file, bad_input());
  REQUIRE(mkfifo(folder.path("d/pipe").c_str(), 0600) == 0);
  REQUIRE(symlink("nowhere", folder.path("d/dangling").c_str()) == 0);
  const Words line{"validate", "--exclude", "deep", "d", "e"_file, "nosuch"};
  const Finished quiet = run(line, here);
  const Finished verbose = run(line + Words{"--verbose", "-j", "7"}, here);
  CHECK(verbose.out == quiet.out);
  CHECK(
      verbose.out.ends_with("\n3 inputs: 1 valid, 1 invalid, 1 unreadable; 2 errors; 5 skipped\n"
                            "not checked: 1 .in, 1 .txt, 2 others (list them with --verbose)\n"));
  CHECK(quiet.err.empty());
  CHECK(verbose.err ==
        "skipped: d/deep: is excluded\n"
        "skipped: d/a\\x1b.txt: has neither a name nor a mark of a known format\n"
        "skipped: d/conf.in: does not start with a binary Futhark value\n"
        "skipped: d/dangling: is a link to nothing\n"
        "skipped: d/pipe: is not a regular file\n"
        "checked: d/a.$ext: valid ($format)\n"
        "checked: e.$ext: invalid ($format)\n"
        "checked: nosuch: unreadable (unknown format)\n"_filled);
  CHECK(run({"validate", "--verbose", "--quiet", "d"}, here).exit == 4);
}

TEST_CASE_METHOD(InFolder, "a pattern that matches no file is said to match none") {
  folder.write("[a]"_file, good_input());
  const std::string none = "; no file matches this pattern";
  expect(run({"validate", "*.model"}, here), 2, Parts{"*.model: error: ", none});
  expect(run({"validate", "[a]"_file}, here), 0, "1 valid");
  CHECK(run({"validate", "model"}, here).out.find(none) == std::string::npos);
  const Finished included = run({"validate", "--include", "*.model", "--include", "x?", "."}, here);
  CHECK(included.exit == 3);
  CHECK(included.err == "hallmark: no file matches --include *.model, x?\n");
}

TEST_CASE_METHOD(InFolder, "links to folders are not followed, links to files are") {
  folder.write("d/a"_file, good_input());
  REQUIRE(symlink(".", folder.path("d/loop").c_str()) == 0);
  REQUIRE(symlink(".", folder.path("d/loop"_file).c_str()) == 0);
  REQUIRE(symlink("a"_file.c_str(), folder.path("d/link"_file).c_str()) == 0);
  REQUIRE(symlink("nowhere", folder.path("d/dangling"_file).c_str()) == 0);
  REQUIRE(mkfifo(folder.path("d/pipe"_file).c_str(), 0600) == 0);
  CHECK(checked({"d"}, here) == Checked{{"d/a"_file, "d/dangling"_file, "d/link"_file}, 3});
  CHECK(run({"validate", "d"}, here).exit == 2);
  // A named link is followed.
  CHECK(checked({"d/loop"}, here).paths.front() == "d/loop/a"_file);
}

#ifdef HALLMARK_COUNTED_CALLS
TEST_CASE("a small file of a folder costs four system calls, and eight if its name does not tell what it is") {
  const auto calls = [](const Folder& folder) {
    const Finished finished = run({"validate", "-j", "1", "."},
                                  {.environment = {"LD_PRELOAD=" HALLMARK_COUNTED_CALLS}, .folder = folder.path()});
    CHECK(finished.exit == 0);
    REQUIRE(finished.err.starts_with("calls "));
    return std::stoi(finished.err.substr(6));
  };
  const std::tuple<std::string, std::string, int> rows[] = {{".$ext"_filled, good_input(), 4},
                                                            {".out", std::string("b\x02\0 i32\x05\0\0\0", 11), 8}};
  for (const auto& [file, content, expected] : rows) {
    const Folder folder;
    // The second file of a folder also opens the folder.
    for (const char* name : {"first", "second"}) folder.write(name + std::string(file), content);
    const int two = calls(folder);
    constexpr int more = 50;
    for (int i = 0; i < more; ++i) folder.write("d" + std::to_string(i) + file, content);
    CHECK(calls(folder) - two == more * expected);
  }
}
#endif

TEST_CASE_METHOD(InFolder, "lists give paths, one a line or separated by NUL") {
  folder.write("a b.$ext"_filled, good_input());
  folder.write("new\nline"_file, good_input());
  folder.write("-", good_input());
  folder.write("@at", good_input());
  folder.write("d/c"_file, good_input());
  folder.write("lines", "a b.$ext\n\nd\n-"_filled);
  folder.write("crlf", "a b.$ext\r\n\r\nd\r\n-"_filled);
  folder.write("nuls", "new\nline.$ext\0@at\0"_filled);
  folder.write("empty", "");
  CHECK(checked({"@lines"}, here) == Checked{{"-", "a b.$ext"_filled, "d/c"_file}, 0});
  CHECK(checked({"@crlf"}, here) == Checked{{"-", "a b.$ext"_filled, "d/c"_file}, 0});
  CHECK(checked({"--null", "@nuls"}, here) == Checked{{"@at", "new\nline"_file}, 0});
  CHECK(checked({"./@at", "./-"}, here) == Checked{{"./-", "./@at"}, 0});
  CHECK(checked({"@-"}, {.input = "a b.$ext\n"_filled, .folder = folder.path()}) == Checked{{"a b.$ext"_filled}, 0});
  CHECK(run({"validate", "@empty"}, here).exit == 3);
  const Finished missing = run({"validate", "@none"}, here);
  CHECK(missing.exit == 2);
  CHECK(missing.out.find(
            "@none: error: cannot read the input: No such file or directory [hallmark/unreadable DECISION]") == 0);
}

TEST_CASE_METHOD(InFolder, "standard input is an input, from a pipe and from a file") {
  const std::string file = folder.write("x.txt", good_input());
  const std::string large = folder.write("large", document(filler(2U << 20)));
  CHECK(checked({"-"}, {.input = good_input()}).paths == std::vector<std::string>{"-"});
  for (const std::string& path : {file, large}) {
    const Finished finished = run({"validate", "-"}, {.input_file = path});
    CHECK(finished.out == "1 input: 1 valid\n");
    CHECK(run({"validate", "/dev/stdin"}, {.input_file = path}).exit == 0);
  }
  CHECK(run({"validate", "-"}, {.input = bad_input()}).exit == 1);
  CHECK(run({"validate", "-"}, {.input = ""}).exit == 2);
  CHECK(run({"validate", "--format", example::format, "-"}, {.input = ""}).exit == 0);
  CHECK(run({"validate", "--format", example::second, "-"}, {.input = ""}).exit == 1);
}

TEST_CASE_METHOD(InFolder, "empty, tiny and large files are judged by what they hold") {
  const std::string big(std::size_t{3} << 20, 'x');  // large enough to be mapped
  folder.write("empty"_file, "");
  folder.write("empty.$ext2"_filled, "");
  folder.write("mapped.$ext2"_filled, std::string("\x03\x00", 2) + big);
  folder.write("mapped-bad.$ext2"_filled, std::string("\x27\x00", 2) + big + "1");
  folder.write("unknown", "");
  struct Row {
    std::string name;
    const char* verdict;
    const char* note;  // the rule of the last finding, which is none of the format; or null
  };
  const Row rows[] = {
      {"empty"_file, "valid", "hallmark/empty"}, {"empty.$ext2"_filled, "invalid", "hallmark/empty"},
      {"mapped.$ext2"_filled, "valid", nullptr}, {"mapped-bad.$ext2"_filled, "invalid", nullptr},
      {"unknown", "unreadable", nullptr},
  };
  for (const Row& row : rows) {
    const Json input = validated({folder.path(row.name)});
    CHECK(input.at("verdict") == row.verdict);
    if (row.note == nullptr) continue;
    CHECK(input.at("diagnostics").back().at("rule") == row.note);
    CHECK(input.at("diagnostics").back().at("severity") == "note");
  }
}

TEST_CASE_METHOD(InFolder, "a folder in which not everything was checked says so in one line, by kind of file") {
  folder.write("d/a"_file, good_input());
  for (const char* name : {"config.json", "tokenizer.JSON", "deep/merges.json", "README.md", "LICENSE", ".gitignore",
                           "a.much_too_long_extension", "b.\xff", "weights.bin"}) {
    folder.write(std::string("d/") + name, name == std::string_view("weights.bin") ? "\x89HDF\r\n\x1a\n" : "text");
  }
  CHECK(run({"validate", "d"}, here).out ==
        "1 input: 1 valid; 9 skipped\n"
        "not checked: 3 .json, 1 .md, 1 hdf5, 4 others (list them with --verbose)\n");
  CHECK(run({"validate", "--exclude", "*", "d"}, here).out.find("not checked") == std::string::npos);
  for (int i = 0; i < 9; ++i) folder.write("d/x.e" + std::to_string(i), "text");
  CHECK(run({"validate", "d"}, here).out.find("3 .json, 1 .e0, 1 .e1, 1 .e2, 1 .e3, 1 .e4, 1 .e5, 1 .e6, 8 others (") !=
        std::string::npos);
}

TEST_CASE_METHOD(InFolder,
                 "the summary says what was skipped, by kind, and which formats there are if nothing was checked") {
  const std::string formats = "; formats: " + hallmark::reports::format_list();
  for (const char* name : {"none/a.bin", "none/in/b.bin"}) folder.write(name, "CDF\x01");
  folder.write("none/c.h5", "\x89HDF\r\n\x1a\n");
  folder.write("other/readme.txt", "hello");
  folder.write("mixed/good"_file, good_input());
  folder.write("mixed/a.bin", "CDF\x01");
  folder.write("mixed/readme.txt", "hello");
  fs::create_directory(folder.path("empty"));
  struct Row {
    std::vector<std::string> arguments;
    std::string summary;
    int exit;
  };
  const std::string names = "; --verbose names each file\n";
  const std::string listed = " (list them with --verbose)\n";
  const Row rows[] = {
      {{"none"}, "nothing was checked: 2 netcdf, 1 hdf5" + formats + names, 3},
      {{"none", "other"}, "nothing was checked: 2 netcdf, 1 .txt, 1 hdf5" + formats + names, 3},
      {{"none", "other", "other"}, "nothing was checked: 2 .txt, 2 netcdf, 1 hdf5" + formats + names, 3},
      {{"other"}, "nothing was checked: 1 .txt" + formats + names, 3},
      {{"other", "--exclude", "*"}, "nothing was checked: 1 skipped" + formats + names, 3},
      {{"empty"}, "nothing was checked: there are no files" + formats + "\n", 3},
      {{"mixed"}, "1 input: 1 valid; 2 skipped\nnot checked: 1 .txt, 1 netcdf" + listed, 0},
      {{"mixed", "none"}, "1 input: 1 valid; 5 skipped\nnot checked: 3 netcdf, 1 .txt, 1 hdf5" + listed, 0},
      {{"mixed", "--include", "*.$ext"_filled}, "1 input: 1 valid; 2 skipped\nnot checked: 1 .bin, 1 .txt" + listed, 0},
      {{"mixed", "--exclude", "a.*"}, "1 input: 1 valid; 2 skipped\nnot checked: 1 .txt" + listed, 0},
      {{"--quiet", "none"}, "", 3},
  };
  for (const Row& row : rows) {
    CAPTURE(row.arguments);
    const Finished finished = run(Words{"validate"} + row.arguments, here);
    CHECK(finished.out == row.summary);
    CHECK(finished.exit == row.exit);
  }
  CHECK(parsed(run({"validate", "--report", "json", folder.path("none")}).out).at("summary").dump() ==
        R"({"inputs":0,"valid":0,"invalid":0,"unsupported":0,"limited":0,"unreadable":0,"skipped":3})");
}

TEST_CASE_METHOD(InFolder, "files of other programs are named in the message, and doubtful ones get a note") {
  folder.write("p", "\x89PNG\r\n\x1a\n");
  folder.write("script.bt", "BEGIN { exit(); }");
  folder.write("q", "hello");
  const std::string formats = hallmark::reports::format_list();
  const std::string known = run({"validate", "p"}, here).out;
  CHECK(known.starts_with("p: error: this is a PNG image; that is none of the formats that Hallmark checks: " +
                          formats + "; it starts with 89 50 4e 47"));
  const std::string unknown = run({"validate", "q"}, here).out;
  CHECK(unknown.starts_with("q: error: unknown format, name it with --format: " + formats + "; it starts with 68 65"));
  CHECK(run({"validate", "script.bt"}, here).exit == 1);
  CHECK(validated({"script.bt"}, here).at("diagnostics").back().at("rule") == "hallmark/other-program");
  // Who names the format has no doubt.
  const Finished named = run({"validate", "--report", "ndjson", "--format", "bintensors-v1", "script.bt"}, here);
  CHECK(named.out.find("hallmark/other-program") == std::string::npos);
}

TEST_CASE_METHOD(
    InFolder,
    "what a download that failed leaves under the name of a file, and files of others, are named beside the first "
    "finding") {
  const std::pair<std::string, const char*> rows[] = {
      {"version https://git-lfs.github.com/spec/v1\noid sha256:", "; this is a Git LFS pointer, not the file itself"},
      {"<!doctype html><html>Not found", "; this is an HTML page"},
      {"<!DOCTYPE html>", "; this is an HTML page"},
      {"<?xml version=\"1.0\"?><Error>", "; this is an XML document"},
      {R"({"error":"Repository not found"})", "; this is an error of a server, in JSON"},
      {"\x89PNG\r\n\x1a\n", "; this is a PNG image"}};
  for (const auto& [text, said] : rows) {
    CAPTURE(text);
    for (const Words& format : {Words{}, Words{"--format", example::format}}) {
      const Json input = validated(format + Words{folder.write("a"_file, text)});
      CHECK(input.at("verdict") == "invalid");
      CHECK(input.at("diagnostics").at(0).at("message").get<std::string>().ends_with(said));
    }
  }
  const Json other = validated({folder.write("a"_file, "hello")});
  CHECK(other.at("diagnostics").at(0).at("message").get<std::string>().find("; this is") == std::string::npos);
}

TEST_CASE_METHOD(InFolder, "a gzip file is judged by what it holds; size and offsets count decompressed bytes") {
  const Json good = validated({folder.write("a.$ext.gz"_filled, zip(good_input()))});
  CHECK(good.at("verdict") == "valid");
  CHECK(good.at("format") == example::format);
  CHECK(good.at("compression") == "gzip");
  CHECK(good.at("size") == good_input().size());
  const Json bad = validated({folder.write("b.$EXT.GZ"_filled, zip(bad_input()))});
  CHECK(bad.at("verdict") == "invalid");
  CHECK(bad.at("diagnostics").at(0).at("offset") == 13);
  const Json two = validated({folder.write("c.$ext.gz"_filled, zip(good_input()) + zip(bad_input()))});
  CHECK(two.at("size") == good_input().size() + bad_input().size());
  CHECK(two.at("diagnostics").at(0).at("offset") == good_input().size() + 13);
  CHECK_FALSE(validated({folder.write("d"_file, good_input())}).contains("compression"));
  CHECK(validated({folder.write("anonymous", zip(good_input()))}).at("compression") == "gzip");
  CHECK_FALSE(validated({"--format", example::format, folder.path("anonymous")}).contains("compression"));
  // The bytes of the content are shown.
  CHECK(run({"validate", folder.path("b.$EXT.GZ"_filled)}).out.find("00000000  10 00 00 00") != std::string::npos);
}

TEST_CASE_METHOD(InFolder, "a document that starts like gzip is a document") {
  for (const std::uint32_t size : {0x8b1fU, 0x088b1fU}) {
    const std::string one = document_of(size);
    REQUIRE(one.size() == size);
    REQUIRE(one.substr(0, 2) == "\x1f\x8b");
    for (const std::string& name : Words{"a"_file, "a", "a.dat"}) {
      const Json input = validated({folder.write(name, one)});
      CAPTURE(size, name);
      CHECK(input.at("verdict") == "valid");
      CHECK(input.at("format") == example::format);
      CHECK_FALSE(input.contains("compression"));
    }
    CHECK(validated({"-"}, {.input = one}).at("format") == example::format);
    CHECK(validated({folder.write("a.$ext.gz"_filled, zip(one))}).at("compression") == "gzip");
  }
}

TEST_CASE_METHOD(InFolder, "a damaged gzip file is unreadable, and the offset counts in the compressed file") {
  const std::string whole = zip(good_input());
  const std::string cut = whole.substr(0, whole.size() - 3);
  using Row = std::tuple<std::string, std::string, std::size_t, std::string>;
  for (const auto& [name, file, offset, why] :
       {Row{"cut.$ext.gz"_filled, cut, cut.size(), "the file ends inside a member"},
        Row{"more.$ext.gz"_filled, whole + "x", whole.size(), "trailing data after the last member"},
        Row{"text.$ext.gz"_filled, "hello", 0, "no gzip header"},
        Row{"cut", cut, cut.size(), "the file ends inside a member"}}) {
    const Json input = validated({folder.write(name, file)});
    CAPTURE(name);
    CHECK(input.at("verdict") == "unreadable");
    CHECK(input.at("compression") == "gzip");
    CHECK(input.at("diagnostics").size() == 1);
    const Json& found = input.at("diagnostics").at(0);
    CHECK(found.at("rule") == "hallmark/gzip");
    CHECK(found.at("offset") == offset);
    CHECK(found.at("message").get<std::string>().find(why) != std::string::npos);
  }
  CHECK(run({"validate", folder.path("cut")}).exit == 2);
}

TEST_CASE_METHOD(InFolder, "gzip content beyond --max-alloc is limited") {
  const std::string path = folder.write("a.$ext.gz"_filled, zip(document_of(100000)));
  CHECK(validated({"--max-alloc", "100000", path}).at("verdict") == "valid");
  const Json limited = validated({"--max-alloc", "99999", path});
  CHECK(limited.at("verdict") == "limited");
  CHECK(limited.at("compression") == "gzip");
  CHECK(limited.at("diagnostics").at(0).at("rule") == "hallmark/max-alloc");
  CHECK(run({"validate", "--max-alloc", "99999", path}).exit == 2);
}

TEST_CASE_METHOD(InFolder, "folders are searched inside gzip files too") {
  folder.write("d/a.$ext.gz"_filled, zip(good_input()));
  folder.write("d/model.bin.gz", zip(std::string("OINF\0broken", 11)));
  folder.write("d/model", zip(std::string("OINF\0broken", 11)));
  folder.write("d/a.out.gz", zip(std::string("b\x02\0 i32\x05\0\0\0", 11)));
  folder.write("d/b.out.gz", zip("text"));
  folder.write("d/script.bt.gz", zip("BEGIN { exit(); }"));
  folder.write("d/a.tar.gz", zip(std::string(600, 'x')));
  folder.write("d/notes.gz", "not compressed");
  const Json report = parsed(run({"validate", "--report", "json", "d"}, here).out);
  std::vector<std::string> paths;
  for (const Json& input : report.at("inputs")) paths.push_back(input.at("path"));
  CHECK(paths == std::vector<std::string>{"d/a.$ext.gz"_filled, "d/a.out.gz", "d/model", "d/model.bin.gz"});
  CHECK(report.at("summary").at("skipped") == 4);
}

TEST_CASE_METHOD(InFolder, "inspect shows what a gzip file holds") {
  const std::string path = folder.write("a.$ext.gz"_filled, zip(document(binary("v", bytes({"\x03\x00\x01", 3})))));
  expect(run({"inspect", path}), 0, "$format (gzip)"_filled);
  CHECK(parsed(run({"inspect", "--json", "-"}, {.input = zip(good_input())}).out).at("compression") == "gzip");
  CHECK(run({"inspect", folder.write("b.$ext.gz"_filled, "x")}).exit == 2);
}
