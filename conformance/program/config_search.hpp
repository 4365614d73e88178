// Which hallmark.toml is obeyed. README.md says the rules.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace hallmark::program {

inline constexpr const char* config_name = "hallmark.toml";

struct FoundConfig {
  std::string file;  // path from the working directory
  std::filesystem::path folder;
};

// nearest_config searches the working directory and the folders above it. It warns of a file that it must not use.
[[nodiscard]] std::optional<FoundConfig> nearest_config();

}  // namespace hallmark::program
