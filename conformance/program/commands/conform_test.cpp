// SPDX-License-Identifier: Apache-2.0
// hallmark conform and hallmark serve-testee: output, exit codes, reports.
#include <algorithm>

#include "conformance/program/testing/support.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "reports/result.hpp"

namespace hallmark {
namespace {

using namespace program_testing;
using testing::text_of;

// shell runs a line in sh; `hallmark`, `program` and `broken` are programs of this build, `few` is a small corpus.
Ran shell(const Folder& folder, const std::string& line) {
  return run_line("program='" HALLMARK_PROGRAM "'; broken='" HALLMARK_BROKEN_TESTEE "'; few='" + example_corpus() +
                  "'\nhallmark() { \"$program\" \"$@\"; }\ncd '" + folder.path() + "'\n" + line);
}

// A corpus of a few vectors is there.
struct WithCorpus : InFolder {
  const std::string corpus = folder.write("small.json", testing::small_corpus_text());
};

void script(const Folder& folder, const std::string& name, const std::string& text) {
  const std::string path = folder.write(name, "#!/bin/sh\n" + text + "\n");
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

// Minimal adapters: they accept only INT8 without padding.
void write_adapters(const Folder& folder) {
  script(folder, "accepts", "exit 0");
  script(folder, "rejects", "echo 'rejected: no' >&2; exit 1");
  script(folder, "rejects-below", "echo starting >&2; echo 'rejected: no' >&2; exit 1");
  script(folder, "fails-silently", "exit 1");
  script(folder, "fails-loudly", "echo 'not rejected' >&2; exit 1");
  script(folder, "lacks-a-module", "python3 -c 'import not_there'");
  script(folder, "rejects-by-3", "echo 'no: bad' >&2; exit 3");
  script(folder, "chats", "echo done");
  script(folder, "replies", "echo '{\"result\": \"accepted\", \"value\": {}}'");
  script(folder, "rejects-after-all", "echo '{\"result\": \"rejected\"}'");
  script(folder, "rejects-json",
         "echo '{\"result\": \"rejected\", \"error\": {\"message\": \"m\", \"category\": \"truncated\", \"offset\": "
         "1}}'; exit 1");
  script(folder, "lacks", "exit 77");
  script(folder, "dies", "kill -9 $$");
  script(folder, "breaks", "exit 3");
  script(folder, "sleeps", "sleep 100");
  // Accepts what it should, and gives a value the first time only; the input is the whole vector in hex.
  script(folder, "forgets",
         "case $(od -An -tx1 | tr -d ' \\n' | cut -c1-8) in\n"
         "03007f07) echo '{\"dtype\": \"int8\", \"padding\": 0, \"data\": {\"base64\": \"fwc=\"}}';;\n"
         "1003f8|27000000) ;; *) echo rejected >&2; exit 1;; esac");
  script(folder, "verdicts",
         "case $(od -An -tx1 | tr -d ' \\n' | cut -c1-8) in\n"
         "03007f07|1003f8|27000000) ;; *) echo rejected >&2; exit 1;; esac");
  script(folder, "values", "echo '{\"dtype\": \"int8\", \"padding\": 0, \"data\": {\"base64\": \"fwc=\"}}'");
  script(folder, "shows-environment",
         "echo \"$HALLMARK_FORMAT $HALLMARK_OP [$HALLMARK_HEADER_LENGTH]\" >&2; wc -c >&2; exit 3");
  script(folder, "encodes", "cat > /dev/null; printf '\\003\\000\\177\\007'");
}

TEST_CASE_METHOD(WithCorpus, "exit codes and the first words of conform") {
  folder.write("adapter.sh", "exit 77");
  folder.write("not.json", "{");
  folder.write("bad.toml", "[[expect]]\npattern = 1\n");
  folder.write("rotten.toml", "[[expect]]\npattern = \"zzz\"\nresult = \"crash\"\nreason = \"r\"\n");
  const std::vector<Line> rows = {
      {"hallmark conform --vectors small.json -- $program serve-testee", 0, "conformant"},
      {"hallmark conform --vectors small.json --op encode -- $program serve-testee", 0, "encode"},
      {"hallmark conform --vectors small.json --one-shot -- sh -e adapter.sh", 3, "adapter.sh: 0 tests"},
      {"hallmark conform --vectors small.json -- $broken accept", 1,
       "LENIENT decode accepted-invalid [$second/truncated MUST]: 1 of 1 vector\n"_filled},
      {"hallmark conform --vectors small.json --op decode --run '*/c-*' -- $broken accept", 1,
       "$second decode: lenient\n  accepts what 1 of 1 rule forbids, 1 cause (1 of 1 vector"_filled},
      {"hallmark conform --vectors small.json --op decode -- $broken wrong-value", 1, "value.padding is 7, expected 0"},
      {"hallmark conform --vectors small.json --run '*/[de]-*' -- $broken accept", 0,
       "WARN    decode accepted-invalid [$second/ignored-bits SHOULD]: 1 of 1 vector, $second/t/d-invalid"_filled},
      {"hallmark conform --vectors small.json --op decode -- $broken reject-unexpectedly", 1,
       "rejected by accident: 3 of them"},
      {"hallmark conform --vectors small.json -- $broken fail", 2,
       "BROKEN  decode harness-error [d#s MUST]: 3 of 3 vectors"},
      {"hallmark conform --vectors small.json -- $broken lack", 3, "not-tested"},
      {"hallmark conform --vectors small.json --op decode -- $broken lack 4", 0, "partial"},
      {"hallmark conform --vectors small.json -- $broken lack 4", 3, "$second encode: not-tested"_filled},
      {"hallmark conform --vectors small.json -- $broken no-hello", 2, "no such library"},
      {"hallmark conform --vectors small.json -- ./nothing-here", 2, "cannot start the testee"},
      {"hallmark conform --vectors small.json -- $broken garbage-at-hello", 2, "\n  hello yourself\n"},
      {"hallmark conform --vectors small.json --feature text -- $program serve-testee", 4,
       "--feature needs --one-shot"},
      {"hallmark conform --vectors small.json --reject-status 2 -- $program serve-testee", 4, "needs --one-shot"},
      {"hallmark conform --vectors small.json --op decode -- $broken reverse-data", 1, "value.data.base64 is"},
      {"hallmark conform --vectors small.json -- $broken yes-man", 1, "protocol error before the first vector"},
      {"hallmark conform --vectors small.json --format $format -- $program serve-testee"_filled, 3, ""},
      {"hallmark conform --vectors small.json --skip '*' -- $program serve-testee", 3, "not-tested"},
      {"hallmark conform --vectors small.json --skip '*/a-*' -- $program serve-testee", 0, "partial"},
      {"hallmark conform --vectors small.json --run 'zzz*' -- $program serve-testee", 3,
       "note: no vector matches --run zzz*\n"},
      {"hallmark conform --vectors small.json --skip 'zzz*' -- $program serve-testee", 0,
       "note: no vector matches --skip zzz*\n"},
      {"hallmark --corpus $few conform --run '$format/*' -- $broken verdict-only"_filled, 3,
       "note: no vector of what the testee offers matches --run $format/*\n"_filled},
      {"hallmark --corpus $few conform --format $second --run '$format/*' -- $program serve-testee"_filled, 3,
       "note: no vector of these formats matches --run $format/*\n"_filled},
      {"hallmark conform --vectors missing.json -- $program serve-testee", 2, "missing.json"},
      {"hallmark conform --vectors not.json -- $program serve-testee", 2, "not.json"},
      {"hallmark conform --vectors small.json --format nope -- $program serve-testee", 4, "unknown format"},
      {"hallmark conform --vectors small.json", 4, ""},
      {"hallmark conform --vectors small.json --op sing -- $program serve-testee", 4, ""},
      {"hallmark conform --vectors small.json --timeout 0 -- $program serve-testee", 4, ""},
      {"hallmark conform --vectors small.json -j 0 -- $program serve-testee", 4, ""},
      {"hallmark conform --vectors small.json --update-expectations -- $program serve-testee", 4, "needs --expect"},
      {"hallmark conform --vectors small.json --expect missing.toml -- $program serve-testee", 4, "missing.toml"},
      {"hallmark conform --vectors small.json --expect bad.toml -- $program serve-testee", 4, "bad.toml:2"},
      {"hallmark conform --vectors small.json --expect rotten.toml -- $program serve-testee", 1, "matches no vector"},
      {"hallmark conform --vectors small.json --report-dir /dev/null/x -- $program serve-testee", 2, "/dev/null/x"},
      {"hallmark conform --vectors small.json -- $program serve-testee > /dev/full", 2, ""},
      {"TMPDIR=/nowhere hallmark conform --vectors small.json -- $program serve-testee", 2, "harness-error"},
  };
  expect_all(rows, [&](const std::string& words) { return shell(folder, words); });
}

TEST_CASE_METHOD(InFolder, "conform puts generated vectors, and says by their ids which failed") {
  const std::string conform = "hallmark --corpus $few conform --op decode --report-dir report ";
  const std::string generated = conform + "--format $second --run '*/generated/*' --generated "_filled;
  const auto ids = [this](const std::string& wanted) {
    const Json result = Json::parse(folder.read("report/result.json"));
    std::vector<std::string> found;
    for (const Json& one : result["results"]) {
      if (one["result"] == wanted) found.push_back(one["id"].get<std::string>());
    }
    return found;
  };
  // As many as are wanted, whatever the number of testees.
  for (const char* jobs : {"-j 1", "-j 2"}) {
    const Ran ran = shell(folder, generated + "300 " + jobs + " -- $program serve-testee");
    expect(ran, 0, "partial");  // the golden vectors were skipped
    CHECK(ids("pass").size() == 300);
    CHECK(ids("pass").front().starts_with("$second/generated/$second-"_filled));
  }
  // A testee that accepts everything fails those that are broken, and each of them again by its id alone.
  const Ran accepts = shell(folder, generated + "20 --seed 5 -- $broken accept");
  expect(accepts, 1, "accepted-invalid [$second/"_filled);
  const std::vector<std::string> failed = ids("accepted-invalid");
  REQUIRE(failed.size() == 10);
  for (const std::string& id : failed) CHECK(id.find("-5-") != std::string::npos);
  const auto must = std::ranges::find_if(failed, [](const std::string& id) { return id.find("-range-") != id.npos; });
  REQUIRE(must != failed.end());
  const Ran again = shell(folder, conform + "--run " + *must + " -- $broken accept");
  expect(again, 1, *must);
  CHECK(ids("accepted-invalid") == std::vector<std::string>{*must});

  const std::vector<Line> rows = {
      {"hallmark conform --generated 0 -- $program serve-testee", 4, "--generated"},
      {"hallmark conform --seed 2 -- $program serve-testee", 4, "--seed needs --generated"},
      {"hallmark conform --generated 5 --vectors x.json -- $program serve-testee", 4, "does not apply to --vectors"},
      {"hallmark conform --generated 5 --expect e.toml --update-expectations -- $program serve-testee", 4,
       "does not apply to --generated"},
  };
  expect_all(rows, [&](const std::string& words) { return shell(folder, words); });
}

TEST_CASE_METHOD(InFolder, "a testee is given generated vectors only that it has the features for") {
  write_adapters(folder);
  const Ran ran = shell(folder,
                        "hallmark conform --format futhark --one-shot --generated 60 --run '*/generated/*' "
                        "--report-dir report -- ./rejects");
  CHECK(ran.exit == 1);
  const Json result = Json::parse(folder.read("report/result.json"));
  std::size_t put = 0;
  for (const Json& one : result["results"]) {
    if (one["id"].get<std::string>().find("/generated/") == std::string::npos) continue;
    ++put;
    CHECK(one["result"] != "unsupported");
  }
  CHECK(put == 60);
}

TEST_CASE_METHOD(WithCorpus, "one-shot mode takes the verdict from the exit status") {
  write_adapters(folder);
  const std::string base = "hallmark conform --one-shot --vectors small.json ";
  const std::vector<Line> rows = {
      {"-- ./accepts", 1, "decode accepted-invalid [$second/truncated MUST]: 1 of 1 vector"_filled},
      {"-- ./accepts", 1, "Is the adapter broken? Every invalid input of $second was accepted (3)."_filled},
      {"-- ./rejects", 1,
       "Is the adapter broken? Every valid input of $second was rejected (3).\n"
       "          it says   rejected: no"_filled},
      {"--run '*/c-*' -- ./rejects", 0, "correct rejections: 1"},
      {"--run '*/c-*' -- ./rejects-below", 0, "correct rejections: 1"},
      {"--run '*/c-*' -- ./rejects-json", 0, "category as expected in 1 of 1; offset as expected in 1 of 1"},
      {"--run '*/c-*' -- ./fails-silently", 1, "decode crash [$second/truncated MUST]"_filled},
      {"--run '*/c-*' -- ./fails-loudly", 1, "a line \"rejected: …\" on standard error; it wrote: not rejected"},
      {"-- ./lacks-a-module", 1, "No input of $second was answered (6)."_filled},
      {"-- ./lacks-a-module", 1, "ModuleNotFoundError: No module named 'not_there'"},
      {"--run '*/c-*' -- ./rejects-by-3", 1, "exit status 3; it wrote: no: bad"},
      {"--run '*/c-*' --reject-status 3 -- ./rejects-by-3", 0, "correct rejections: 1"},
      {"--run '*/c-*' --reject-status 3 -- ./rejects", 0, "correct rejections: 1"},
      {"--run '*/c-*' --reject-status 3 -- ./fails-silently", 1, "decode crash"},
      {"--reject-status 77 -- ./rejects", 4, "77 says unsupported"},
      {"--reject-status 0 -- ./rejects", 4, "--reject-status"},
      {"--feature typed -- ./rejects", 4, "typed"},
      {"-- ./verdicts", 0, "conformant, verdicts only"},
      {"-- ./forgets", 1, "accepted without a value"},
      {"--feature verdict-only -- ./forgets", 0, "conformant, verdicts only"},
      {"--run '*/a-*' -- ./chats", 1, "standard output is neither empty nor the value, one JSON object"},
      {"--run '*/c-*' -- ./chats", 1, "decode protocol-error"},
      {"--run '*/a-*' -- ./replies", 1, "must then hold the value alone"},
      {"--run '*/c-*' -- ./rejects-after-all", 1, "decode protocol-error"},
      {"-- ./lacks", 3, "not-tested"},
      {"--run '*/c-*' -- ./dies", 1, "signal 9"},
      {"--run '*/c-*' -- ./breaks", 1, "exit status 3"},
      {"--run '*/c-*' --timeout 0.2 -- ./sleeps", 1, "hang"},
      {"--run '*/a-*' -- ./values", 0, "partial"},
      {"--run '*/b-*' -- ./values", 1, "wrong-value"},
      {"--run '*/a-*' -- ./shows-environment", 1, "$second decode []"_filled},
      {"--run '*/a-*' --op encode -- ./encodes", 0, "partial"},
      {"--run '*/b-*' --op encode -- ./encodes", 1, "wrong-bytes"},
      {"-- ./missing", 2, "cannot start"},
  };
  expect_all(rows, [&](const std::string& words) { return shell(folder, base + words); });
}

TEST_CASE_METHOD(
    WithCorpus,
    "what a one-shot testee offers is in result.json: features that were named, and whether it gave values") {
  write_adapters(folder);
  const auto claims = [&](const std::string& line) {
    const Ran ended = shell(folder, "hallmark conform --one-shot --report-dir out " + line);
    INFO(line << "\n" << ended.text);
    return Json::parse(text_of(folder.path("out/result.json")))["implementation"]["capabilities"].dump();
  };
  CHECK(claims("--vectors small.json -- ./verdicts") ==
        R"([{"format":"$second","ops":["decode"],"features":["verdict-only"]}])"_filled);
  CHECK_THAT(text_of(folder.path("out/result.json")), !Catch::Contains("without a value"));
  CHECK(claims("--vectors small.json --run '*/a-*' -- ./values") ==
        R"([{"format":"$second","ops":["decode"],"features":[]}])"_filled);
  CHECK(claims("--vectors small.json -- ./lacks") == "[]");
  CHECK(claims("--format kserve-response --run kserve-response/depth/array-65 -- ./rejects") ==
        R"([{"format":"kserve-response","ops":["decode"],"features":["header-framed"]}])");
  CHECK(claims("--format kserve-response --feature http --run kserve-response/depth/array-65 -- ./rejects") ==
        R"([{"format":"kserve-response","ops":["decode"],"features":["http","header-framed"]}])");
  CHECK(claims("--format kserve-response --feature seed-framed --run kserve-response/depth/array-65 -- ./rejects") ==
        "[]");
  expect(shell(folder, "hallmark conform --one-shot --format futhark --run futhark/words/f32-inf -- ./rejects"), 3,
         "unsupported: feature text is not offered");
}

TEST_CASE_METHOD(WithCorpus, "results are not lost where they cannot be written") {
  const std::string accept = "hallmark conform --vectors small.json --op decode ";
  expect(shell(folder, "mkdir -p out/result.json; " + accept + "--report-dir out -- $program serve-testee"), 2,
         {"out/result.json", "cannot be written", "6 tests with 6 vectors", "conformant"});
  expect(shell(folder, "ln -s no/e.toml e.toml; " + accept + "--expect e.toml --update-expectations -- $broken accept"),
         2, {"e.toml: cannot be written", "non-conformant"});
  const Ran both = shell(folder, accept + "--report-dir /dev/null/x -- $broken accept");
  CHECK(both.exit == 1);  // what is known to be wrong is certain
  const Ran pipe = shell(folder, "{ " + accept + "-- $program serve-testee; echo \"exit $?\" >&2; } | true");
  CHECK_THAT(pipe.text, Catch::Contains("exit 0") && !Catch::Contains("standard output"));
}

TEST_CASE_METHOD(WithCorpus, "of runs that report into one folder at once, the folder holds one, whole") {
  const Ran ran = shell(folder,
                        "run() { hallmark conform --name $1 --vectors small.json --report-dir $2 -- $program "
                        "serve-testee >/dev/null; }\n"
                        "run one 1; run two 2\n"
                        "for name in one two one two; do run $name all & all=\"$all $!\"; done\n"
                        "for i in $all; do wait $i || exit; done\n"
                        "rm */timing.json; diff -r 1 all >/dev/null || diff -r 2 all");
  INFO(ran.text);
  CHECK(ran.exit == 0);
}

TEST_CASE_METHOD(WithCorpus,
                 "expectations turn known deviations into exit code 0, and both new and repaired ones into 1") {
  const std::string conform = "hallmark conform --vectors small.json --op decode --expect e.toml ";
  CHECK(shell(folder, conform + "--update-expectations -- $broken accept").exit == 0);
  const std::string written = text_of(folder.path("e.toml"));
  CHECK_THAT(written, Catch::Contains("not explained yet"));
  expect(shell(folder, conform + "-- $broken accept"), 0, "4 deviations as expected");
  expect(shell(folder, conform + "-- $broken accept"), 0, ", as expected\n  breaks ");
  expect(shell(folder, conform + "-- $program serve-testee"), 1, "c-invalid now passes");
  const Ran broken = shell(folder, conform + "-- $broken crash 3");
  CHECK(broken.exit == 1);
  CHECK_THAT(broken.text, Catch::Contains("[unexpected-fail]"));
  CHECK(shell(folder, conform + "--update-expectations -- $broken accept").exit == 0);
  CHECK(text_of(folder.path("e.toml")) == written);
  CHECK(shell(folder, conform + "--update-expectations -- $program serve-testee").exit == 0);
  CHECK_THAT(text_of(folder.path("e.toml")), !Catch::Contains("[[expect]]"));
}

TEST_CASE_METHOD(WithCorpus, "result.json is the same byte by byte, however many testees run") {
  for (const char* mode :
       {"$program serve-testee", "$broken accept", "$broken crash", "$broken garbage", "$broken lack"}) {
    INFO(mode);
    std::string first;
    for (const char* jobs : {"1", "4", "64"}) {
      const std::string conform = "hallmark conform --name 'mine, patched' --vectors small.json --report-dir out -j ";
      (void)shell(folder, conform + jobs + " -- " + mode);
      const std::string text = text_of(folder.path("out/result.json"));
      REQUIRE_FALSE(text.empty());
      CHECK_THAT(text, !Catch::Contains(folder.path()));
      if (first.empty()) first = text;
      CHECK(text == first);
    }
    const Json json = Json::parse(first);
    CHECK(reports::to_json(reports::conformance_from(json)) == json);
    CHECK(breach(json, "result.schema.json") == "");
    CHECK(json["implementation"]["name"] == "mine, patched");
    // Of what is written every member is required.
    for (const char* at :
         {"", "/corpus", "/implementation", "/runs/0", "/results/0", "/results/0/expected", "/results/0/actual"}) {
      for (const auto& member : json.at(Json::json_pointer(at)).items()) {
        Json less = json;
        less.at(Json::json_pointer(at)).erase(member.key());
        CAPTURE(at, member.key());
        CHECK(breach(less, "result.schema.json") != "");
      }
    }
    CHECK(Json::parse(text_of(folder.path("out/timing.json")))["results"].size() == json["results"].size());
    CHECK_THAT(text_of(folder.path("out/report.html")), Catch::Contains("href=\"formats/$second.html\""_filled));
    CHECK_THAT(text_of(folder.path("out/vectors/$second/t.html"_filled)), Catch::Contains("$second/t/a-valid"_filled));
  }
}

TEST_CASE_METHOD(WithCorpus, "an interrupt leaves a report that says so, and no testee behind") {
  for (const auto& [signal, exit] : {std::pair<std::string, int>("INT", 130), {"TERM", 143}}) {
    const Ran ended =
        shell(folder, "timeout --preserve-status -s " + signal +
                          " 10 '" HALLMARK_PROGRAM "' conform --vectors small.json --timeout 60 --report-dir " +
                          signal + " -- $broken hang 3");
    INFO(signal << "\n" << ended.text);
    CHECK(ended.exit == exit);
    const Json json = Json::parse(folder.read(signal + "/result.json"));
    CHECK(json["status"] == "interrupted");
    CHECK(json["results"][0]["result"] == "pass");
    CHECK(json["results"][2]["result"] == "not-run");
  }
}

TEST_CASE_METHOD(WithCorpus, "an interrupt before the testee has started is an interrupt") {
  // The testee says that it was started: by then signals are watched.
  expect(shell(folder, "'" HALLMARK_PROGRAM
                       "' conform --vectors small.json -- sh -c 'touch started; exec \"$0\" hang-at-hello' $broken & "
                       "program=$!; until [ -e started ]; do sleep 0.05; done; kill -TERM $program; wait $program"),
         143, "interrupted before the testee had started");
}

TEST_CASE_METHOD(InFolder, "disputed requirements are those that the results of conform show as broken by most") {
  const std::string conform = "hallmark --corpus $few conform --format $second --op decode --report-dir "_filled;
  CHECK(shell(folder, conform + "bad -- $broken accept").exit == 1);
  CHECK(shell(folder, conform + "good -- $program serve-testee").exit == 0);
  const char* elsewhere = R"(sed 's/"homepage": ".*"/"homepage": "other"/' bad/result.json > other)";
  CHECK(shell(folder, elsewhere).exit == 0);
  const std::string header = "| requirement | the sentence | broken by | vectors |\n|---|---|---|--:|\n";
  CHECK(shell(folder, "hallmark --corpus $few vectors disputed good/result.json other").text == header);
  CHECK(shell(folder, "hallmark --corpus $few vectors disputed bad/result.json").text == header);
  expect(shell(folder, "hallmark --corpus $few vectors disputed bad/result.json other"), 0,
         {"| `$second/padding-range` | "_filled, " | 2 of 2: hallmark, hallmark | "});
}

TEST_CASE_METHOD(InFolder,
                 "a strict testee without the feature compat is conformant, and is not given vectors of that profile") {
  // What it offers is the first line.
  script(folder, "strict",
         "'" HALLMARK_PROGRAM
         "' serve-testee | { read -r offer; printf '%s\\n' \"$offer\" | "
         "sed 's/\"compat\",//g; s/\"compat\"//g'; exec cat; }");
  const Ran ended = shell(folder, "hallmark conform --op decode --report-dir out -- ./strict");
  INFO(ended.text);
  CHECK(ended.exit == 0);
  CHECK_THAT(ended.text, !Catch::Contains("partial") && !Catch::Contains("DIFFER") && !Catch::Contains("FAIL"));
  const Json json = Json::parse(text_of(folder.path("out/result.json")));
  std::size_t compat = 0;
  for (const Json& result : json["results"]) {
    if (result["result"] == "pass") continue;
    CHECK(result["result"] == "unsupported");
    CHECK(result["actual"]["message"] == "feature compat is not offered");
    ++compat;
  }
  CHECK(compat > 400);
}

TEST_CASE_METHOD(InFolder, "a format that the testee does not offer is neither run nor counted, and is named") {
  script(folder, "vectors-only",
         "'" HALLMARK_PROGRAM "' serve-testee | sed -u 's/\"format\":\"$format\"/\"format\":\"other\"/g'"_filled);
  const std::string conform = "hallmark --corpus $few conform --format $format --format $second "_filled;
  expect(shell(folder, conform + "-- ./vectors-only"), 0, "note: the testee does not offer $format"_filled);
  CHECK(shell(folder, "hallmark --corpus $few conform --format $format -- ./vectors-only"_filled).exit == 3);
}

TEST_CASE_METHOD(InFolder, "of the formats that --format leaves out, nothing is noted") {
  const Ran ran = shell(folder, "hallmark conform --format $second -- $program serve-testee"_filled);
  expect(ran, 0, "conformant");
  CHECK(ran.text.find("the testee offers") == std::string::npos);
}

TEST_CASE_METHOD(InFolder, "an older version of the corpus lacks the vectors that came later") {
  std::string text = testing::small_corpus_text();
  text.insert(text.find("\"level\": \"DECISION\""), "\"since\": \"1.1.0\", ");
  folder.write("corpus/$folder2/golden/small.json"_filled, text);
  folder.write("corpus/version.json", R"({"version": "1.2.0"})");
  folder.write("corpus/withdrawn.json", R"({"1.2.0": ["$second/old/one"]})"_filled);
  folder.write("old.toml", "[[expect]]\npattern = \"*/old/*\"\nresult = \"crash\"\nreason = \"x\"\n");
  folder.write("none.toml", "[[expect]]\npattern = \"*/older/*\"\nresult = \"crash\"\nreason = \"x\"\n");
  const std::string conform = "hallmark --corpus corpus conform --op decode ";
  const std::string testee = " -- $program serve-testee";
  const std::vector<Line> rows = {
      {"", 0, "with 6 vectors"},
      {"--corpus-version 1.1.0", 0, "with 6 vectors"},
      {"--corpus-version 1.0.7", 0, "with 5 vectors"},
      {"--corpus-version 1.0", 0, "with 5 vectors"},
      {"--corpus-version 1", 0, "with 6 vectors"},
      {"--corpus-version 0", 0, "with 5 vectors"},
      {"--corpus-version 1.3.0", 4, "the corpus is of version 1.2.0"},
      {"--corpus-version 2", 4, "the corpus is of version 1.2.0"},
      {"--expect old.toml", 0, "warning: line 1: */old/* = crash: what it matches was withdrawn in version 1.2.0"},
      {"--expect none.toml", 1, "STALE   line 1: */older/* = crash: matches no vector"},
      {"--corpus-version one", 4, "one is not a version"},
      {"--corpus-version 1.0.0 --vectors corpus", 4, "--corpus-version does not apply to --vectors"},
  };
  expect_all(rows, [&](const std::string& options) { return shell(folder, conform + options + testee); });
}

TEST_CASE_METHOD(InFolder, "the reference passes the whole golden suite") {
  const Ran ended = shell(folder, "hallmark conform -- $program serve-testee");
  INFO(ended.text);
  CHECK(ended.exit == 0);
  CHECK_THAT(ended.text, !Catch::Contains("partial") && !Catch::Contains("not-tested"));
}

TEST_CASE_METHOD(InFolder, "serve-testee answers whatever comes") {
  const std::string ask = "printf '%s\\n' '";
  const std::vector<Line> rows = {
      {R"({"cmd": "hello", "protocol": 1})", 0,
       R"({"format":"$second","ops":["decode","encode"],"features":["compat"]})"_filled},
      {R"({"cmd": "hallmark-probe", "seq": 0})", 0, R"({"seq":0,"result":"unsupported")"},
      {R"(no json)", 0, R"({"result":"failed")"},
      {R"([])", 0, R"({"result":"failed")"},
      {R"({"cmd": 5})", 0, R"("result":"failed")"},
      {R"({"cmd": "run", "seq": 1})", 0, R"({"seq":1,"result":"failed")"},
      {R"({"cmd": "run", "seq": 1, "op": "decode", "format": "x"})", 0, R"({"seq":1,"result":"unsupported")"},
      {R"({"cmd": "run", "seq": 1, "op": "sing", "format": "$format"})"_filled, 0,
       R"({"seq":1,"result":"unsupported")"},
      {R"({"cmd": "run", "seq": 1, "op": "encode", "format": "$format", "value": {}})"_filled, 0,
       R"({"seq":1,"result":"unsupported")"},
      {R"({"cmd": "run", "seq": 1, "op": "decode", "format": "$second", "input": {"base64": "AwkA"}})"_filled, 0,
       R"("category":"bad-padding","offset":1)"},
      {R"({"cmd": "run", "seq": 1, "op": "decode", "format": "$second", "input": {"base64": "!"}})"_filled, 0,
       R"("result":"failed")"},
      {R"({"cmd": "run", "seq": 1, "op": "decode", "format": "$second", "input": {"path": "/no/such"}})"_filled, 0,
       R"("result":"failed")"},
      {R"({"cmd": "run", "seq": 1, "op": "encode", "format": "$second", "value": {"dtype": "int8"}})"_filled, 0,
       R"("result":"rejected")"},
      {R"({"cmd": "run", "seq": 1, "op": "decode", "format": "$second", "input": {"base64": "EAN/Bw=="}, "options": {"profile": "compat"}})"_filled,
       0, R"("result":"accepted")"},
      {R"({"cmd": "stop"})", 0, ""},
      {"", 0, ""},
  };
  expect_all(rows, [&](const std::string& words) { return shell(folder, ask + words + "' | hallmark serve-testee"); });
}

}  // namespace
}  // namespace hallmark
