// Every rule there is, each once, whoever tells it.
#pragma once

#include <span>
#include <string_view>

#include "hallmark/core/rule.hpp"

namespace hallmark::conformance {

// input_rules are those that bytes break: of every codec, and of HTTP messages.
[[nodiscard]] std::span<const Rule* const> input_rules();

// all_rules are these, and behind them what the program says of inputs that no codec can judge.
[[nodiscard]] std::span<const Rule* const> all_rules();

// rule_named gives the one with an id, or null.
[[nodiscard]] const Rule* rule_named(std::span<const Rule* const> among, std::string_view id) noexcept;

}  // namespace hallmark::conformance
