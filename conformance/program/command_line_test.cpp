// SPDX-License-Identifier: Apache-2.0
// Command lines: the order and spelling of options do not matter, and words after `--` are passed on unchanged.
#include <functional>
#include <set>
#include <sstream>

#include "conformance/program/command.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

using namespace hallmark::program;
using namespace hallmark::program_testing;

namespace {

// A documented command line, split into parts whose order must not matter.
struct Documented {
  Words command;
  std::vector<Words> options;  // each a name alone, or a name and a value
  Words operands;
  int exit;
  std::string shown;  // part of the output
};

const std::string vectors = HALLMARK_SOURCE_DIR "/corpus/$folder2/golden/header.json"_filled;
const std::string other_vectors = HALLMARK_SOURCE_DIR "/corpus/$format/golden/framing.json"_filled;

Words flat(const std::vector<Words>& options) {
  Words words;
  for (const Words& option : options) words = words + option;
  return words;
}

Words with_equals_signs(const std::vector<Words>& options) {
  Words words;
  for (const Words& option : options) {
    const bool joined = option.size() == 2 && option.front().rfind("--", 0) == 0;
    words = words + (joined ? Words{option[0] + "=" + option[1]} : option);
  }
  return words;
}

// The same line with its options before, between and after its operands, and --corpus at several places.
std::vector<Words> spellings(const Documented& line) {
  const Words options = flat(line.options);
  const Words joined = with_equals_signs(line.options);
  const Words turned = flat({line.options.rbegin(), line.options.rend()});
  const Words corpus{"--corpus", example_corpus()};
  std::vector<Words> all = {
      corpus + line.command + options + line.operands, line.command + line.operands + options + corpus,
      line.command + joined + corpus + line.operands, line.command + corpus + line.operands + joined,
      line.command + turned + corpus + Words{"--"} + line.operands};
  if (line.operands.size() > 1) {
    const Words first(line.operands.begin(), line.operands.begin() + 1);
    const Words others(line.operands.begin() + 1, line.operands.end());
    all.push_back(line.command + first + options + corpus + others);
    all.push_back(line.command + first + options + corpus + Words{"--"} + others);
  }
  return all;
}

// The operands of `conform` are the command line of a testee, so they come last.
std::vector<Words> spellings_of_conform(const Documented& line) {
  const Words corpus{"--corpus", example_corpus()};
  const Words turned = flat({line.options.rbegin(), line.options.rend()});
  return {corpus + line.command + flat(line.options) + Words{"--"} + line.operands,
          line.command + with_equals_signs(line.options) + corpus + line.operands,
          line.command + corpus + turned + line.operands, line.command + turned + Words{"--"} + line.operands};
}

void check_all_the_same(const Documented& line, const std::vector<Words>& ways, const std::string& folder) {
  Finished first;
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const Finished finished = run(ways[i], {.folder = folder});
    if (i == 0) first = finished;
    CAPTURE(ways[i], finished.err);
    CHECK(finished.exit == line.exit);
    CHECK(finished.out == first.out);
    CHECK(finished.err == first.err);
    CHECK((finished.out + finished.err).find(line.shown) != std::string::npos);
  }
}

void fill(const Folder& folder) {
  folder.write("a", good_input());
  folder.write("b", bad_input());
  folder.write("more/c"_file, good_input());
  folder.write("values.in", "[1i8, 2i8]");
  folder.write("result.json", run({"validate", "--report", "json", folder.path("a")}).out);
}

}  // namespace

