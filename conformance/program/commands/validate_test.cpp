// hallmark validate: the text, JSON and ndjson reports.
#include <algorithm>

#include "conformance/program/testing/schema.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/validation.hpp"

using namespace hallmark::program_testing;

namespace {

void fill(const Folder& folder) {
  folder.write("a/good.bson", good_bson());
  folder.write("a/three.bson", three_faults());
  folder.write("a/later.bson", unsupported_bson());
  folder.write("a/deep.bson", deep_bson(201));
  folder.write("a/warned.bson", warning_bson());
  folder.write("a/short.bsonvec", "\x10");
  folder.write("a/read.me", "");
  folder.write("what", "hello");
  folder.write("a/odd\xff.bson", bad_bson());
}

}  // namespace

TEST_CASE("three independent faults give exactly those three diagnostics") {
  const Folder folder;
  const std::string path = folder.write("three.bson", three_faults());
  const Json input = parsed_lines(run({"validate", "--report", "ndjson", path}).out).front();
  CHECK(input.at("path") == path);
  CHECK(input.at("format") == "bson");
  CHECK(input.at("size") == three_faults().size());
  CHECK(input.at("verdict") == "invalid");
  struct Row {
    const char* rule;
    std::uint64_t offset;
    std::uint64_t length;
    const char* path;
  };
  const Row rows[] = {{"bson-vector/padding-not-applicable", 13, 1, "documents[0].a"},
                      {"bson-vector/padding-range", 29, 1, "documents[0].bits"},
                      {"bson-vector/float32-length", 42, 3, "documents[0].c"}};
  REQUIRE(input.at("diagnostics").size() == std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    const Json& diagnostic = input.at("diagnostics").at(i);
    CHECK(diagnostic.at("rule") == rows[i].rule);
    CHECK(diagnostic.at("offset") == rows[i].offset);
    CHECK(diagnostic.at("length") == rows[i].length);
    CHECK(diagnostic.at("path") == rows[i].path);
  }
  for (const std::size_t most : {1U, 2U, 3U}) {
    const Finished bounded = run({"validate", "--report", "ndjson", "--max-errors", std::to_string(most), path});
    CHECK(parsed_lines(bounded.out).front().at("diagnostics").size() == most);
    CHECK(bounded.exit == 1);
    const Finished text = run({"validate", "--max-errors", std::to_string(most), path});
    CHECK((text.out.find("--max-errors shows more") != std::string::npos) == (most < 3));
  }
}

TEST_CASE("json and ndjson follow their schemas and say the same") {
  const Folder folder;
  fill(folder);
  const How here{.folder = folder.path()};
  const Finished whole = run({"validate", "--report", "json", "what", "a", "missing"}, here);
  CHECK(whole.exit == 1);
  CHECK(whole.err.empty());
  const Json report = parsed(whole.out);
  CHECK(breach(report, "validation.schema.json") == "");
  CHECK(hallmark::reports::to_json(hallmark::reports::validation_from(report)) == report);
  CHECK(report.at("hallmark") == HALLMARK_VERSION);
  CHECK(report.at("profile") == "strict");
  CHECK(report.at("summary").dump() ==
        R"({"inputs":9,"valid":2,"invalid":3,"unsupported":1,"limited":1,"unreadable":2,"skipped":1})");

  std::vector<std::string> paths;
  for (const Json& input : report.at("inputs")) paths.push_back(input.at("path"));
  CHECK(std::is_sorted(paths.begin(), paths.end()));
  CHECK(std::count(paths.begin(), paths.end(), "a/odd\\xff.bson") == 1);

  const Finished lines = run({"validate", "--report", "ndjson", "what", "a", "missing"}, here);
  std::vector<Json> inputs = parsed_lines(lines.out);
  for (const Json& input : inputs) CHECK(breach(input, "input.schema.json") == "");
  std::sort(inputs.begin(), inputs.end(), [](const Json& a, const Json& b) { return a.at("path") < b.at("path"); });
  CHECK(Json(inputs) == report.at("inputs"));
}

TEST_CASE("the schemas notice a report that is not ours") {
  const Folder folder;
  fill(folder);
  const Json report = parsed(run({"validate", "--report", "json", "a"}, {.folder = folder.path()}).out);
  REQUIRE(breach(report, "validation.schema.json") == "");
  const auto broken = [&](const char* at, const Json& value) {
    Json other = report;
    other[Json::json_pointer(at)] = value;
    return breach(other, "validation.schema.json");
  };
  CHECK(broken("/extra", 1) != "");
  CHECK(broken("/profile", "lax") != "");
  CHECK(broken("/summary/valid", -1) != "");
  CHECK(broken("/inputs/0/verdict", "fine") != "");
  CHECK(broken("/inputs/0/size", "12") != "");
  CHECK(broken("/inputs/0/diagnostics/0/offset", 1.5) != "");
  CHECK(broken("/inputs/0/diagnostics/0/hint", "x") != "");
}

