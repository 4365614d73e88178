#include "conformance/program/config_search.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>

#include "conformance/program/output.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;

// SUDO_UID says who became root: as git, we obey what that user wrote.
bool became_root(uid_t owner) {
  const char* variable = std::getenv("SUDO_UID");
  if (geteuid() != 0 || variable == nullptr) return false;
  uid_t user = 0;
  const char* end = variable + std::strlen(variable);
  const auto [parsed, error] = std::from_chars(variable, end, user);
  return error == std::errc{} && parsed == end && user == owner;
}

// A file of root cannot be a trap of another user, and who can write to it can do so to the program.
bool trusted(uid_t owner) { return owner == 0 || owner == geteuid() || became_root(owner); }

bool is_regular(const fs::path& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

// stranger returns the owner of a folder, or of the file in it, if that is nobody whom we obey. In a folder that all
// may write to, a link is as much of a trap as a file.
std::optional<uid_t> stranger(const fs::path& folder) {
  const fs::path file = folder / config_name;
  for (const auto& [path, look] : {std::pair{folder, &stat}, std::pair{file, &lstat}, std::pair{file, &stat}}) {
    struct stat status{};
    if (look(path.c_str(), &status) == 0 && !trusted(status.st_uid)) return status.st_uid;
  }
  return {};
}

// is_last: above this folder lies what belongs to others, or to other projects.
bool is_last(const fs::path& folder) {
  std::error_code error;
  const char* home = std::getenv("HOME");
  return folder == folder.root_path() || fs::exists(fs::symlink_status(folder / ".git", error)) ||
         (home != nullptr && fs::equivalent(folder, home, error));
}

}  // namespace

std::optional<FoundConfig> nearest_config() {
  std::error_code error;
  fs::path folder = fs::current_path(error);
  // The working directory may have been removed.
  if (error) return {};
  std::string file = config_name;
  while (true) {
    const bool found = is_regular(folder / config_name);
    if (const auto owner = stranger(folder)) {
      if (found) {
        warn(fmt::format("hallmark: {} is ignored: it or its folder belongs to another user (uid {})\n", file, *owner));
      }
      return {};
    }
    if (found) return FoundConfig{std::move(file), std::move(folder)};
    if (is_last(folder)) return {};
    folder = folder.parent_path();
    file = "../" + file;
  }
}

}  // namespace hallmark::program
