#include "conformance/program/path_globs.hpp"

#include <filesystem>
#include <utility>

#include "conformance/runner/glob.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;

// path_from returns a path as it is written in a folder; of a file outside, the absolute path.
std::string path_from(const std::string& folder, const std::string& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error).lexically_normal();
  if (error) return path;
  const std::string whole = absolute.string();
  const std::string prefix = folder.ends_with('/') ? folder : folder + '/';
  return whole.starts_with(prefix) ? whole.substr(prefix.size()) : whole;
}

// last_component of "a/b/" is "b".
std::string last_component(const fs::path& path) {
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

}  // namespace

PathGlobs::PathGlobs(std::vector<std::string> globs, std::string folder)
    : globs_(std::move(globs)), folder_(std::move(folder)) {
  // A folder may be written with a slash at its end.
  for (std::string& glob : globs_) {
    while (glob.size() > 1 && glob.ends_with('/')) glob.pop_back();
  }
}

bool PathGlobs::match(const std::string& path) const {
  if (empty()) return false;
  if (runner::any_glob_matches(globs_, last_component(path))) return true;
  if (!folder_.empty()) return runner::any_glob_matches(globs_, path_from(folder_, path));
  return runner::any_glob_matches(globs_, path) ||
         (path.starts_with("./") && runner::any_glob_matches(globs_, path.substr(2)));
}

}  // namespace hallmark::program
