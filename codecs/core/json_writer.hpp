// SPDX-License-Identifier: Apache-2.0
// Strings and numbers of JSON, as encoders write them.
#pragma once

#include <charconv>

#include "hallmark/core/writer.hpp"

namespace hallmark {

// put_json_string writes a string with escapes where JSON demands them: \u and digits, or where there are `letters`
// for a character, such as \n, those.
void put_json_string(Writer& to, std::string_view text, bool letters) noexcept;

// put_json_number writes an integer, or a finite float as short as it is read again.
template <class Number>
void put_json_number(Writer& to, Number value) noexcept {
  char text[32];
  to.text({text, std::to_chars(text, std::end(text), value).ptr});
}

}  // namespace hallmark
