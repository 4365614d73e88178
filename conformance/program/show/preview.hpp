// Previews of tensor data: the first and the last elements, as people write numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hallmark/core/bytes.hpp"

namespace hallmark::program {

// preview gives "1, 2, 3, … 768" for elements of a dtype of the common model, and strings in quotes. Data of a dtype
// with neither to show are given in hexadecimal. `padding` bits at the end of packed_bit data are no elements.
[[nodiscard]] std::string preview(std::string_view dtype, Bytes data, unsigned padding = 0);

// elements counts the elements of data; for a dtype that nobody knows, its bytes.
[[nodiscard]] std::uint64_t elements(std::string_view dtype, Bytes data, unsigned padding = 0);

// hex gives at most `most` bytes as pairs of digits, with "…" where some are left out.
[[nodiscard]] std::string hex(Bytes data, std::size_t most);

}  // namespace hallmark::program
