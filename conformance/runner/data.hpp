// SPDX-License-Identifier: Apache-2.0
// Large data in the protocol: above 1 MiB they are sent as a file. See conformance/testees/PROTOCOL.md.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>

#include "conformance/suite/vector.hpp"
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

  // write creates a file; `put` hands its bytes to what it is called with. Throws std::runtime_error.
  using Take = std::function<void(Bytes)>;
  std::filesystem::path write(const std::function<void(const Take&)>& put);

 private:
  std::filesystem::path folder_;
  std::uint64_t files_ = 0;
};

// input_json returns {"base64"} as JSON text, or {"path", "nbytes"} for a large input.
[[nodiscard]] std::string input_json(const conformance::Vector& vector, TemporaryFolder& files);
// value_json returns the JSON text of the value of a vector, its repeats expanded, with {"path", "nbytes"} in place of
// large {"base64"}.
[[nodiscard]] std::string value_json(const conformance::Vector& vector, TemporaryFolder& files);

// with_bytes_of calls `use` with the bytes of an input in either form. Throws std::runtime_error.
void with_bytes_of(const reports::JsonAt& input, const std::function<void(Bytes)>& use);
// without_files replaces every {"path"} inside a value by {"base64"}. Throws std::runtime_error.
[[nodiscard]] Json without_files(Json value);

}  // namespace hallmark::runner
