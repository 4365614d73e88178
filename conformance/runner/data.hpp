// Large data in the protocol: what is above 1 MiB travels as a hash or as a file. Contract, sections 4 and 6.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hallmark/core/bytes.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::runner {

using reports::Json;

inline constexpr std::uint64_t inline_bytes = std::uint64_t{1} << 20;

// TemporaryFolder is a private folder, removed with all that is in it. It is made when the first file is written.
class TemporaryFolder {
 public:
  TemporaryFolder() = default;
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // write makes a file of these bytes. Throws std::runtime_error (disk full, no folder to write in).
  std::filesystem::path write(Bytes bytes);

 private:
  std::filesystem::path folder_;
  std::uint64_t files_ = 0;
};

// input_of gives {"base64"}, or {"path", "nbytes"} for a large input.
[[nodiscard]] Json input_of(Bytes bytes, TemporaryFolder& files);
// handed_over replaces large {"base64"} inside a value by {"path", "nbytes"}.
[[nodiscard]] Json handed_over(Json value, TemporaryFolder& files);

// bytes_of reads either form. Throws std::runtime_error.
[[nodiscard]] std::vector<std::byte> bytes_of(const Json& input);
// taken_in replaces every {"path"} inside a value by {"base64"}. Throws std::runtime_error.
[[nodiscard]] Json taken_in(Json value);
// hashed replaces large {"base64"} inside a value by {"sha256", "nbytes"}.
[[nodiscard]] Json hashed(Json value);

}  // namespace hallmark::runner
