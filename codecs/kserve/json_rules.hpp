// The rules of a message about its JSON as JSON.
#pragma once

#include "core/json_text.hpp"

namespace hallmark::kserve {

extern const JsonRules json_rules;

}  // namespace hallmark::kserve
