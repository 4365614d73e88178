// SPDX-License-Identifier: Apache-2.0
// Testees that crash, hang, flood or break the protocol: each gets its result, and the run ends.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <ios>
#include <map>
#include <thread>

#include "conformance/runner/conform.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

namespace hallmark::runner {
namespace {

using namespace testing;
using Counts = std::map<std::string, int>;

std::ptrdiff_t open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), std::filesystem::directory_iterator());
}

bool has_children() { return ::waitpid(-1, nullptr, WNOHANG) >= 0; }

// marker is an argument that identifies the testees of this test among all processes.
std::string marker() { return "of-" + std::to_string(::getpid()); }

// processes_left counts running testees, orphaned children included.
int processes_left() {
  int count = 0;
  for (const auto& process : std::filesystem::directory_iterator("/proc")) {
    std::string command;
    try {
      command = testing::text_of((process.path() / "cmdline").string());
    } catch (const std::ios_base::failure&) {  // a process that has just ended
      continue;
    }
    count += command.find(HALLMARK_BROKEN_TESTEE) == 0 && command.find(marker()) != std::string::npos ? 1 : 0;
  }
  return count;
}

// none_left polls: a killed grandchild cannot be waited for, and freeing its memory takes a while.
bool none_left() {
  constexpr auto patience = std::chrono::seconds(60);
  const auto until = std::chrono::steady_clock::now() + patience;
  while (processes_left() != 0) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return true;
}

Plan plan_for(const std::string& mode, int from, conformance::Operation operation) {
  Plan plan;
  plan.command = {HALLMARK_BROKEN_TESTEE, mode, std::to_string(from), marker()};
  plan.operation = operation;
  plan.limits.timeout = std::chrono::seconds(30);  // must not expire on a slow machine
  plan.limits.start_timeout = std::chrono::seconds(30);
  plan.limits.memory = std::uint64_t{200} << 20;
  plan.limits.reply = std::uint64_t{8} << 20;
  return plan;
}

const std::atomic<bool> interrupted{false};

// run puts the small corpus to a testee.
Conformance run(const Plan& plan, const std::atomic<bool>& stop = interrupted, const Progress& progress = {}) {
  return conform(load_small_corpus(), plan, stop, progress);
}

Counts counts_of(const Conformance& conformance) {
  Counts counts;
  for (const reports::VectorResult& result : conformance.result.results) ++counts[result.result];
  return counts;
}

struct Misbehaviour {
  const char* mode;
  int from;  // the first run with the fault
  conformance::Operation operation;
  Counts results;
  const char* verdict;
};

constexpr auto decode = conformance::Operation::decode;
constexpr auto encode = conformance::Operation::encode;

