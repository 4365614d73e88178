// SPDX-License-Identifier: Apache-2.0
// JSON text to the JSON of the common model and back: every number is {"number": its lexeme}, so that 4, 4.0 and 4e0
// stay apart.
#pragma once

#include <string>

#include "conformance/model/model.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::kserve {

// header_json takes JSON that the codec has accepted. Literals that only the compat profile takes become lexemes, too.
// Throws BadValue where it nests too deep to be shown.
[[nodiscard]] conformance::Json header_json(Bytes text);

// header_text is the way back; throws BadValue for a lexeme that is no number.
[[nodiscard]] std::string header_text(const conformance::Json& json);

}  // namespace hallmark::kserve
