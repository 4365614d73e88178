// SPDX-License-Identifier: Apache-2.0
// Strings of JSON, as encoders write them.
#pragma once

#include "hallmark/core/writer.hpp"

namespace hallmark {

// put_json_string writes a string with escapes where JSON demands them: \u and digits, or where there are `letters`
// for a character, such as \n, those.
void put_json_string(Writer& to, std::string_view text, bool letters) noexcept;

}  // namespace hallmark
