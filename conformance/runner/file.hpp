// Writing files so that a full disk or an interrupt leaves the old one whole.
#pragma once

#include <filesystem>
#include <string_view>

namespace hallmark::runner {

// write_file writes beside `path` and then takes its place. Throws std::runtime_error.
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace hallmark::runner
