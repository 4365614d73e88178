// SPDX-License-Identifier: Apache-2.0
#include "hallmark/core/dtype.hpp"

#include <algorithm>
#include <iterator>

namespace hallmark {

// In the order of the enum.
constexpr std::string_view dtype_names[] = {"bool",    "i8",      "i16",         "i32",         "i64",  "u8",
                                            "u16",     "u32",     "u64",         "f16",         "bf16", "f32",
                                            "f64",     "f8_e5m2", "f8_e4m3",     "bytes",       "f4",   "f6_e2m3",
                                            "f6_e3m2", "f8_e8m0", "f8_e4m3fnuz", "f8_e5m2fnuz", "c64"};
static_assert(std::size(dtype_names) == std::size(dtype_bits));

std::string_view name_of(DType dtype) noexcept { return dtype_names[static_cast<std::size_t>(dtype)]; }

std::optional<DType> dtype_named(std::string_view name) noexcept {
  const auto* const found = std::ranges::find(dtype_names, name);
  if (found == std::end(dtype_names)) return std::nullopt;
  return static_cast<DType>(found - dtype_names);
}

}  // namespace hallmark
