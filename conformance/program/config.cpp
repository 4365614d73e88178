#include "conformance/program/config.hpp"

#include <fmt/format.h>

#include <string_view>

#include "conformance/examine/settings.hpp"
#include "conformance/examine/text_file.hpp"
#include "conformance/program/command.hpp"
#include "conformance/program/config_search.hpp"
#include "conformance/program/names.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::program {
namespace {

constexpr std::uint64_t longest_config = std::uint64_t{1} << 20;

[[noreturn]] void fail(const std::string& file, std::uint64_t line, std::uint64_t column, std::string_view what) {
  throw UsageError(fmt::format("{}:{}:{}: {}", file, line, column, what));
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
        require_format(one.format);
      } catch (const UsageError& error) {
        fail(file, one.line, one.column, reports::escaped(error.what()));
      }
      config.formats.push_back({PathGlobs({std::move(one.glob)}, folder), std::move(one.format)});
    }
  } catch (const conformance::BadSettings& bad) {
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
