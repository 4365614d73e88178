// Writes files atomically: a full disk or an interrupt leaves the old file complete.
#pragma once

#include <filesystem>
#include <string_view>

namespace hallmark::runner {

// write_file writes a temporary file beside `path` and renames it. Throws std::runtime_error.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace hallmark::runner
