// SPDX-License-Identifier: Apache-2.0
// excerpt: a hex dump of the bytes around a finding.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hallmark/core/bytes.hpp"
#include "reports/paragraph.hpp"

namespace hallmark::reports {

// excerpt returns at most three rows with the marked bytes underlined; "" if `offset` is outside the input. `name`
// names the bytes as a whole. A row has 16 bytes, or as many as fit in `columns`; 0: any width.
[[nodiscard]] std::string excerpt(Bytes input, std::uint64_t offset, std::uint64_t length, const Mark& mark = {},
                                  std::string_view name = "input", std::size_t columns = 0);

}  // namespace hallmark::reports
