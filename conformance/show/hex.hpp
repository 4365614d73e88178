// hex: bytes as pairs of digits.
#pragma once

#include <string>

#include "hallmark/core/bytes.hpp"

namespace hallmark::show {

// hex returns at most `most` bytes, "01 02 …" if some are left out.
[[nodiscard]] std::string hex(Bytes data, std::size_t most);

}  // namespace hallmark::show