TEST_CASE("a report does not depend on the number of threads") {
  const Folder folder;
  fill(folder);
  for (int i = 0; i < 200; ++i) {
    folder.write("many/" + std::to_string(i) + ".bson", i % 3 == 0 ? bad_bson() : good_bson());
  }
  const How here{.folder = folder.path()};
  for (const char* form : {"json", "text"}) {
    const Finished one = run({"validate", "-j", "1", "--report", form, "."}, here);
    for (const char* threads : {"2", "7", "64"}) {
      const Finished several = run({"validate", "-j", threads, "--report", form, "."}, here);
      CHECK(several.out == one.out);
      CHECK(several.exit == one.exit);
    }
  }
  CHECK(parsed_lines(run({"validate", "-j", "16", "--report", "ndjson", "many"}, here).out).size() == 200);
}

TEST_CASE("text names file, offset, rule and field, and marks the bytes") {
  const Folder folder;
  folder.write("x.bsonvec", "\x10\x09\x7f");
  const How here{.folder = folder.path()};
  const std::string line =
      "x.bsonvec:1: error: padding 9 is out of range for PACKED_BIT [bson-vector/padding-range] at padding (expected "
      "0..7)\n";
  CHECK(run({"validate", "x.bsonvec"}, here).out ==
        line +
            "    00000000  10 09 7f                                          |...|\n"
            "                 ^^ offset 1 (0x1)\n"
            "1 input: 1 invalid; 1 error\n");
  CHECK(run({"validate", "--quiet", "x.bsonvec"}, here).out == line);
  folder.write("w.bson", warning_bson());
  CHECK(run({"validate", "--quiet", "w.bson"}, here).out.empty());
  CHECK(run({"validate", "w.bson"}, here).out.find("w.bson:12: warning: ") == 0);
}

TEST_CASE("names and colours cannot reach the terminal from a pipe") {
  const Folder folder;
  folder.write("\x1b[31mred.bson", bad_bson());
  const Finished finished = run({"validate", folder.path()}, {.environment = {"TERM=xterm", "CLICOLOR_FORCE=1"}});
  CHECK(finished.exit == 1);
  CHECK(finished.out.find('\x1b') == std::string::npos);
  CHECK(finished.out.find("\\x1b[31mred.bson:13: error:") != std::string::npos);
  CHECK(finished.err.empty());
}

TEST_CASE("compat turns what deployed programs break into warnings") {
  const Folder folder;
  const std::string path = folder.write("bits.bsonvec", "\x10\x03\x7f\x07");
  const auto found = [&](const char* profile) {
    return parsed(run({"validate", "--profile", profile, "--report", "json", path}).out);
  };
  CHECK(found("strict").at("inputs").at(0).at("verdict") == "invalid");
  const Json compat = found("compat");
  CHECK(compat.at("profile") == "compat");
  CHECK(compat.at("inputs").at(0).at("verdict") == "valid");
  CHECK(compat.at("inputs").at(0).at("diagnostics").at(0).at("severity") == "warning");
  CHECK(run({"validate", "--profile", "compat", path}).exit == 0);
  CHECK(run({"validate", "--profile", "compat", "--fail-on", "warning", path}).exit == 1);
}

TEST_CASE("a report can go to a file") {
  const Folder folder;
  folder.write("a.bson", bad_bson());
  folder.write("report", "what was there before is longer than a report that says little: " + std::string(500, '.'));
  const How here{.folder = folder.path()};
  const Finished finished = run({"validate", "--report", "json", "-o", "report", "a.bson"}, here);
  CHECK(finished.exit == 1);
  CHECK(finished.out.empty());
  const Finished shown = run({"validate", "--report", "json", "a.bson"}, here);
  CHECK(run({"validate", "--report", "json", "-o", "-", "a.bson"}, here).out == shown.out);
  const Finished same = run({"validate", "--report", "json", "-o", "/dev/stdout", "a.bson"}, here);
  CHECK(parsed(same.out) == parsed(shown.out));
  std::string written;
  {
    const Finished reread = run({"validate", "--report", "ndjson", "report"}, here);
    written = parsed_lines(reread.out).front().at("size").dump();
  }
  CHECK(written == std::to_string(shown.out.size()));
}
