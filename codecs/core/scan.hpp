// SPDX-License-Identifier: Apache-2.0
// Scans over bulk data at memory speed.
#pragma once

#include "core/utf8.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark {

// find_non_bool gives the index of the first byte that is neither 0 nor 1, or `nowhere`.
[[nodiscard]] std::uint64_t find_non_bool(Bytes data) noexcept;

// find_non_zero gives the index of the first byte that is not 0, or `nowhere`.
[[nodiscard]] std::uint64_t find_non_zero(Bytes data) noexcept;

// find_char gives the index of the first byte that is this one, or `nowhere`.
[[nodiscard]] inline std::uint64_t find_char(Bytes data, char byte) noexcept {
  const std::size_t found = as_text(data).find(byte);
  return found == std::string_view::npos ? nowhere : found;
}

}  // namespace hallmark
