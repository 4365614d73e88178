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

}  // namespace hallmark
