// Runs the program `hallmark` on files that a test writes.
#pragma once

#include <sys/resource.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/testing/temporary_folder.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::program_testing {

namespace fs = std::filesystem;
using reports::Json;

using testing::Folder;

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

// run starts `hallmark` and waits for it; after a minute it is killed.
[[nodiscard]] Finished run(const std::vector<std::string>& arguments, const How& how = {});

struct Ran {
  int exit = -1;     // as a shell has it: 128 and the number of a signal that ended it
  std::string text;  // both streams
};

// run_line runs one line of shell, for tests of pipes and redirections.
[[nodiscard]] Ran run_line(const std::string& line);

// run_in runs `hallmark` with words of shell in a folder.
[[nodiscard]] Ran run_in(const Folder& folder, const std::string& words);

// expect checks the exit code, and that the text contains `shown`.
void expect(const Ran& ran, int exit, std::string_view shown);

// parsed parses a JSON report, parsed_lines an ndjson report.
[[nodiscard]] Json parsed(const std::string& text);
[[nodiscard]] std::vector<Json> parsed_lines(const std::string& text);

// Inputs for tests: BSON documents and vectors, each with the fault in its name.
[[nodiscard]] std::string document(const std::string& elements);                       // adds length and terminator
[[nodiscard]] std::string binary(const std::string& key, const std::string& payload);  // an element of subtype 9
[[nodiscard]] std::string good_bson();
[[nodiscard]] std::string bad_bson();          // padding of an INT8 vector at offset 12
[[nodiscard]] std::string three_faults();      // paddings at 13 and 29, odd FLOAT32 data at 42
[[nodiscard]] std::string unsupported_bson();  // unknown vector dtype
[[nodiscard]] std::string warning_bson();      // an array whose first key is "1"
[[nodiscard]] std::string deep_bson(int levels);
std::string bytes(std::string_view literal);

}  // namespace hallmark::program_testing
