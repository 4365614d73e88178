// SPDX-License-Identifier: Apache-2.0
#include "hallmark/core/dtype.hpp"

#include <algorithm>
#include <iterator>

namespace hallmark {

// In the order of the enum.
constexpr std::string_view dtype_names[] = {
    "bool",    "i8",      "i16",         "i32",         "i64",     "u8",      "u16",   "u32",    "u64",
    "f16",     "bf16",    "f32",         "f64",         "f8_e5m2", "f8_e4m3", "bytes", "f4",     "f6_e2m3",
    "f6_e3m2", "f8_e8m0", "f8_e4m3fnuz", "f8_e5m2fnuz", "c64",     "c128",    "q4_0",  "q4_1",   "q5_0",
    "q5_1",    "q8_0",    "q8_1",        "q2_k",        "q3_k",    "q4_k",    "q5_k",  "q6_k",   "q8_k",
    "iq2_xxs", "iq2_xs",  "iq3_xxs",     "iq1_s",       "iq4_nl",  "iq3_s",   "iq2_s", "iq4_xs", "iq1_m",
    "tq1_0",   "tq2_0",   "mxfp4",       "nvfp4",       "q1_0",    "q2_0"};
static_assert(std::size(dtype_names) == std::size(dtype_blocks));

std::string_view name_of(DType dtype) noexcept { return dtype_names[static_cast<std::size_t>(dtype)]; }

std::optional<DType> dtype_named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(dtype_names, name);
  if (found == std::end(dtype_names)) return std::nullopt;
  return static_cast<DType>(found - dtype_names);
}

}  // namespace hallmark
