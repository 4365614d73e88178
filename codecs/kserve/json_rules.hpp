// SPDX-License-Identifier: Apache-2.0
// The rules of a message that are about JSON as such.
#pragma once

#include "core/json_text.hpp"
#include "hallmark/kserve/rules.hpp"

namespace hallmark::kserve {

inline constexpr JsonRules json_rules{
    .truncated = rule<"kserve/json-truncated">,
    .value = rule<"kserve/json-value">,
    .word = rule<"kserve/json-word">,
    .number = rule<"kserve/json-number">,
    .key = rule<"kserve/json-key">,
    .colon = rule<"kserve/json-colon">,
    .separator = rule<"kserve/json-separator">,
    .control = rule<"kserve/json-control">,
    .escape = rule<"kserve/json-escape">,
    .surrogate = rule<"kserve/json-surrogate">,
    .utf8 = rule<"kserve/json-utf8">,
    .depth = rule<"kserve/depth">,
    .duplicate_key = rule<"kserve/duplicate-key">,
    .nan_literal = rule<"kserve/nan-literal">,
};

}  // namespace hallmark::kserve
