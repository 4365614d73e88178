// Inputs: finds the files that a command line names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace hallmark::program {

// Input is one file to check, or one that cannot be.
struct Input {
  std::string path;     // "-" is standard input if `standard_input`
  std::string problem;  // why it cannot be read; empty if nothing is known
  bool standard_input = false;
};

struct Inputs {
  std::vector<Input> found;   // in the order named; files of a folder sorted by name
  std::uint64_t skipped = 0;  // files of folders without a known extension, and excluded ones
};

struct Selection {
  std::vector<std::string> exclude;  // globs, matched against the path and its last component
  bool null_separated = false;       // paths in lists end with NUL instead of LF
  std::string format;                // "auto", or the format whose extensions are looked for
};

// find_inputs expands files, folders (recursively, without following links), "-", and "@LIST" ("@-" is a list on
// standard input). Paths in a list are files or folders. Throws UsageError when standard input is named twice.
[[nodiscard]] Inputs find_inputs(const std::vector<std::string>& arguments, const Selection& selection);

}  // namespace hallmark::program
