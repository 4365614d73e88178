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

}  // namespace hallmark::reports
