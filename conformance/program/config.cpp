// SPDX-License-Identifier: Apache-2.0
#include "conformance/program/config.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <utility>

#include "conformance/examine/settings.hpp"
#include "conformance/examine/text_file.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/names.hpp"
#include "conformance/program/output.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;

constexpr const char* config_name = "hallmark.toml";
constexpr std::uint64_t longest_config = std::uint64_t{1} << 20;

[[noreturn]] void fail(const std::string& file, std::uint64_t line, std::uint64_t column, std::string_view what) {
  throw UsageError(fmt::format("{}:{}:{}: {}", file, line, column, what));
}

// SUDO_UID says who became root: as git, we obey what that user wrote.
bool became_root(uid_t owner) {
  const char* variable = std::getenv("SUDO_UID");
  return geteuid() == 0 && variable != nullptr && variable == std::to_string(owner);
}

// A file of root cannot be a trap of another user, and who can write to it can do so to the program.
bool trusted(uid_t owner) { return owner == 0 || owner == geteuid() || became_root(owner); }

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

struct FoundConfig {
  std::string file;  // path from the working directory
  fs::path folder;
};

// nearest_config searches the working directory and the folders above it. It warns of a file that it must not use.
std::optional<FoundConfig> nearest_config() {
  std::error_code error;
  fs::path folder = fs::current_path(error);
  // The working directory may have been removed.
  if (error) return {};
  std::string file = config_name;
  while (true) {
    const bool found = fs::is_regular_file(folder / config_name, error);
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

}  // namespace

Config config_from(const std::string& text, const std::string& file, const std::string& folder) {
  Config config;
  config.file = file;
  try {
    conformance::Settings settings = conformance::settings_from(text);
    config.profile = std::move(settings.profile);
    config.warn = std::move(settings.warn);
    config.include = PathGlobs(std::move(settings.include), folder);
    config.exclude = PathGlobs(std::move(settings.exclude), folder);
    for (conformance::Settings::Format& one : settings.formats) {
      try {
        require_format(one.format, true);
      } catch (const UsageError& error) {
        fail(file, one.line, one.column, reports::escaped(error.what()));
      }
      config.formats.push_back({PathGlobs({std::move(one.glob)}, folder), std::move(one.format)});
    }
  } catch (const conformance::BadToml& bad) {
    std::string what = bad.what();
    if (!bad.unknown_key.empty()) {
      what +=
          did_you_mean(bad.unknown_key, {std::begin(conformance::settings_keys), std::end(conformance::settings_keys)});
    }
    fail(file, bad.line, bad.column, what);
  }
  return config;
}

Config find_config() {
  const std::optional<FoundConfig> found = nearest_config();
  if (!found) return {};
  try {
    const std::string text = conformance::text_of_file((found->folder / config_name).string(), longest_config);
    return config_from(text, found->file, found->folder.string());
  } catch (const conformance::UnreadableText& bad) {
    throw UsageError(fmt::format("{}: {}", found->file, bad.what()));
  }
}

void apply(const Config& config, const std::string& profile, ExaminerSettings& settings) {
  settings.format_of = [formats = config.formats](const std::string& path) { return format_for(formats, path); };
  const std::string chosen = profile.empty() ? config.profile.value_or("strict") : profile;
  settings.options.profile = chosen == "compat" ? Profile::compat : Profile::strict;
}

void add_no_config(CLI::App& command, bool& ignored) {
  command.add_flag("--no-config", ignored, fmt::format("Ignore {}", config_name));
}

}  // namespace hallmark::program
