// SPDX-License-Identifier: Apache-2.0
// hallmark validate: the text, JSON and ndjson reports, and its progress bar.
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

#include "conformance/program/progress.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/validation.hpp"

using namespace hallmark::program_testing;

namespace {

void fill(const Folder& folder) {
  folder.write("a/good"_file, good_input());
  folder.write("a/three"_file, three_faults());
  folder.write("a/later"_file, unsupported_input());
  folder.write("a/deep"_file, deep_input(201));
  folder.write("a/warned"_file, warning_input());
  folder.write("a/short.$ext2"_filled, "\x10");
  folder.write("a/read.me", "");
  folder.write("what", "hello");
  folder.write("a/odd\xff"_file, bad_input());
}

// The program `script` makes terminals.
bool no_terminal() {
  if (std::system("command -v script > /dev/null") == 0) return false;
  WARN("skipped: the program `script` is not installed");
  return true;
}

}  // namespace

TEST_CASE_METHOD(InFolder, "an input that strict does not take gets the answer of compat too") {
  const std::string readable = folder.write("readable.$ext2"_filled, "\x10\x03\x7f\x07");
  const std::string wrong = folder.write("wrong.$ext2"_filled, "\x10\x08\x07");
  CHECK(validated({readable}).at("compat") == "valid");
  CHECK(validated({wrong}).at("compat") == "invalid");
  CHECK_FALSE(validated({"--profile", "compat", readable}).contains("compat"));
  const std::string text = run({"validate", readable, wrong}).out;
  CHECK_THAT(text, Catch::Contains(readable + ": invalid by the specification, readable (compat)"));
  CHECK_THAT(text, Catch::Contains("2 inputs: 2 invalid; 1 readable (compat); 2 errors"));
}

TEST_CASE_METHOD(InFolder, "a report that goes to a file leaves the summary on standard error") {
  const std::string path = folder.write("three"_file, three_faults());
  const std::string report = folder.path("report");
  for (const char* form : {"json", "text"}) {
    const Finished finished = run({"validate", "--report", form, "-o", report, path});
    CHECK(finished.out.empty());
    CHECK(finished.err == "1 input: 1 invalid; 3 errors\n");
  }
  CHECK(run({"validate", "--quiet", "-o", report, path}).err.empty());
  CHECK(run({"validate", "-o", "-", path}).err.empty());
}

TEST_CASE_METHOD(InFolder, "three independent faults give exactly those three diagnostics") {
  const std::string path = folder.write("three"_file, three_faults());
  const Json input = validated({path});
  CHECK(input.at("path") == path);
  CHECK(input.at("format") == example::format);
  CHECK(input.at("size") == three_faults().size());
  CHECK(input.at("verdict") == "invalid");
  std::vector<std::string> found;
  for (const Json& one : input.at("diagnostics")) {
    found.push_back(fmt::format("{} {} {} {}", one.at("rule").get<std::string>(), one.at("offset").dump(),
                                one.at("length").dump(), one.at("path").get<std::string>()));
  }
  CHECK(found == std::vector{"padding-not-applicable"_rule + " 13 1 documents[0].a",
                             "padding-range"_rule + " 29 1 documents[0].bits",
                             "float32-length"_rule + " 42 3 documents[0].c"});
  for (const std::size_t most : {1U, 2U, 3U}) {
    const Finished bounded = run({"validate", "--report", "ndjson", "--max-errors", std::to_string(most), path});
    CHECK(parsed_lines(bounded.out).front().at("diagnostics").size() == most);
    CHECK(bounded.exit == 1);
    const Finished text = run({"validate", "--max-errors", std::to_string(most), path});
    CHECK((text.out.find(" (--max-errors)") != std::string::npos) == (most < 3));
  }
}