TEST_CASE_METHOD(InFolder, "options may come before, between and after operands") {
  fill(folder);
  const Documented lines[] = {
      {{"validate"}, {}, {"a", "b"}, 1, "b:"},
      {{"validate"}, {{"--format", example::format}, {"--report", "json"}}, {"a", "b"}, 1, "\"b\""},
      {{"validate"}, {{"--exclude", "c.*"}, {"--report", "json"}}, {"a", "more"}, 0, "\"skipped\":1"},
      {{"validate"}, {{"--exclude", "c.*"}, {"--exclude", "[ab]"}}, {"more", "more"}, 3, "nothing was checked: "},
      {{"validate"}, {{"--include", "*.in"}, {"--verbose"}}, {".", "a"}, 0, "skipped: ./a: is not included"},
      {{"validate"}, {{"--no-config"}}, {"a"}, 0, "1 input"},
      {{"validate"}, {{"-j", "2"}, {"-o", "-"}, {"--quiet"}, {"--null"}}, {"b", "more"}, 1, "b:"},
      {{"validate"},
       {{"--profile", "compat"}, {"--max-errors", "1"}, {"--max-depth", "9"}, {"--fail-on", "warning"}},
       {"a", "more", "b"},
       1,
       "b:"},
      {{"validate"}, {{"--max-alloc", "1MiB"}, {"--max-rank", "8"}, {"--header-length", "7"}}, {"a"}, 0, "valid"},
      {{"inspect"}, {{"--format", example::format}, {"--json"}}, {"a"}, 0, "\"$format\""_filled},
      {{"inspect"}, {{"--layout"}, {"--max-depth", "9"}}, {"a"}, 0, "offset"},
      {{"inspect"}, {{"--stats"}, {"--max-alloc", "1MiB"}, {"--no-config"}}, {"a"}, 0, "mean"},
      {{"inspect"}, {{"--profile", "compat"}, {"--json"}}, {"a", "b", "more/c"_file}, 1, "more/c"_file},
      {{"validate"},
       {{"--warn", "$second/*"_filled}, {"--warn", "$format/*"_filled}, {"--statistics"}},
       {"a", "b"},
       0,
       "padding-not-applicable"_rule},
      {{"explain"}, {}, {"padding-range"_rule}, 0, "The smallest golden vector"},
      {{"vectors", "list"}, {{"--format", example::format}}, {}, 0, "$format/"_filled},
      {{"vectors", "show"}, {{"--format", example::second}}, {"$second/header/empty"_filled}, 0, "end of the input"},
      {{"vectors", "export"}, {{"--format", example::second}, {"--output", "out"}}, {}, 0, "written to out"},
      {{"rules"}, {{"--format", example::format}, {"--json"}}, {}, 0, "\"rules\""},
      {{"convert"}, {{"--to", "text"}, {"-o", "-"}}, {"values.in"}, 0, "1i8"},
      {{"convert"}, {{"--to", "binary"}, {"--line-feeds"}, {"--profile", "compat"}}, {"values.in"}, 0, "b"},
      {{"report", "markdown"}, {{"-o", "-"}}, {"result.json", "result.json"}, 0, "Validation of"},
      {{"serve-testee"}, {}, {}, 0, ""},
  };
  for (const Documented& line : lines) check_all_the_same(line, spellings(line), folder.path());
}

TEST_CASE_METHOD(InFolder, "the options of conform end at the testee") {
  const Documented lines[] = {
      {{"conform"}, {{"--vectors", vectors}}, {program, "serve-testee"}, 0, "conformant"},
      {{"conform"},
       {{"--vectors", vectors}, {"--vectors", other_vectors}, {"--op", "decode"}, {"-j", "1"}},
       {program, "serve-testee"},
       0,
       "\n$format decode: conformant"_filled},
      {{"conform"},
       {{"--format", example::second},
        {"--format", example::format},
        {"--vectors", vectors},
        {"--vectors", other_vectors}},
       {program, "serve-testee"},
       0,
       "\n$second decode: conformant"_filled},
      {{"conform"},
       {{"--run", "*/int8*"},
        {"--run", "*/float32*"},
        {"--skip", "*-byt[e]"},
        {"--skip", "*-without-*"},
        {"--timeout", "9"},
        {"--memory", "1GiB"},
        {"--vectors", vectors}},
       {program, "serve-testee"},
       0,
       "4 tests with 2 vectors"},
      {{"conform"},
       {{"--run", "*/empty"}, {"--run", "*/int8-one-byte"}, {"--vectors", vectors}, {"--one-shot"}},
       {"false"},
       1,
       "non-conformant"},
  };
  for (const Documented& line : lines) check_all_the_same(line, spellings_of_conform(line), folder.path());
}

TEST_CASE_METHOD(InFolder, "words after -- are operands") {
  fill(folder);
  for (const char* name : {"--help", "-j", "--", "[x]", "++", "rules"}) folder.write(name, bad_input());
  for (const char* name : {"--help", "-j", "--", "[x]", "++", "rules"}) {
    CAPTURE(name);
    const Finished finished = run({"validate", "--format", example::format, "--", name}, here);
    CHECK(finished.exit == 1);
    CHECK(finished.out.rfind(std::string(name) + ":13: error:", 0) == 0);
  }
  CHECK(run({"inspect", "--format", example::format, "--", "-j"}, here).out.rfind("-j: $format"_filled, 0) == 0);
  CHECK(run({"validate", "--format", example::format, "rules"}, here).exit == 1);  // nor is this a command
  folder.write("-v.in", "1i8");
  CHECK(run({"convert", "--to", "text", "--", "-v.in"}, here).out == "1i8\n");
  folder.write("-r.json", run({"validate", "--report", "json", "a"}, here).out);
  CHECK(run({"report", "html", "-o", "pages", "--", "-r.json"}, here).exit == 0);
}

