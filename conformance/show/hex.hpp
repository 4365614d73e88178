// SPDX-License-Identifier: Apache-2.0
// hex: bytes as pairs of digits.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <string>

#include "hallmark/core/bytes.hpp"

namespace hallmark::show {

// hex returns at most `most` bytes, "01 02 …" if some are left out.
[[nodiscard]] inline std::string hex(Bytes data, std::size_t most) {
  const std::span shown(reinterpret_cast<const unsigned char*>(data.data()), std::min(data.size(), most));
  return fmt::format("{:02x}{}", fmt::join(shown, " "), data.size() > most ? " …" : "");
}

}  // namespace hallmark::show
