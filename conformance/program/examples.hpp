// SPDX-License-Identifier: Apache-2.0
// What the help of all commands takes its examples from.
#pragma once

#include <string_view>

namespace hallmark::program::examples {

inline constexpr std::string_view format = "bson";
inline constexpr std::string_view file = "dump.bson";
inline constexpr std::string_view broken_rule = "bson/boolean";
inline constexpr std::string_view explained_rule = "bson-vector/padding-range";
inline constexpr std::string_view explained_format = "bson-vector";
// A format that pads its files: those that are generated are not always of the size that is asked for.
inline constexpr std::string_view padded_format = "oinf";
inline constexpr std::string_view padding = "but by OINF\nup to the next multiple of 8";

}  // namespace hallmark::program::examples
