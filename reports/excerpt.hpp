// excerpt: the bytes around a finding as a hex dump, the offending ones marked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hallmark/core/bytes.hpp"

namespace hallmark::reports {

struct Mark {
  const char* on = "";  // escape sequences around what is marked
  const char* off = "";
};

// excerpt shows at most three rows of 16 bytes, each line ended. Empty when the input is, or `offset` lies outside.
// `name` is what the bytes are all of.
[[nodiscard]] std::string excerpt(Bytes input, std::uint64_t offset, std::uint64_t length, const Mark& mark = {},
                                  std::string_view name = "input");

}  // namespace hallmark::reports