TEST_CASE_METHOD(InFolder, "a testee gets every word after --") {
  const std::string written = folder.path("words");
  const Words words = {"--format", "x", "--", "[a,b]", "", "--corpus=", "-j", "--help", "a b"};
  std::string expected;
  for (const std::string& word : words) expected += "<" + word + ">";
  const std::string keep = "printf '<%s>' \"$@\" > '" + written + "'; exit 77";
  const Words options = {"conform", "--one-shot", "--format", example::second, "--vectors", vectors};
  CHECK(run(options + Words{"--", "sh", "-c", keep, "sh"} + words).exit == 3);
  CHECK(folder.read("words") == expected);
}

TEST_CASE_METHOD(InFolder, "an operand or a value in brackets is one path or one glob") {
  folder.write("[a].$ext"_filled, bad_input());
  folder.write("[x]", bad_input());
  folder.write("a", good_input());
  folder.write("x", good_input());
  CHECK(run({"validate", "--format", example::format, "[x]"}, here).out.rfind("[x]:13: error:", 0) == 0);
  folder.write("d/a", good_input());
  folder.write("d/x", good_input());
  CHECK(run({"validate", "--format", example::format, "--include", "[ax]", "--exclude", "[a]", "d"}, here).out ==
        "1 input: 1 valid; 1 skipped\n");
  // An empty value is a value.
  CHECK(run({"validate", "--format", example::format, "--exclude=", "x"}, here).out == "1 input: 1 valid\n");
}

TEST_CASE_METHOD(InFolder, "unknown options and extra or missing operands are wrong usage") {
  fill(folder);
  struct Row {
    Words words;
    std::string said;
  };
  const Row rows[] = {
      {{"conform", "testee", "--opt"}, "put `--` before TESTEE: hallmark conform [OPTIONS] -- testee"},
      {{"conform", "testee", "-j", "2"}, "put `--` before TESTEE"},
      {{"conform", "testee", "--vectors", vectors}, "put `--` before TESTEE"},
      {{"conform", "testee", "--", "word"}, "put `--` before TESTEE"},
      {{"conform", "--opt", "--", "testee"}, "unknown option \"--opt\""},
      {{"conform", "--format"}, "--format"},
      {{"conform", "--format", "--", "testee"}, "--format"},
      {{"conform"}, "TESTEE is missing"},
      {{"conform", "--"}, "TESTEE is missing"},
      {{"validate"}, "PATH is missing"},
      {{"validate", "--"}, "PATH is missing"},
      {{"validate", "--exclude", "a"}, "PATH is missing"},
      {{"validate", "a", "--opt", "--", "b"}, "unknown option \"--opt\""},
      {{"validate", "-1"}, "unknown option \"-1\""},
      {{"validate", "--report", "json", "--report", "text", "a"}, "--report"},
      {{"convert", "--to", "text", "a", "--", "-b", "-c"}, "expected one PATH, got 3"},
      {{"explain", "a", "b"}, "expected one RULE, got 2"},
      {{"vectors", "show", "a", "--", "b"}, "expected one ID, got 2"},
      {{"vectors", "list", "a"}, "unexpected argument \"a\""},
      {{"vectors", "lint", "--", "a"}, "unexpected argument \"a\""},
      {{"validate", "--fromat", "x", "a"}, "unknown option \"--fromat\"; did you mean --format?"},
      {{"validate", "--reprot=json", "a"}, "unknown option \"--reprot=json\"; did you mean --report?"},
      {{"validate", "-corpus", "a", "a"}, "unknown option \"-corpus\"; did you mean --corpus?"},
      {{"valdate"}, "unknown command \"valdate\"; did you mean validate?\n"},
      {{"vectors", "lst"}, "unknown command \"lst\"; did you mean list?\n"},
      {{"model"}, "unknown command \"model\"\n"},
      {{"rules", example::format}, "unexpected argument \"$format\""_filled},
      {{"rules", "--", "--json"}, "unexpected argument \"--json\""},
      {{"serve-testee", "--", "x"}, "unexpected argument \"x\""},
      {{"convert", "--to", "text", "--"}, "PATH is missing"},
      {{"report", "html", "-o", "x", "--"}, "RESULT is missing"},
      {{"--bogus"}, "unknown option \"--bogus\""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.words);
    const Finished finished = run(row.words, here);
    CAPTURE(finished.err);
    CHECK(finished.exit == 4);
    CHECK(finished.out.empty());
    CHECK(finished.err.find(row.said) != std::string::npos);
    CHECK(finished.err.find("--help`.\n") != std::string::npos);
  }
}

