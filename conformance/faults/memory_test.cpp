// SPDX-License-Identifier: Apache-2.0
// Memory runs out at each allocation, once or for good: the program ends with an exit code of the contract and says
// why.
#include <algorithm>

#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/codec.hpp"

using namespace hallmark::program_testing;

#ifndef HALLMARK_FAILING_MEMORY

TEST_CASE("memory runs out at the n-th allocation") { WARN("skipped: needs glibc, and no sanitizer"); }

#else

namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

// Command is one command line, and what it does with all memory.
class Command {
 public:
  Command(const Folder& folder, std::vector<std::string> arguments)
      : folder_(folder), arguments_(std::move(arguments)), whole_(run(arguments_, {.folder = folder_.path()})) {}

  // try_each fails each allocation from `from` to the last, in steps, and returns how often that cost one input only.
  std::uint64_t try_each(std::uint64_t step, bool lasts, std::uint64_t from = 1) const {
    CAPTURE(arguments_, lasts);
    std::uint64_t tried = 0;
    std::uint64_t given_up = 0;
    for (std::uint64_t at = from;; at += step, ++tried) {
      CAPTURE(at);
      const Finished finished = failing(at, lasts);
      if (!failed()) break;  // it needs no more
      CAPTURE(finished.exit, finished.signal, finished.out, finished.err);
      given_up += contains(finished.out, "hallmark/unreadable") ? 1 : 0;
      if (!acceptable(finished)) FAIL_CHECK("not what the contract says");
    }
    CHECK(tried > 5);
    return given_up;
  }

  // last is the number of its last allocation.
  [[nodiscard]] std::uint64_t last() const {
    std::uint64_t needed = 0;
    for (std::uint64_t step = std::uint64_t{1} << 20; step > 0; step /= 2) {
      (void)failing(needed + step, true);
      if (failed()) needed += step;
    }
    return needed;
  }

 private:
  // failed says whether the run before needed the allocation that failed.
  [[nodiscard]] bool failed() const { return fs::exists(mark()); }
  [[nodiscard]] Finished failing(std::uint64_t at, bool lasts) const {
    fs::remove(mark());
    return run(arguments_, how(at, lasts));
  }
  [[nodiscard]] std::string mark() const { return elsewhere_.path("mark"); }

  [[nodiscard]] How how(std::uint64_t at, bool lasts) const {
    How how{.environment = {"LD_PRELOAD=" HALLMARK_FAILING_MEMORY, "HALLMARK_FAULT_AT=" + std::to_string(at),
                            "HALLMARK_FAULT_MARK=" + mark()},
            .folder = folder_.path()};
    if (lasts) how.environment.emplace_back("HALLMARK_FAULT_LASTS=1");
    return how;
  }

  // The same result as with all memory, from an allocation that could be done without; or what is missing is said, the
  // exit code is 2 or that of what is known, and no verdict of an input has changed to another.
  [[nodiscard]] bool acceptable(const Finished& finished) const {
    if (finished.signal != 0) return false;
    if (finished.exit == whole_.exit && finished.out == whole_.out && finished.err == whole_.err) return true;
    const bool says = contains(finished.out + finished.err, "out of memory") ||
                      contains(finished.out + finished.err, "allocate memory") ||
                      contains(finished.out + finished.err, "bad_alloc") ||
                      contains(finished.out, "hallmark/unreadable");
    return says && (finished.exit == 2 || (finished.exit == 1 && whole_.exit == 1)) && same_verdicts(finished);
  }

  // same_verdicts looks at whole JSON reports alone.
  [[nodiscard]] bool same_verdicts(const Finished& finished) const {
    const Json now = Json::parse(finished.out, nullptr, false);
    if (!now.is_object() || !now.contains("inputs")) return true;
    const Json before = parsed(whole_.out).at("inputs");
    return std::ranges::all_of(now.at("inputs"), [&](const Json& input) {
      return input.at("verdict") == "unreadable" || std::ranges::find(before, input) != before.end();
    });
  }

  const Folder& folder_;
  Folder elsewhere_;  // not among the inputs
  std::vector<std::string> arguments_;
  Finished whole_;
};

