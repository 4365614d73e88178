// PathGlobs: globs over the paths of files, from the command line or from hallmark.toml.
#pragma once

#include <string>
#include <vector>

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

}  // namespace hallmark::program
