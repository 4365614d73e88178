#include "conformance/program/config.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "conformance/program/command.hpp"
#include "conformance/program/input_bytes.hpp"
#include "conformance/program/names.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::program {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t longest_config = std::uint64_t{1} << 20;

// Reading turns the tables of one file into a Config.
class Reading {
 public:
  Reading(const std::string& file, const std::string& folder) : folder_(folder) { config_.file = file; }

  Config read(const std::string& text) {
    try {
      top(toml::parse(text, config_.file));
    } catch (const toml::parse_error& error) {
      fail(error.source(), std::string(error.description()));
    }
    return std::move(config_);
  }

 private:
  static constexpr std::string_view keys[] = {"profile", "warn", "include", "exclude", "format"};

  [[noreturn]] void fail(const toml::source_region& source, const std::string& what) const {
    throw UsageError(fmt::format("{}:{}:{}: {}", config_.file, source.begin.line, source.begin.column, what));
  }

  void top(const toml::table& table) {
    for (const auto& [key, node] : table) {
      if (key == "profile") {
        profile(node);
      } else if (key == "warn") {
        config_.warn = strings(key, node);
      } else if (key == "include") {
        config_.include = PathGlobs(strings(key, node), folder_);
      } else if (key == "exclude") {
        config_.exclude = PathGlobs(strings(key, node), folder_);
      } else if (key == "format") {
        formats(node);
      } else {
        const std::string name(key.str());
        fail(key.source(), fmt::format("unknown key {}{}", reports::escaped(name),
                                       did_you_mean(name, {std::begin(keys), std::end(keys)})));
      }
    }
  }

  void profile(const toml::node& node) {
    config_.profile = node.value<std::string>();
    if (config_.profile != "strict" && config_.profile != "compat") {
      fail(node.source(), "profile must be \"strict\" or \"compat\"");
    }
  }

  [[nodiscard]] std::vector<std::string> strings(const toml::key& key, const toml::node& node) const {
    std::vector<std::string> all;
    const toml::array* array = node.as_array();
    if (array == nullptr)
      fail(node.source(), fmt::format("{} must be an array of globs, such as [\"*.bin\"]", key.str()));
    for (const toml::node& one : *array) {
      const auto text = one.value<std::string>();
      if (!one.is_string() || !text || text->empty())
        fail(one.source(), fmt::format("a glob of {} must be a string", key.str()));
      all.push_back(*text);
    }
    return all;
  }

  void formats(const toml::node& node) {
    const toml::table* table = node.as_table();
    if (table == nullptr) fail(node.source(), "format must be a table of globs, such as \"*.bin\" = \"oinf\"");
    struct Entry {
      toml::source_position at;
      FormatGlob format;
    };
    std::vector<Entry> entries;
    for (const auto& [key, value] : *table) {
      entries.push_back({key.source().begin, {PathGlobs({std::string(key.str())}, folder_), format(value)}});
    }
    // A table has no order; a file has one.
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.at < b.at; });
    for (Entry& entry : entries) config_.formats.push_back(std::move(entry.format));
  }

  [[nodiscard]] std::string format(const toml::node& node) const {
    const auto format = node.value<std::string>();
    if (!node.is_string() || !format || format->empty()) fail(node.source(), "a format must be a string");
    try {
      require_format(*format);
    } catch (const UsageError& error) {
      fail(node.source(), reports::escaped(error.what()));
    }
    return *format;
  }

  std::string folder_;
  Config config_;
};

bool is_regular(const std::string& path) {
  struct stat status{};
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

Config config_from(const std::string& text, const std::string& file, const std::string& folder) {
  return Reading(file, folder).read(text);
}

Config find_config() {
  std::error_code error;
  fs::path folder = fs::current_path(error);
  // The working directory may have been removed.
  if (error) return {};
  std::string file = config_name;
  while (true) {
    const std::string path = (folder / config_name).string();
    if (is_regular(path)) {
      InputBytes bytes;
      const auto outcome = bytes.read(path, longest_config);
      if (outcome == InputBytes::Outcome::unreadable) throw UsageError(file + ": " + bytes.problem());
      if (outcome == InputBytes::Outcome::too_long || bytes.bytes().size() > longest_config) {
        throw UsageError(file + ": larger than 1 MiB");
      }
      return config_from(std::string(as_text(bytes.bytes())), file, folder.string());
    }
    if (folder == folder.root_path()) return {};
    folder = folder.parent_path();
    file = "../" + file;
  }
}

void apply(const Config& config, const std::string& profile, ExaminerSettings& settings) {
  settings.formats = config.formats;
  const std::string chosen = profile.empty() ? config.profile.value_or("strict") : profile;
  settings.options.profile = chosen == "compat" ? Profile::compat : Profile::strict;
}

void add_no_config(CLI::App& command, bool& ignored) {
  command.add_flag("--no-config", ignored, fmt::format("Ignore {}", config_name));
}

}  // namespace hallmark::program
