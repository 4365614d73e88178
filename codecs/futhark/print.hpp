// SPDX-License-Identifier: Apache-2.0
// Numbers as text, in the fewest digits that read back to the same bits.
#pragma once

#include <cstdint>

#include "hallmark/core/dtype.hpp"

namespace hallmark::futhark {

// longest_number bounds what the functions below write, in characters.
inline constexpr std::size_t longest_number = 40;

// print_integer writes the integer of a dtype that these bits mean; all give where the text ends.
[[nodiscard]] char* print_integer(char* to, std::uint64_t bits, DType dtype) noexcept;

// print_float writes a finite f16, f32 or f64 with a point: 1.0, 0.001, 6.02e23, -0.0.
[[nodiscard]] char* print_float(char* to, std::uint64_t bits, DType dtype) noexcept;

}  // namespace hallmark::futhark
