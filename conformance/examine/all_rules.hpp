// SPDX-License-Identifier: Apache-2.0
// The rules of all formats, of HTTP messages and of the program.
#pragma once

#include <span>
#include <string_view>

#include "hallmark/core/rule.hpp"

namespace hallmark::conformance {

// input_rules returns the rules of every codec, each once.
[[nodiscard]] std::span<const Rule* const> input_rules();

// all_rules returns these, and then the rules of the program for inputs that no codec can examine.
[[nodiscard]] std::span<const Rule* const> all_rules();

// rule_named returns the rule with an id, or null.
[[nodiscard]] const Rule* rule_named(std::span<const Rule* const> among, std::string_view id) noexcept;

}  // namespace hallmark::conformance
