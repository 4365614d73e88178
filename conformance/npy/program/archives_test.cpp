// SPDX-License-Identifier: Apache-2.0
// npz: the members of an archive are inputs of their own.
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "conformance/archive/zip_file.hpp"
#include "conformance/npy/generate.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::npz_test {
namespace {

using namespace program_testing;
using archive::zip_file;
using archive::Zipped;

std::string array(const std::string& descr = "'|u1'", std::size_t size = 4, std::byte element = std::byte{1}) {
  return std::string(as_text(npy::with_header(1, npy::header_of(descr, {size}), std::vector(size, element))));
}
const std::string good = array();
const std::string objects = array("'|O'");
const std::string cut = good.substr(0, good.size() - 1);

// reported gives what `validate` says of an archive, each input in a line: path, verdict, rules.
std::string reported(const InFolder& at, const std::string& zip, int exit, const Words& words = {}) {
  at.folder.write("a.npz", zip);
  const Finished done = run(Words{"validate", "--report", "json", "a.npz"} + words, at.here);
  CAPTURE(done.out, done.err);
  CHECK(done.exit == exit);
  const Json report = parsed(done.out);
  CHECK(breach(report, "validation.schema.json") == "");
  std::string text;
  for (const Json& input : report.at("inputs")) {
    text += input.at("path").get<std::string>() + ' ' + input.at("verdict").get<std::string>();
    for (const Json& one : input.at("diagnostics")) text += ' ' + one.at("rule").get<std::string>();
    text += '\n';
  }
  return text;
}

// with gives a member that is wrong in one thing.
Zipped with(Zipped one, auto Zipped::* field, auto value) {
  one.*field = value;
  return one;
}

struct Row {
  std::vector<Zipped> members;
  int exit;
  std::string said;
};

TEST_CASE_METHOD(InFolder, "npz: members are judged in the order of the archive, each alone") {
  const Zipped x{"x.npy", good};
  const Row rows[] = {
      {{x}, 0, "a.npz:x.npy valid\n"},
      {{{"b.npy", good, true},
        {.name = "a.npy", .content = good, .zip64 = true},
        {.name = "c.npy", .content = good, .deflate = true, .descriptor = true}},
       0,
       "a.npz:b.npy valid\na.npz:a.npy valid\na.npz:c.npy valid\n"},
      // By its name or its first bytes; the rest is in a note.
      {{{"d/", ""}, {"x", good, true}, {"d/y.NPY", good}, {"z.txt", "text"}},
       0,
       "a.npz valid hallmark/zip-members\na.npz:x valid\na.npz:d/y.NPY valid\n"},
      {{{"x.npy", "no array at all"}, x},
       1,
       "a.npz:x.npy invalid npy/magic\na.npz:x.npy invalid npy/duplicate-member\n"},
      {{x, {"y.npy", cut}, x},
       1,
       "a.npz:x.npy valid\na.npz:y.npy invalid npy/data-truncated\na.npz:x.npy invalid npy/duplicate-member\n"},
      {{x, {"x", good}}, 0, "a.npz:x.npy valid\na.npz:x valid npy/shadowed-member\n"},
      {{{"x", "text"}, x}, 0, "a.npz valid hallmark/zip-members\na.npz:x.npy valid npy/shadowed-member\n"},
      {{{"o.npy", objects}, x}, 2, "a.npz:o.npy unsupported npy/descr-object\na.npz:x.npy valid\n"},
      {{}, 3, "a.npz valid hallmark/zip-members\n"},
      {{{"z.txt", "text"}, {"d/", ""}}, 3, "a.npz valid hallmark/zip-members\n"},
  };
  for (const Row& row : rows) CHECK(reported(*this, zip_file(row.members), row.exit) == row.said);
  const Zipped y{"y.npy", good};
  const Zipped packed{"y.npy", good, true};
  for (const Zipped& wrong :
       {with(y, &Zipped::checksum, 1), with(packed, &Zipped::checksum, 1), with(y, &Zipped::size, 1),
        with(packed, &Zipped::size, 1), with(packed, &Zipped::size, 999), with(packed, &Zipped::packed_size, 10),
        with(y, &Zipped::packed_size, 99999), with(y, &Zipped::own_name, "x.npy"), with(y, &Zipped::own_name, ""),
        with(y, &Zipped::name, std::string("y.npy\0z", 7))}) {
    // A NUL in a name may be shown as a space.
    const std::string said = reported(*this, zip_file({wrong, x}), 2);
    CHECK(said.starts_with("a.npz:y.npy"));
    CHECK(said.ends_with(" unreadable hallmark/zip\na.npz:x.npy valid\n"));
  }
  for (const Zipped& unread : {with(y, &Zipped::flags, 1), with(y, &Zipped::method, 12)}) {
    CHECK(reported(*this, zip_file({unread, x}), 2) ==
          "a.npz:y.npy unsupported hallmark/zip-method\na.npz:x.npy valid\n");
  }
  const std::string zip = zip_file({x});
  for (const std::size_t size : {std::size_t{0}, std::size_t{2}, std::size_t{60}, zip.size() - 1}) {
    CHECK(reported(*this, zip.substr(0, size), 2) == "a.npz unreadable hallmark/zip\n");
  }
  CHECK(reported(*this, "<!DOCTYPE html><html></html>", 2) == "a.npz unreadable hallmark/zip\n");
  CHECK(reported(*this, good, 0) == "a.npz valid\n");  // numpy.load goes by the first bytes, too
}

TEST_CASE_METHOD(InFolder, "npz: options hold for each member") {
  const auto large = [](std::byte element) { return zip_file({{"x.npy", array("'|u1'", 1 << 16, element), true}}); };
  const std::string zip = zip_file({{"x.npy", cut}, {"y.npy", array("'|u1'", 5000), true}, {"x.npy", good}});
  const std::string of_x = "a.npz:x.npy invalid npy/data-truncated\n";
  CHECK(reported(*this, zip, 1, {"--warn", "npy/*"}) ==
        of_x + "a.npz:y.npy valid\na.npz:x.npy valid npy/duplicate-member\n");
  CHECK(reported(*this, zip, 1, {"--max-alloc", "5000", "--format", "npy"}) ==
        of_x + "a.npz:y.npy limited hallmark/max-alloc\na.npz:x.npy invalid npy/duplicate-member\n");
  CHECK(reported(*this, large(std::byte{1}), 0, {"--data"}) == "a.npz:x.npy valid\n");
  CHECK(reported(*this, large(std::byte{0}), 1, {"--data", "--fail-on", "warning"}) ==
        "a.npz:x.npy valid hallmark/zero-tensor\n");
  CHECK(reported(*this, zip, 2, {"--size", "100000"}) == "a.npz unreadable hallmark/zip\n");
  CHECK(reported(*this, zip, 1, {"--format", "safetensors"}).starts_with("a.npz invalid safetensors/"));
}

TEST_CASE_METHOD(InFolder, "npz: an archive is known by its name or that of a member, wherever it comes from") {
  const std::string zip = zip_file({{"z.txt", "text"}, {"x.npy", good}});
  folder.write("in/a.npz", zip);
  folder.write("in/other.zip", zip);  // other programs' name
  folder.write("other", zip);
  folder.write("text.zip", zip_file({{"z.txt", "text"}}));
  folder.write("cut.zip", zip_file({{"x.npy", good}}).substr(0, 60));
  folder.write("a.npz.gz", compression::zipped(zip, true));
  expect_all(
      {
          {"validate in", 0, "in/a.npz: note: not checked, because they are not arrays: z.txt [hallmark/zip-members"},
          {"validate in", 0, "1 input: 1 valid; 2 skipped"},
          {"validate --report ndjson other", 0, "\"path\":\"other:x.npy\""},
          {"validate --report ndjson a.npz.gz", 0,
           R"("path":"a.npz.gz:x.npy","member":"x.npy","format":"npy","size":132,"compression":"gzip")"},
          {"validate --report ndjson - <other", 0, R"("path":"-:x.npy")"},
          {"validate text.zip", 2, "this is a zip archive"},
          {"validate cut.zip", 2, "cannot read the archive: its directory, which comes last, is not found"},
          // One member.
          {"validate --report ndjson in/a.npz:x.npy", 0, R"({"path":"in/a.npz:x.npy","member":"x.npy")"},
          {"validate in/a.npz:z.txt", 1, "in/a.npz:z.txt:4: error: "},
          {"validate in/a.npz:y.npy", 2,
           "in/a.npz:y.npy: error: cannot read the archive: it has no member of this name"},
          {"validate in/b.npz:y.npy", 2, "No such file"},
          {"validate text.zip:z.txt", 2, "no such archive"},
          {"validate in/a.npz:x.npy -o in/a.npz", 4, ""},
          {"inspect in/a.npz", 0, "in/a.npz:x.npy: npy, 132 bytes, valid"},
          {"inspect --json in/a.npz", 0, R"("skipped":1)"},
          {"inspect in/a.npz:x.npy", 0, "u8"},
          {"inspect --layout in/a.npz:x.npy", 0, "HEADER_LEN"},
      },
      [this](const std::string& words) { return run_in(folder, words); });
  CHECK(run_in(folder, "inspect in/a.npz:x.npy").text.find("z.txt") == std::string::npos);
}

TEST_CASE_METHOD(InFolder, "npz: names are shown, and are no paths") {
  folder.write("a.npz", zip_file({{"../up.npy", good},
                                  {"/top.npy", good},
                                  {"\x1b[2Jx\n.npy", cut},
                                  {"\\w.npy", good},
                                  {"\xff.npy", good},
                                  {"\xe4\xb8\x96.npy", good}}));
  const Ran text = run_in(folder, "validate a.npz; ls -a . ..");
  expect(text, 0, {"a.npz:\\x1b[2Jx\\x0a.npy:131: error:", "6 inputs: 5 valid, 1 invalid"});
  CHECK(text.text.find("up.npy") == std::string::npos);
  CHECK(text.text.find('\x1b') == std::string::npos);
  const Finished json = run({"validate", "--report", "json", "-o", "report.json", "a.npz"}, here);
  CHECK(json.exit == 1);
  CHECK(parsed(folder.read("report.json")).at("inputs")[4].at("path") == "a.npz:\\xff.npy");
  const Json sarif = parsed(run({"report", "sarif", "report.json"}, here).out);
  const Json& artifacts = sarif.at("runs")[0].at("artifacts");
  REQUIRE(artifacts.size() == 7);
  CHECK(artifacts[0].at("location").at("uri") == "a.npz");
  const char* const members[] = {"/..%2Fup.npy", "/%2Ftop.npy", "/%1B%5B2Jx%0A.npy", "/%5Cw.npy"};
  for (std::size_t i = 0; i < std::size(members); ++i) {
    CHECK(artifacts[i + 1].at("location").at("uri") == members[i]);
    CHECK(artifacts[i + 1].at("parentIndex") == 0);
  }
  const Json& location = sarif.at("runs")[0].at("results")[0].at("locations")[0].at("physicalLocation");
  CHECK(location.at("artifactLocation").at("index") == 3);
  CHECK(location.at("artifactLocation").at("uri") == members[2]);
  expect_all({{"report github report.json", 0,
               "::error file=a.npz,title=npy/data-truncated MUST::byte 131 of member \\x1b[2J"},
              {"report junit report.json", 0, "name=\"a.npz:../up.npy\""},
              {"report markdown report.json", 0, "| 5 | 1 | 0 |"}},
             [this](const std::string& words) { return run_in(folder, words); });
}

// HALLMARK_SAMPLES names a folder of real files, with a README.md whose rows are `file` | format | strict | compat | …
TEST_CASE_METHOD(InFolder, "npz: members of real archives are judged as their README says") {
  const char* const samples = std::getenv("HALLMARK_SAMPLES");
  if (samples == nullptr) return;
  std::ifstream readme(fs::path(samples) / "README.md");
  std::size_t rows = 0;
  for (std::string line; std::getline(readme, line);) {
    const std::size_t end = line.find("` | npy | ");
    if (!line.starts_with("| `") || end == std::string::npos || line.find(".npz:") > end) continue;
    std::istringstream words(line.substr(end + 10));
    std::string strict, bar, compat;
    words >> strict >> bar >> compat;
    const std::string path = line.substr(3, end - 3);
    const std::string archive = path.substr(0, path.find(':'));
    for (const auto& [profile, verdict] : {std::pair("strict", strict), std::pair("compat", compat)}) {
      for (const std::string& given : {path, archive}) {
        CAPTURE(given, path, profile);
        const Finished done = run({"validate", "--report", "json", "--profile", profile, given}, {.folder = samples});
        std::string found;
        const Json report = parsed(done.out);
        for (const Json& input : report.at("inputs")) {
          if (input.at("path") == path) found += input.at("verdict").get<std::string>();
        }
        CHECK(found == verdict);
      }
    }
    ++rows;
  }
  CHECK(rows != 0);
}

}  // namespace
}  // namespace hallmark::npz_test
