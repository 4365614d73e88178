// SPDX-License-Identifier: Apache-2.0
// Inputs: finds the files that a command line names.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/examine/examiner.hpp"

namespace hallmark::program {

// A glob matches the last component of a path, or all of it; `*` also matches `/`. A path counts from where the globs
// are written: as it is given for the command line, from the folder of the file for hallmark.toml.
class PathGlobs {
 public:
  PathGlobs() = default;
  // `folder` is absolute, or empty: then paths are matched as they are given, with or without "./" at their start.
  explicit PathGlobs(std::vector<std::string> globs, std::string folder = {});

  [[nodiscard]] bool empty() const noexcept { return globs_.empty(); }
  [[nodiscard]] bool match(const std::string& path) const;

 private:
  std::vector<std::string> globs_;
  std::string folder_;
};

// Input is one file to check, or one that cannot be.
using Input = conformance::Source;

// Skip is a file or folder that is not checked, and why.
struct Skip {
  std::string path;
  std::string_view reason;
};

struct Inputs {
  std::vector<Input> found;        // in the order named; files of a folder sorted by name
  std::vector<std::string> lists;  // files with paths
  std::uint64_t skipped = 0;       // files of folders that are not judged, and files and folders that are excluded
  std::map<std::string, std::uint64_t> skipped_kinds;  // how many of these are of a kind: not those excluded
  std::vector<Skip> skips;                             // each of them, if Selection asks for that
};

// FormatGlob: the files that the globs match have this format.
struct FormatGlob {
  PathGlobs globs;
  std::string format;
};

// format_for returns the format of the first entry that matches a path, also without ".gz" at its end; empty if none.
[[nodiscard]] std::string format_for(const std::vector<FormatGlob>& formats, const std::string& path);

// Selection says which files of a folder are judged, see conformance/examine/skip.hpp; `include` replaces that test.
struct Selection {
  PathGlobs include;
  PathGlobs exclude;                // takes precedence over `include`
  std::vector<FormatGlob> formats;  // ignored if a format is given
  std::string format = "auto";      // or the format given for all inputs
  bool null_separated = false;      // paths in lists end with NUL instead of LF or CR LF
  bool list_skipped = false;
  bool sizes = false;  // of files in folders: a system call for each, which only a progress bar needs
};

// find_inputs expands files, folders (recursively, without following links), "-", and "@LIST" ("@-" is a list on
// standard input). Paths in a list are files or folders. A file that is named is found, whatever the selection says.
// Throws UsageError when standard input is named twice.
[[nodiscard]] Inputs find_inputs(const std::vector<std::string>& arguments, const Selection& selection);

}  // namespace hallmark::program
