// Inputs in gzip format.
#include "conformance/compression/zipped.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;
using hallmark::compression::zipped;

namespace {

std::string zip(const std::string& text) { return zipped(text, true); }

// A document of this many bytes; the number is what it starts with.
std::string document_of(std::uint32_t size) { return document(filler(size - 13)); }

}  // namespace

TEST_CASE("a gzip file is judged by what it holds; size and offsets count decompressed bytes") {
  const Folder folder;
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
  // The bytes of the content are shown.
  CHECK(run({"validate", folder.path("b.$EXT.GZ"_filled)}).out.find("00000000  10 00 00 00") != std::string::npos);
}

TEST_CASE("gzip is recognised without a name, but a name that identifies a format wins") {
  const Folder folder;
  CHECK(validated({"-"}, {.input = zip(good_input())}).at("compression") == "gzip");
  CHECK(validated({folder.write("anonymous", zip(good_input()))}).at("verdict") == "valid");
  CHECK_FALSE(validated({folder.write("x"_file, zip(good_input()))}).contains("compression"));
  CHECK_FALSE(validated({"--format", example::format, folder.path("anonymous")}).contains("compression"));
  CHECK(validated({"--format", example::format, folder.write("y.gz", zip(good_input()))}).at("verdict") == "valid");
}

TEST_CASE("a document that starts like gzip is a document") {
  const Folder folder;
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

TEST_CASE("a damaged gzip file is unreadable, and the offset counts in the compressed file") {
  const Folder folder;
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

TEST_CASE("gzip content beyond --max-alloc is limited") {
  const Folder folder;
  const std::string path = folder.write("a.$ext.gz"_filled, zip(document_of(100000)));
  CHECK(validated({"--max-alloc", "100000", path}).at("verdict") == "valid");
  const Json limited = validated({"--max-alloc", "99999", path});
  CHECK(limited.at("verdict") == "limited");
  CHECK(limited.at("compression") == "gzip");
  CHECK(limited.at("diagnostics").at(0).at("rule") == "hallmark/max-alloc");
  CHECK(run({"validate", "--max-alloc", "99999", path}).exit == 2);
}

TEST_CASE("folders are searched inside gzip files too") {
  const Folder folder;
  folder.write("d/a.$ext.gz"_filled, zip(good_input()));
  folder.write("d/model.bin.gz", zip(std::string("OINF\0broken", 11)));
  folder.write("d/model", zip(std::string("OINF\0broken", 11)));
  folder.write("d/a.out.gz", zip(std::string("b\x02\0 i32\x05\0\0\0", 11)));
  folder.write("d/b.out.gz", zip("text"));
  folder.write("d/script.bt.gz", zip("BEGIN { exit(); }"));
  folder.write("d/a.tar.gz", zip(std::string(600, 'x')));
  folder.write("d/notes.gz", "not compressed");
  const Json report = parsed(run({"validate", "--report", "json", "d"}, {.folder = folder.path()}).out);
  std::vector<std::string> paths;
  for (const Json& input : report.at("inputs")) paths.push_back(input.at("path"));
  CHECK(paths == std::vector<std::string>{"d/a.$ext.gz"_filled, "d/a.out.gz", "d/model", "d/model.bin.gz"});
  CHECK(report.at("summary").at("skipped") == 4);
}

TEST_CASE("inspect shows what a gzip file holds") {
  const Folder folder;
  const std::string path = folder.write("a.$ext.gz"_filled, zip(document(binary("v", bytes({"\x03\x00\x01", 3})))));
  const Finished text = run({"inspect", path});
  CHECK(text.exit == 0);
  CHECK(text.out.find("$format (gzip)"_filled) != std::string::npos);
  CHECK(parsed(run({"inspect", "--json", "-"}, {.input = zip(good_input())}).out).at("compression") == "gzip");
  CHECK(run({"inspect", folder.write("b.$ext.gz"_filled, "x")}).exit == 2);
}
