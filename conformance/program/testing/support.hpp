// SPDX-License-Identifier: Apache-2.0
// Runs the program `hallmark` on files that a test writes.
#pragma once

#include <sys/resource.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/examine/examiner.hpp"
#include "conformance/show/inspection.hpp"
#include "conformance/testing/example.hpp"
#include "conformance/testing/schema.hpp"
#include "conformance/testing/temporary_folder.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::program_testing {

namespace fs = std::filesystem;
namespace example = testing::example;
using namespace testing::literals;
using reports::Json;
using testing::breach;
using testing::Folder;

using Words = std::vector<std::string>;

inline constexpr std::uint64_t mebi = std::uint64_t{1} << 20;
extern const char* const program;  // the path of `hallmark`

[[nodiscard]] inline Words operator+(Words left, const Words& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

struct Finished {
  int exit = -1;  // -1: ended by a signal
  int signal = 0;
  std::string out;
  std::string err;
  std::uint64_t peak = 0;  // resident bytes at most
};

struct How {
  std::string input = {};                           // standard input, from a pipe
  std::string input_file = {};                      // or from this file
  std::string output = {};                          // standard output goes to this file instead of to `out`
  std::vector<std::string> environment = {};        // "NAME=value", added
  std::string folder = {};                          // working directory
  bool unprivileged = false;                        // run as the user nobody if the test runs as root
  std::vector<int> closed = {};                     // standard streams to close
  bool closed_pipe = false;                         // standard output is a pipe without a reader
  std::uint64_t memory = 0;                         // limit in bytes, mapped files excluded; 0: no limit
  std::vector<std::pair<int, rlim_t>> limits = {};  // others, as of setrlimit
};

// InFolder is a test in a folder of its own.
struct InFolder {
  const Folder folder;
  const How here{.folder = folder.path()};
};

// run starts `hallmark` and waits for it; after a minute it is killed.
[[nodiscard]] Finished run(const Words& arguments, const How& how = {});

struct Ran {
  int exit = -1;     // as a shell has it: 128 and the number of a signal that ended it
  std::string text;  // both streams
};

// run_line runs one line of shell, for tests of pipes and redirections.
[[nodiscard]] Ran run_line(const std::string& line);

// run_in runs `hallmark` with words of shell in a folder.
[[nodiscard]] Ran run_in(const Folder& folder, const std::string& words);

// example_corpus is a folder with the golden vectors of the two formats of the example alone: to read those of all
// takes longer than most of what a command does with them. run_with_example is run_in with these.
[[nodiscard]] const std::string& example_corpus();
[[nodiscard]] Ran run_with_example(const Folder& folder, const std::string& words);

// Parts of a text.
struct Parts : std::vector<std::string_view> {
  using vector::vector;
  Parts(const auto& one) : vector{std::string_view(one)} {}
};

// expect checks the exit code, and that the text contains what is to be shown; of a Finished both streams count.
void expect(const Ran& ran, int exit, const Parts& shown);
void expect(const Finished& finished, int exit, const Parts& shown);

// Line is a row of a table: a command line in words of shell, its exit code, and a part of what it says.
struct Line {
  std::string words;
  int exit;
  std::string shown;
};

// expect_all expects of each line what it says; `run` runs it.
void expect_all(const std::vector<Line>& lines, const std::function<Ran(const std::string& words)>& run);

// validated runs `validate` and returns what it reports of its only input, or of the first one of several.
[[nodiscard]] Json validated(const Words& arguments, const How& how = {});

// inspected is what `inspect` prints of a file, without starting the program.
[[nodiscard]] std::string inspected(const std::string& path, const conformance::ExaminerSettings& settings,
                                    const show::InspectionStyle& style);

// write_many writes `count` files of these bytes into a folder of the folder.
void write_many(const Folder& folder, const std::string& in, int count, std::string_view bytes);

// parsed parses a JSON report, parsed_lines an ndjson report.
[[nodiscard]] Json parsed(const std::string& text);
[[nodiscard]] std::vector<Json> parsed_lines(const std::string& text);

}  // namespace hallmark::program_testing
