// The rules of a message about its JSON as JSON.
#pragma once

#include "core/json_text.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::kserve {

[[nodiscard]] const JsonRules& json_rules(Role role) noexcept;

}  // namespace hallmark::kserve