TEST_CASE("a command line without a command shows the help, and so does the command help") {
  const std::string help = run({"--help"}).out;
  CHECK(help.find("hallmark help COMMAND") != std::string::npos);
  for (const Words& none : {Words{}, Words{"--", "validate", "a"}}) {
    const Finished finished = run(none);
    CHECK(finished.exit == 4);
    CHECK(finished.out.empty());
    CHECK(finished.err == help);
  }
  CHECK(run({"vectors", "--", "list"}).err == run({"vectors", "--help"}).out);
  const Finished asked = run({"help"});
  CHECK(asked.exit == 0);
  CHECK(asked.out == help);
  CHECK(run({"help", "vectors", "show"}).out == run({"vectors", "show", "--help"}).out);
}

TEST_CASE("the help of every command fits on a screen, shows its usage and names the formats of --format") {
  Program state;
  CLI::App app;
  add_commands(app, state, OptionsOf::every_command);
  const std::set<std::string> wide{"compare", "generate", "merge", "diff"};
  Words usages;
  int lists = 0;
  const std::function<void(const CLI::App&, const std::string&)> look = [&](const CLI::App& command,
                                                                            const std::string& above) {
    const std::string help = command.help(above);
    CAPTURE(help);
    int count = 0;
    std::istringstream lines(help);
    const std::size_t widest = wide.contains(command.get_name()) ? 115 : 100;
    for (std::string line; std::getline(lines, line); ++count) {
      CHECK(line.size() <= widest);
      if (line.starts_with("Usage: ")) usages.push_back(line.substr(7));
    }
    CHECK(count <= 30);
    if (const std::size_t at = help.find("\nF: "); at != std::string::npos) {
      ++lists;
      for (const hallmark::Codec* codec : hallmark::all_codecs()) CHECK(help.find(codec->id, at) != std::string::npos);
    }
    for (const CLI::App* one : command.get_subcommands([](const CLI::App*) { return true; })) {
      look(*one, full_name(command));
    }
  };
  look(app, "");
  CHECK(lists == 5);
  CHECK(usages == Words{"hallmark [OPTIONS] SUBCOMMAND",
                        "hallmark validate [OPTIONS] PATH...",
                        "hallmark inspect [OPTIONS] PATH...",
                        "hallmark explain [OPTIONS] RULE",
                        "hallmark rules [OPTIONS]",
                        "hallmark vectors [OPTIONS] SUBCOMMAND",
                        "hallmark vectors list [OPTIONS]",
                        "hallmark vectors show [OPTIONS] ID",
                        "hallmark vectors export [OPTIONS]",
                        "hallmark vectors disputed [OPTIONS] RESULT...",
                        "hallmark vectors lint [OPTIONS]",
                        "hallmark conform [OPTIONS] -- TESTEE ARG...",
                        "hallmark compare [OPTIONS] -- TESTEE ARG...",
                        "hallmark generate [OPTIONS]",
                        "hallmark convert [OPTIONS] PATH",
                        "hallmark report [OPTIONS] SUBCOMMAND",
                        "hallmark report html [OPTIONS] RESULT...",
                        "hallmark report site [OPTIONS] [RESULT...]",
                        "hallmark report sarif [OPTIONS] RESULT...",
                        "hallmark report junit [OPTIONS] RESULT...",
                        "hallmark report github [OPTIONS] RESULT...",
                        "hallmark report markdown [OPTIONS] RESULT...",
                        "hallmark report badge [OPTIONS] RESULT...",
                        "hallmark report merge [OPTIONS] RESULT...",
                        "hallmark report diff [OPTIONS] RESULT...",
                        "hallmark serve-testee [OPTIONS]"});
}