TEST_CASE_METHOD(InFolder, "json and ndjson follow their schemas and say the same") {
  fill(folder);
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
  CHECK(std::count(paths.begin(), paths.end(), "a/odd\\xff"_file) == 1);

  const Finished lines = run({"validate", "--report", "ndjson", "what", "a", "missing"}, here);
  std::vector<Json> inputs = parsed_lines(lines.out);
  for (const Json& input : inputs) CHECK(breach(input, "input.schema.json") == "");
  std::sort(inputs.begin(), inputs.end(), [](const Json& a, const Json& b) { return a.at("path") < b.at("path"); });
  CHECK(Json(inputs) == report.at("inputs"));
}

TEST_CASE_METHOD(InFolder, "the schemas notice a report that is not ours") {
  fill(folder);
  const Json report = parsed(run({"validate", "--report", "json", "a"}, here).out);
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

TEST_CASE_METHOD(InFolder, "a report does not depend on the number of threads") {
  fill(folder);
  for (int i = 0; i < 200; ++i) {
    folder.write(example::file("many/" + std::to_string(i)), i % 3 == 0 ? bad_input() : good_input());
  }
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

TEST_CASE_METHOD(InFolder, "text names file, offset, rule and field, marks the bytes, and says what to do") {
  folder.write("x.$ext2"_filled, "\x10\x09\x7f");
  const std::string line =
      "x.$ext2:1: error: padding 9 is out of range for PACKED_BIT [$second/padding-range MUST] at padding "_filled
      "(expected 0..7)\n";
  const std::string text = run({"validate", "x.$ext2"_filled}, here).out;
  CHECK(text.rfind(line +
                       "  00000000  10 09 7f                                          |...|\n"
                       "               ^^ offset 1 (0x1)\n"
                       "  $second#validation: The padding of a PACKED_BIT vector is 0 to 7.\n"_filled +
                       "  help: ",
                   0) == 0);
  CHECK(text.ends_with("\n\n1 input: 1 invalid; 1 error\n"));
  CHECK(run({"validate", "--quiet", "x.$ext2"_filled}, here).out == line);
  folder.write("w"_file, warning_input());
  CHECK(run({"validate", "--quiet", "w"_file}, here).out.empty());
  CHECK(run({"validate", "w"_file}, here).out.find("w.$ext:12: warning: "_filled) == 0);
}

TEST_CASE_METHOD(InFolder, "NO_COLOR wins over FORCE_COLOR, which needs no terminal") {
  const std::string path = folder.write("bad"_file, bad_input());
  const auto colours = [&](std::vector<std::string> environment) {
    return run({"validate", path}, {.environment = std::move(environment)}).out.find('\x1b') != std::string::npos;
  };
  CHECK_FALSE(colours({}));
  CHECK_FALSE(colours({"TERM=xterm", "CLICOLOR_FORCE=1", "FORCE_COLOR="}));
  CHECK(colours({"FORCE_COLOR=1", "TERM=dumb"}));
  CHECK(colours({"FORCE_COLOR=1", "NO_COLOR="}));
  CHECK_FALSE(colours({"FORCE_COLOR=1", "NO_COLOR=1"}));
  // A pipe has no width, whatever the shell says of its terminal.
  const std::string wide = run({"validate", path}, {.environment = {"COLUMNS=40"}}).out;
  CHECK(wide.substr(0, wide.find('\n')).size() > 80);
}

TEST_CASE_METHOD(InFolder, "on a terminal, lines are no wider than it says or COLUMNS says") {
  folder.write("bad"_file, bad_input());
  const auto widest = [&](const std::string& setting) {
    const Ran ran = run_line("cd '" + folder.path() + "' && TERM=xterm script -qec '" + setting + " NO_COLOR=1 " +
                             HALLMARK_BINARY_DIR "/hallmark validate bad.$ext' /dev/null < /dev/null"_filled);
    CAPTURE(ran.text);
    CHECK(ran.exit == 1);
    std::size_t width = 0;
    std::size_t at = 0;
    for (std::size_t end = 0; (end = ran.text.find("\r\n", at)) != std::string::npos; at = end + 2) {
      width = std::max(width, end - at);
    }
    return width;
  };
  if (no_terminal()) return;
  CHECK(widest("stty cols 80;") == 80);  // that of a dump
  CHECK(widest("stty cols 60;") <= 60);
  CHECK(widest("stty cols 80; COLUMNS=50") <= 50);
  CHECK(widest("stty cols 60; COLUMNS=nonsense") <= 60);
  CHECK(widest("stty cols 500;") > 100);
}

TEST_CASE_METHOD(InFolder, "--warn makes errors of kind invalid warnings, and the verdict follows") {
  folder.write("three"_file, three_faults());
  folder.write("later"_file, unsupported_input());
  folder.write("cut"_file, good_input().substr(0, 9));
  folder.write("vector.$ext2"_filled, bytes("\x10\x09\x7f"));
  const auto judged = [&](const Words& arguments) {
    const Finished finished = run(Words{"validate", "--report", "ndjson"} + arguments, here);
    CAPTURE(finished.err);
    const Json input = parsed_lines(finished.out).at(0);
    std::string severities;
    for (const Json& one : input.at("diagnostics")) severities += one.at("severity").get<std::string>()[0];
    return input.at("verdict").get<std::string>() + " " + severities + " " + std::to_string(finished.exit);
  };
  CHECK(judged({"three"_file}) == "invalid eee 1");
  CHECK(judged({"--warn", "$second/padding-*"_filled, "three"_file}) == "invalid wwe 1");
  CHECK(judged({"--warn", "$second/padding-*"_filled, "--warn", "float32-length"_rule, "three"_file}) == "valid www 0");
  CHECK(judged({"--warn", "*", "three"_file}) == "valid www 0");
  CHECK(judged({"--warn", "*", "--fail-on", "warning", "three"_file}) == "valid www 1");
  // Warnings are counted apart, so one error is kept beside one warning.
  CHECK(judged({"--warn", "$second/padding-*"_filled, "--max-errors", "1", "three"_file}) == "invalid we 1");
  // Other kinds stay.
  CHECK(judged({"--warn", "*", "later"_file}) == "unsupported e 2");
  CHECK(judged({"--warn", "*", "cut"_file}) == "invalid e 1");
  CHECK(judged({"--warn", "*", "vector.$ext2"_filled}) == "valid w 0");
}

TEST_CASE_METHOD(InFolder, "--warn with a glob that can have no effect is wrong usage") {
  folder.write("good"_file, good_input());
  const std::vector<Line> rows = {
      {"$second/padding-rang"_filled, 4, "no rule matches; did you mean $second/padding-range?"_filled},
      {"nothing/*", 4, "no rule matches"},
      {"", 4, "no rule matches"},
      {"truncated"_rule, 4,
       "$format/truncated is of kind malformed; only errors of kind invalid can be warnings"_filled},
      {"hallmark/max-alloc", 4, "is of kind limit"},
  };
  expect_all(rows, [&](const std::string& glob) {
    return run_in(folder, "validate --warn '$format/*' --warn='"_filled + glob + "' " + "good"_file);
  });
}

TEST_CASE_METHOD(InFolder, "--readers names who takes such files, in every form, and nothing does without it") {
  const std::string three = folder.write("three"_file, three_faults());
  const std::string absent = folder.path("absent"_file);
  for (const char* form : {"text", "json", "ndjson"}) {
    CHECK(run({"validate", "--report", form, three, absent}).out.find("readers") == std::string::npos);
    CHECK_THAT(run({"validate", "--readers", "--report", form, three, absent}).out, Catch::Contains("readers"));
  }
  const Json report = parsed(run({"validate", "--readers", "--report", "json", three, absent}).out);
  CHECK(breach(report, "validation.schema.json") == "");
  for (const Json& input : report.at("inputs")) {
    for (const Json& one : input.at("diagnostics")) CHECK(one.contains("readers") == (input.at("path") == three));
  }
  const std::string text = run({"validate", "--readers", three}).out;
  CHECK_THAT(text, Catch::Contains("\n  readers: tried with "));
  CHECK_THAT(text, Catch::Contains("that break this rule: all refused by "));
  CHECK(run({"validate", "--readers", "--statistics", three}).exit == 4);
}

// Errors come first, then MUST, then what is found most often.
TEST_CASE_METHOD(InFolder, "--statistics counts all findings by rule, worst first") {
  folder.write("a/many"_file, many_bad_inputs(3000));
  folder.write("a/three"_file, three_faults());
  folder.write("b/later"_file, unsupported_input() + unsupported_input());
  folder.write("b/warned"_file, warning_input() + warning_input() + warning_input());
  folder.write("b/good"_file, good_input());
  for (const char* threads : {"1", "4"}) {
    const Finished text = run({"validate", "--statistics", "-j", threads, "a", "b", "missing"}, here);
    CHECK(text.exit == 1);
    CHECK(text.out ==
          "findings    inputs  severity  level     rule                                first\n"
          "    3001         2  error     MUST      $second/padding-not-applicable  a/many.$ext:13\n"_filled
          "       1         1  error     MUST      $second/float32-length          a/three.$ext:42\n"_filled
          "       1         1  error     MUST      $second/padding-range           a/three.$ext:29\n"_filled
          "       2         1  error     DECISION  $second/dtype-unknown           b/later.$ext:12\n"_filled
          "       1         1  error     DECISION  hallmark/unreadable                 missing:0\n"
          "       3         1  warning   DECISION  $format/array-key                      b/warned.$ext:12\n"_filled
          "\n"
          "6 inputs: 2 valid, 2 invalid, 1 unsupported, 1 unreadable; 3006 errors; 3 warnings\n");
  }
  const Finished json = run({"validate", "--statistics", "--report", "json", "a", "b", "missing"}, here);
  const Json report = parsed(json.out);
  CHECK(breach(report, "statistics.schema.json") == "");
  CHECK(report.at("statistics").size() == 6);
  CHECK(report.at("statistics").at(0).dump() ==
        R"({"rule":"$second/padding-not-applicable","level":"MUST","clause":"$second#validation",)"_filled
        R"("severity":"error","findings":3001,"inputs":2,"example":{"path":"a/many.$ext","offset":13}})"_filled);
  CHECK(report.at("summary").at("inputs") == 6);
  CHECK(
      parsed(run({"validate", "--statistics", "--report", "json", "b/good"_file}, here).out).at("statistics").empty());
  CHECK(run({"validate", "--statistics", "b/good"_file}, here).out == "1 input: 1 valid\n");
  CHECK(run({"validate", "--statistics", "--report", "ndjson", "a"}, here).exit == 4);
  expect(run({"validate", "--statistics", "--warn", "$second/*"_filled, "a"}, here), 0,
         "    3001         2  warning   MUST ");
}

TEST_CASE_METHOD(InFolder, "very many findings are reported in order, in bounded memory, with help for a rule once") {
  constexpr int documents = 12'000;
  folder.write("a"_file, many_bad_inputs(documents));
  for (const char* form : {"json", "ndjson"}) {
    const Finished finished = run({"validate", "--report", form, "--max-errors", "10000", "a"_file}, here);
    const Json whole = parsed(finished.out);
    const Json& input = std::string_view(form) == "json" ? whole.at("inputs").at(0) : whole;
    const Json& findings = input.at("diagnostics");
    REQUIRE(findings.size() == 10'000);
    CHECK(input.at("more") == documents - 10'000);
    bool in_order = true;
    for (std::size_t i = 0; i < findings.size(); ++i) {
      in_order = in_order && findings.at(i).at("offset") == 13 + i * bad_input().size();
    }
    CHECK(in_order);
  }
  const Finished text = run({"validate", "-j", "1", "--max-errors", "10000", "a"_file}, here);
  CHECK(text.out.find("help:") != std::string::npos);
  CHECK(text.out.find("help:") == text.out.rfind("help:"));
  CHECK(text.out.ends_with("\n\n1 input: 1 invalid; 10000 errors; 2000 more not shown\n"));
  expect(run({"validate", "a"_file}, here), 1,
         ": note: and 11980 more findings (--max-errors)\n\n1 input: 1 invalid; 20 errors; 11980 more not shown\n");
}

TEST_CASE_METHOD(InFolder, "names and colours cannot reach the terminal from a pipe") {
  folder.write("\x1b[31mred.$ext"_filled, bad_input());
  const Finished finished = run({"validate", folder.path()}, {.environment = {"TERM=xterm", "CLICOLOR_FORCE=1"}});
  CHECK(finished.exit == 1);
  CHECK(finished.out.find('\x1b') == std::string::npos);
  CHECK(finished.out.find("\\x1b[31mred.$ext:13: error:"_filled) != std::string::npos);
  CHECK(finished.err.empty());
}

TEST_CASE("bytes have the unit that people read") {
  using hallmark::program::with_unit;
  CHECK(with_unit(0) == "0 bytes");
  CHECK(with_unit(1) == "1 byte");
  CHECK(with_unit(1023) == "1023 bytes");
  CHECK(with_unit(1024) == "1.0 KiB");
  CHECK(with_unit(1536) == "1.5 KiB");
  CHECK(with_unit((1 << 20) - 1) == "1.0 MiB");
  CHECK(with_unit(std::uint64_t{5} << 30) == "5.0 GiB");
  CHECK(with_unit(UINT64_MAX) == "16.0 EiB");
}

TEST_CASE_METHOD(InFolder, "slow work shows a bar on a terminal, removes it, and shows none elsewhere") {
  if (no_terminal()) return;
  folder.write("d/good"_file, good_input());
  REQUIRE(mkfifo(folder.path("slow").c_str(), 0600) == 0);
  const std::string go = "cd '" + folder.path() + "' && { { sleep 1.5; cat d/good*; } > slow & } && ";
  const std::string validate = "NO_COLOR=1 " HALLMARK_BINARY_DIR "/hallmark validate -j 1 d slow";
  const auto on_terminal = [&](const std::string& command) {
    return run_line(go + "script -qec '" + command + "' /dev/null < /dev/null").text;
  };
  const std::string shown = on_terminal("stty cols 100; " + validate);
  CAPTURE(shown);
  CHECK(shown.find("\r\x1b[Kvalidate [##############################] 1/2 files, 33 bytes of 33 bytes") !=
        std::string::npos);
  CHECK(shown.ends_with("\r\x1b[K2 inputs: 2 valid\r\n"));
  // No wider than the terminal, or it could not be removed.
  CHECK(on_terminal("stty cols 20; " + validate).find("\r\x1b[Kvalidate [#########\r\x1b[K") != std::string::npos);
  CHECK(on_terminal(validate + " --quiet").find("validate [") == std::string::npos);
  CHECK(on_terminal(validate + " 2> err").find("validate [") == std::string::npos);
  CHECK(fs::file_size(folder.path("err")) == 0);
}

TEST_CASE_METHOD(
    InFolder, "--size judges the beginning of one file, and asks for all of it where no header says where data lie") {
  const std::string file = good_input();
  const std::string size = std::to_string(file.size());
  const std::string whole = folder.write("whole"_file, file);
  const std::string head = folder.write("head"_file, file.substr(0, 5));
  const Json input = validated({"--size", size, head});
  CHECK(input.at("size") == file.size());
  CHECK(input.at("verdict") == "unreadable");
  CHECK(input.at("diagnostics").at(0).at("rule") == "hallmark/window");
  CHECK(input.at("diagnostics").at(0).at("expected") == size);
  CHECK(run({"validate", "--size", size, head}).exit == 2);
  CHECK(run({"validate", "--size", size, whole}).out == run({"validate", whole}).out);
  expect(run({"validate", "--size", "4", whole}), 2, "[hallmark/unreadable");
  CHECK(run({"validate", "--size", size, head, whole}).exit == 4);
  CHECK(run({"validate", "--size", "many", head}).exit == 4);
}
