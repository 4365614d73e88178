// SPDX-License-Identifier: Apache-2.0
// What the inputs of several families are made of.
#pragma once

#include "benchmarks/growth/growth.hpp"

namespace hallmark::benchmarks::growth {

[[nodiscard]] Sample of_text(const std::string& text);
[[nodiscard]] std::string repeated_text(std::string_view text, std::uint64_t size);
// overwritten puts `text` after every place where `mark` stands.
[[nodiscard]] Sample overwritten(File bytes, std::string_view mark, std::string_view text);
// nested puts `inside` into so many brackets.
[[nodiscard]] std::string nested(std::string_view inside, std::uint64_t levels);

}  // namespace hallmark::benchmarks::growth
