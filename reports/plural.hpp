// SPDX-License-Identifier: Apache-2.0
// plural: numbers of things in words.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace hallmark::reports {

// plural returns "1 byte", "2 bytes".
[[nodiscard]] inline std::string plural(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

// grouped returns "1,056", with a noun "1,056 vectors".
[[nodiscard]] inline std::string grouped(std::uint64_t count, std::string_view noun = {}) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3; text.insert(at, 1, ',')) at -= 3;
  return noun.empty() ? text : fmt::format("{} {}{}", text, noun, count == 1 ? "" : "s");
}

}  // namespace hallmark::reports
