// SPDX-License-Identifier: Apache-2.0
// Large data in the protocol: above 1 MiB they are sent as a hash or a file. See conformance/testees/PROTOCOL.md.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "hallmark/core/bytes.hpp"
#include "reports/json_at.hpp"

namespace hallmark::runner {

using reports::Json;

inline constexpr std::uint64_t inline_bytes = std::uint64_t{1} << 20;

// TemporaryFolder is a private folder, created with its first file and removed with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() = default;
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  // write creates a file. Throws std::runtime_error.
  std::filesystem::path write(Bytes bytes);

 private:
  std::filesystem::path folder_;
  std::uint64_t files_ = 0;
};

// input_of returns {"base64"}, or {"path", "nbytes"} for a large input.
[[nodiscard]] Json input_of(Bytes bytes, TemporaryFolder& files);
// with_files replaces large {"base64"} inside a value by {"path", "nbytes"}.
[[nodiscard]] Json with_files(Json value, TemporaryFolder& files);

// bytes_of reads either form. Throws std::runtime_error.
[[nodiscard]] std::vector<std::byte> bytes_of(const reports::JsonAt& input);
// without_files replaces every {"path"} inside a value by {"base64"}. Throws std::runtime_error.
[[nodiscard]] Json without_files(Json value);
// with_hashes replaces large {"base64"} inside a value by {"sha256", "nbytes"}.
[[nodiscard]] Json with_hashes(Json value);

}  // namespace hallmark::runner
