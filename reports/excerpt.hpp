// excerpt: a hex dump of the bytes around a finding.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hallmark/core/bytes.hpp"

namespace hallmark::reports {

struct Mark {
  const char* on = "";  // escape sequences around the marks
  const char* off = "";
};

// excerpt returns at most three rows of 16 bytes with the marked bytes underlined; "" if `offset` is outside the input.
// `name` names the bytes as a whole.
[[nodiscard]] std::string excerpt(Bytes input, std::uint64_t offset, std::uint64_t length, const Mark& mark = {},
                                  std::string_view name = "input");

}  // namespace hallmark::reports
