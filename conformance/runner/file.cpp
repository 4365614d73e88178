#include "conformance/runner/file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <stdexcept>

namespace hallmark::runner {

void write_file(const std::filesystem::path& path, std::string_view text) {
  std::filesystem::path part = path;
  part += ".part";
  const auto fail = [&](int error) {
    std::remove(part.c_str());
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", path.string(), std::strerror(error)));
  };
  std::FILE* file = std::fopen(part.c_str(), "wbe");
  if (file == nullptr) fail(errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  const int error = errno;
  if (std::fclose(file) != 0 || !written) fail(written ? errno : error);
  if (std::rename(part.c_str(), path.c_str()) != 0) fail(errno);
}

}  // namespace hallmark::runner
