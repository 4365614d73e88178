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
inline constexpr std::string_view model_format = "oinf";  // of files named model.oinf

}  // namespace hallmark::program::examples