// Two inputs of each format, of which the second is cut; some that are invalid; and a corpus.
void write_inputs(const Folder& folder) {
  folder.write("a.$ext2"_filled, bytes({"\x03\x00\x01\xff", 4}));
  folder.write("b"_file, three_faults());
  folder.write("values.in", "[1.5f32, 2f32] b" + bytes({"\x02\x00  i8\x05", 7}));
  folder.write("g.http", "POST /v2/models/m/infer HTTP/1.1\r\nContent-Length: 13\r\n\r\n{\"inputs\":[]}");
  for (const hallmark::Codec* codec : hallmark::all_codecs()) {
    const std::string id(codec->id);
    REQUIRE(run({"generate", "--format", id, "-o", folder.path()}).exit == 0);
    const std::string whole = folder.read(id + "-generated-valid-1-1" + std::string(codec->extensions.front()));
    folder.write("cut-" + id + std::string(codec->extensions.front()), whole.substr(0, whole.size() / 2));
  }
  const std::string vectors = R"({"format": "$second", "spec": {"document": "d", "revision": "1"}, "notes": {},
"vectors": [{"id": "$second/t/a", "description": "d", "clause": "d#s", "level": "MUST", "bytes": [["03007f07", "all"]],
 "verdict": "valid", "value": {"dtype": "int8", "padding": 0, "data": {"base64": "fwc="}}, "canonical": true},
{"id": "$second/t/c", "description": "d", "clause": "d#s", "level": "MUST", "bytes": [["03", "all"]],
 "verdict": "invalid", "error": {"rule": "$second/truncated", "category": "truncated", "offset": 1,
                                 "path": ""}}]})"_filled;
  folder.write("small.json", vectors);
  folder.write("corpus/$folder2/golden/small.json"_filled, vectors);
  folder.write(
      "corpus/$format/golden/empty.json"_filled,
      R"({"format": "$format", "spec": {"document": "d", "revision": "1"}, "notes": {}, "vectors": []})"_filled);
}

// Each with its step for a plain ctest: prime, so that together they hit many places.
void try_commands(bool all) {
  const Folder folder;
  write_inputs(folder);
  struct Row {
    std::vector<std::string> arguments;
    std::uint64_t step;
  };
  const Row rows[] = {
      {{"validate", "-j", "1", "."}, 149},
      {{"validate", "-j", "2", "--report", "json", "."}, 157},
      {{"validate", "--statistics", "b"_file, "g.http"}, 211},
      {{"inspect", "b"_file, "values.in"}, 109},
      {{"inspect", "--json", "values.in", "g.http"}, 193},
      {{"inspect", "--layout", "--json", "b"_file}, 227},
      {{"inspect", "--stats", "values.in"}, 101},
      {{"convert", "--to", "text", "values.in"}, 103},
      {{"rules", "--json"}, 619},
      {{"--corpus", "corpus", "vectors", "list"}, 127},
      {{"--corpus", "corpus", "vectors", "lint"}, 467},
      {{"--corpus", "corpus", "explain", "padding-range"_rule}, 137},
      {{"--corpus", "corpus", "conform", "--format", example::second, "--", program, "serve-testee"}, 521},
      {{"conform", "--vectors", "small.json", "--", program, "serve-testee"}, 503},
      {{"conform", "--vectors", "small.json", "--one-shot", "-j", "2", "--op", "decode", "--", "cat"}, 257},
  };
  std::uint64_t given_up = 0;
  for (const Row& row : rows) {
    const Command command(folder, row.arguments);
    given_up += command.try_each(all ? 1 : row.step, false);
    (void)command.try_each(all ? 7 : row.step + 6, true);
  }
  CHECK(given_up > 5);
}

}  // namespace

TEST_CASE("memory runs out at the n-th allocation") { try_commands(false); }
// Start-up comes first, and is the same for every command.
TEST_CASE_METHOD(InFolder, "memory runs out at any allocation while a corpus is read") {
  write_inputs(folder);
  const Command command(folder, {"--corpus", "corpus", "vectors", "list"});
  const std::uint64_t last = command.last();
  REQUIRE(last > 500);
  (void)command.try_each(1, false, last - 450);
}
TEST_CASE("memory runs out at any allocation", "[.long]") { try_commands(true); }

#endif
