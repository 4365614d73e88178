// Inputs: which files a command line names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hallmark::program {

// Input is one thing to check, or one that already failed.
struct Input {
  std::string path;     // "-" is standard input if `standard_input`
  std::string problem;  // why it cannot be read; empty: try
  bool standard_input = false;
};

struct Inputs {
  std::vector<Input> found;   // in the order named; the files of a folder by name
  std::uint64_t skipped = 0;  // files of folders without a known extension, and what an exclusion took out
};

struct Selection {
  std::vector<std::string> exclude;  // globs over the whole path and over its last component
  bool null_separated = false;       // lists: NUL between paths instead of LF
  std::string format;                // "auto", or the only format whose extensions folders are searched for
};

// find_inputs expands files, folders (all the way down, not through links), "-", and "@LIST" ("@-" is a list on
// standard input). Paths in a list are files or folders. Throws UsageError when standard input is named twice.
[[nodiscard]] Inputs find_inputs(const std::vector<std::string>& arguments, const Selection& selection);

}  // namespace hallmark::program