// Three of the six vectors are valid; encode is tested with those.
const Misbehaviour misbehaviours[] = {
    {"none", 1, decode, {{"pass", 6}}, "conformant"},
    {"none", 1, encode, {{"pass", 3}}, "conformant"},
    {"accept", 1, decode, {{"accepted-invalid", 3}, {"wrong-value", 3}}, "non-conformant"},
    {"accept-without-value", 1, decode, {{"accepted-invalid", 3}, {"protocol-error", 3}}, "non-conformant"},
    {"verdict-only", 1, decode, {{"pass", 6}}, "conformant"},
    {"reject", 1, decode, {{"rejected-valid", 3}, {"pass", 3}}, "non-conformant"},
    {"reject", 1, encode, {{"rejected-valid", 3}}, "non-conformant"},
    {"reject-unexpectedly", 1, decode, {{"rejected-valid", 3}, {"pass", 3}}, "non-conformant"},
    {"wrong-type-of-unexpected", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
    {"wrong-value", 1, decode, {{"wrong-value", 3}, {"pass", 3}}, "non-conformant"},
    // The data of the others are the same backwards.
    {"reverse-data", 1, decode, {{"wrong-value", 1}, {"pass", 5}}, "non-conformant"},
    {"wrong-bytes", 1, encode, {{"wrong-bytes", 3}}, "non-conformant"},
    {"wrong-type-of-added", 1, encode, {{"protocol-error", 3}}, "non-conformant"},
    {"fail", 1, decode, {{"harness-error", 6}}, "not-tested"},
    {"lack", 1, decode, {{"unsupported", 6}}, "not-tested"},
    {"lack", 4, decode, {{"pass", 3}, {"unsupported", 3}}, "partial"},
    {"crash", 1, decode, {{"crash", 6}}, "non-conformant"},
    {"crash", 3, decode, {{"pass", 4}, {"crash", 2}}, "non-conformant"},
    {"exit", 1, decode, {{"crash", 6}}, "non-conformant"},
    {"exit-with-line", 6, decode, {{"pass", 6}}, "conformant"},
    {"die-mid-reply", 1, decode, {{"crash", 6}}, "non-conformant"},
    {"hang", 5, decode, {{"pass", 5}, {"hang", 1}}, "non-conformant"},
    {"flood-errors-for-ever", 5, decode, {{"pass", 5}, {"hang", 1}}, "non-conformant"},
    {"garbage", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
    {"not-an-object", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
    {"deep", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
    {"wrong-seq", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
    {"wrong-type", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
    {"twice", 1, decode, {{"pass", 1}, {"protocol-error", 5}}, "non-conformant"},
    {"log-line", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
    {"log-line-once", 2, decode, {{"pass", 5}, {"protocol-error", 1}}, "non-conformant"},
    {"log-lines-once", 2, decode, {{"pass", 5}, {"protocol-error", 1}}, "non-conformant"},
    {"log-line-instead-once", 6, decode, {{"pass", 5}, {"protocol-error", 1}}, "non-conformant"},
    {"oversize", 5, decode, {{"pass", 5}, {"protocol-error", 1}}, "non-conformant"},
    {"close-output", 6, decode, {{"pass", 5}, {"protocol-error", 1}}, "non-conformant"},
    {"allocate", 6, decode, {{"pass", 5}, {"over-budget", 1}}, "non-conformant"},
    {"allocate-in-child", 6, decode, {{"pass", 5}, {"over-budget", 1}}, "non-conformant"},
    {"flood-errors", 1, decode, {{"pass", 6}}, "conformant"},
    {"split", 2, decode, {{"pass", 6}}, "conformant"},
    {"leave-grandchild", 1, decode, {{"crash", 6}}, "non-conformant"},
    {"zombies", 1, decode, {{"pass", 6}}, "conformant"},
    {"escape", 1, decode, {{"pass", 6}}, "conformant"},
    {"escape-and-allocate", 6, decode, {{"pass", 5}, {"over-budget", 1}}, "non-conformant"},
    {"escape-and-fork", 5, decode, {{"pass", 6}}, "conformant"},
    {"escape-and-crash", 5, decode, {{"pass", 5}, {"crash", 1}}, "non-conformant"},
    {"kill-parent", 6, decode, {{"pass", 5}, {"crash", 1}}, "non-conformant"},
    {"stay", 1, decode, {{"pass", 6}}, "conformant"},
    {"yes-man", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
    {"crash-at-probe", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
    {"log-line-at-probe", 1, decode, {{"protocol-error", 6}}, "non-conformant"},
};

TEST_CASE("each misbehaviour has its own result, the run ends, and nothing is left behind") {
  for (const Misbehaviour& row : misbehaviours) {
    INFO(row.mode << " from run " << row.from);
    Plan plan = plan_for(row.mode, row.from, row.operation);
    if (Counts(row.results).count("hang") != 0) plan.limits.timeout = std::chrono::seconds(2);
    const std::ptrdiff_t files = open_files();
    const Conformance conformance = run(plan);
    CHECK(counts_of(conformance) == row.results);
    REQUIRE(conformance.result.runs.size() == 1);
    CHECK(conformance.result.runs[0].verdict == row.verdict);
    CHECK(conformance.result.complete);
    CHECK(open_files() == files);
    CHECK_FALSE(has_children());
    CHECK(none_left());
  }
}

TEST_CASE("what escapes from one program is not taken for another's") {
  // Its first line is the number of a process that has left its session.
  const std::vector<std::string> program = {"sh", "-c", "setsid sh -c 'echo $$; exec sleep 3600' & exec sleep 3600"};
  Guardian first(program);
  Guardian second(program);
  const auto lives = [](const std::string& pid) { return std::filesystem::exists("/proc/" + pid); };
  first.start();
  second.start();
  std::string escaped_first;
  std::string escaped_second;
  REQUIRE(Channel(first, Limits{}, interrupted).ask("", std::chrono::seconds(30), escaped_first) == Breach::none);
  REQUIRE(Channel(second, Limits{}, interrupted).ask("", std::chrono::seconds(30), escaped_second) == Breach::none);
  CHECK(lives(escaped_first));
  first.end();
  CHECK_FALSE(lives(escaped_first));
  CHECK(lives(escaped_second));
  second.end();
  CHECK_FALSE(lives(escaped_second));
}

TEST_CASE("a reply with a million members ends within the bounds, whatever it costs to read") {
  Plan plan = plan_for("many-members", 6, decode);
  plan.limits.reply = std::uint64_t{64} << 20;
  CHECK(counts_of(run(plan)) == Counts{{"pass", 5}, {"protocol-error", 1}});
}

TEST_CASE("memory that is given back before the answer counts, and is told for each vector") {
  Plan plan = plan_for("allocate-for-a-moment", 6, decode);
  CHECK(counts_of(run(plan)) == Counts{{"pass", 6}});
  const Conformance unbounded = run(plan);
  CHECK(unbounded.timings.back().peak >= std::uint64_t{64} << 20);
  plan.limits.memory = std::uint64_t{64} << 20;
  CHECK(counts_of(run(plan)) == Counts{{"pass", 5}, {"over-budget", 1}});
}

TEST_CASE("a testee that does not start is no verdict") {
  const Folder folder;
  for (const char* mode : {"no-hello", "hang-at-hello"}) {
    INFO(mode);
    Plan plan = plan_for(mode, 1, decode);
    if (mode == std::string("hang-at-hello")) plan.limits.start_timeout = std::chrono::seconds(2);
    CHECK_THROWS_AS(run(plan), CannotStart);
  }
  for (const std::string& program :
       {std::string("/no/such/program"), folder.path(), std::string("no-such-program-anywhere")}) {
    INFO(program);
    Plan plan = plan_for("none", 1, decode);
    plan.command = {program};
    CHECK_THROWS_AS(run(plan), CannotStart);
    plan.one_shot = true;
    CHECK_THROWS_AS(run(plan), CannotStart);
  }
  CHECK_FALSE(has_children());
}

TEST_CASE("a testee that does not speak the protocol is told so at once, with its first line") {
  const std::pair<const char*, std::vector<const char*>> rows[] = {
      {"no-hello", {"exit status 1", "no such library"}},
      {"garbage-at-hello", {"first line", "\n  hello yourself\n", "not JSON", "standard error", "--one-shot"}},
      {"log-line-at-hello", {"first line", "\n  loading tables\n"}},
      {"other-protocol", {"\n  {\"protocol\":2}\n", "unsupported protocol version 2"}},
  };
  for (const auto& [mode, parts] : rows) {
    INFO(mode);
    try {
      (void)run(plan_for(mode, 1, decode));
      FAIL("it started");
    } catch (const CannotStart& error) {
      for (const char* part : parts) CHECK_THAT(error.what(), Catch::Contains(part));
    }
  }
  CHECK_FALSE(has_children());
}

TEST_CASE("an adapter that answers an unknown command is not put to any vector") {
  CHECK_THAT(run(plan_for("yes-man", 1, decode)).breach, Catch::Contains("\"accepted\""));
  CHECK_THAT(run(plan_for("log-line-at-probe", 1, decode)).breach, Catch::Contains("ready"));
}

// A corpus of so many vectors, each valid, in the order of their ids.
conformance::Corpus corpus_of(const Folder& folder, int vectors) {
  std::string text =
      R"({"format": "$second", "spec": {"document": "d", "revision": "1"}, "notes": {}, "vectors": [)"_filled;
  for (int i = 0; i < vectors; ++i) {
    text += filled(fmt::format(
        R"({}{{"id": "$second/t/v{:03}", "description": "d", "clause": "d#s", "level": "MUST", "canonical": true,
           "verdict": "valid", "bytes": [["0300", "head"], ["01", "data", {}]], "value": {{"dtype": "int8",
           "padding": 0, "data": {{"base64": "{}"}}}}}})",
        i == 0 ? "" : ",", i, i + 1,
        conformance::to_base64(std::vector<std::byte>(static_cast<std::size_t>(i) + 1, std::byte{1}))));
  }
  return conformance::load_vector_files({folder.write("many.json", text + "]}")});
}

std::ptrdiff_t rests_in(const std::vector<std::string>& notes) {
  return std::ranges::count_if(notes, [](const std::string& note) { return note.find("in a row") != note.npos; });
}

TEST_CASE("after ten hangs or fifty crashes in a row the rest is not run, whatever runs side by side") {
  struct Row {
    const char* mode;
    int from;
    int vectors;
    Counts results;
    const char* message;  // of what is not run
  };
  const Row rows[] = {
      {"hang", 1, 14, {{"hang", 10}, {"not-run", 4}}, "not run after 10 hangs in a row"},
      {"crash", 1, 70, {{"crash", 50}, {"not-run", 20}}, "not run after 50 crashes in a row"},
      {"crash", 1, 50, {{"crash", 50}}, ""},
      {"crash", 2, 120, {{"crash", 60}, {"pass", 60}}, ""},  // every second run is honest
  };
  for (const Row& row : rows) {
    INFO(row.mode << " from " << row.from << " of " << row.vectors);
    const Folder folder;
    const conformance::Corpus corpus = corpus_of(folder, row.vectors);
    std::string first;
    for (const unsigned jobs : {1U, 3U}) {
      if (jobs > 1 && row.from > 1) continue;  // which runs are the second ones depends on who runs
      Plan plan = plan_for(row.mode, row.from, decode);
      plan.jobs = jobs;
      if (row.mode == std::string("hang")) plan.limits.timeout = std::chrono::milliseconds(500);
      const Conformance conformance = conform(corpus, plan, interrupted);
      CHECK(counts_of(conformance) == row.results);
      CHECK(conformance.result.results.back().actual.message.value_or("").starts_with(row.message));
      CHECK(rests_in(conformance.notes) == (*row.message == 0 ? 0 : 1));
      const std::string text = reports::to_json(conformance.result).dump();
      if (first.empty()) first = text;
      CHECK(text == first);
    }
  }
}

TEST_CASE("standard error is kept with the vector that failed, and cut") {
  const Conformance crash = run(plan_for("crash", 6, decode));
  CHECK(crash.result.results.back().standard_error == "about to crash\n");
  CHECK(crash.result.results.back().actual.message == "signal 11 (Segmentation fault) before an answer");
  CHECK(crash.result.results.front().standard_error.empty());
  Plan plan = plan_for("flood-errors-for-ever", 6, decode);
  plan.limits.timeout = std::chrono::seconds(2);
  const Conformance flood = run(plan);
  CHECK(flood.result.results.back().standard_error.size() > 1000);
  CHECK(flood.result.results.back().standard_error.size() < 4000);
}

TEST_CASE("a reply too many is not taken for a wrong number") {
  const Conformance twice = run(plan_for("twice", 5, decode));
  CHECK_THAT(twice.result.results[5].actual.message.value_or(""),
             Catch::Contains("a reply to seq 5 came before the one to seq 6"));
  const Conformance wrong = run(plan_for("wrong-seq", 6, decode));
  CHECK(wrong.result.results[5].actual.message == "the reply has seq 1000, expected 6");
}

TEST_CASE("a line that is JSON, but not an object, is told so") {
  CHECK_THAT(run(plan_for("not-an-object", 6, decode)).result.results[5].actual.message.value_or(""),
             Catch::Contains("this is JSON, but not an object"));
}

TEST_CASE("an interrupt ends the run: the rest is not-run") {
  std::atomic<bool> stop{false};
  const Conformance conformance =
      run(plan_for("none", 1, decode), stop, [&](std::size_t done, std::size_t) { stop = done == 2 || stop; });
  CHECK(counts_of(conformance) == Counts{{"pass", 2}, {"not-run", 4}});
  CHECK_FALSE(conformance.result.complete);
  CHECK_FALSE(has_children());
}

}  // namespace
}  // namespace hallmark::runner
