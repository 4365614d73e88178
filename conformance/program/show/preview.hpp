// Previews of tensor data: the first and last elements as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hallmark/core/bytes.hpp"

namespace hallmark::program {

// preview returns "1, 2, 3, … 768" for the elements of a dtype of the common model, strings in quotes, and hexadecimal
// for any other dtype. The last `padding` bits of packed_bit data are not elements.
[[nodiscard]] std::string preview(std::string_view dtype, Bytes data, unsigned padding = 0);

// elements returns the number of elements; for an unknown dtype, of bytes.
[[nodiscard]] std::uint64_t elements(std::string_view dtype, Bytes data, unsigned padding = 0);

// hex returns at most `most` bytes as pairs of digits, with "…" if some are left out.
[[nodiscard]] std::string hex(Bytes data, std::size_t most);

}  // namespace hallmark::program
