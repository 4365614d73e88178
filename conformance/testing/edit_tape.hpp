// SPDX-License-Identifier: Apache-2.0
// Edits of a tape that keep to its decisions: a value of one is another value that it may have, and what is repeated,
// dropped or exchanged are whole decisions, such as those that made an entry of a table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "conformance/generate/choices.hpp"

namespace hallmark::conformance {

// edited_tape makes one edit; `draws` are what a generator has read of the tape.
[[nodiscard]] std::vector<std::uint8_t> edited_tape(std::span<const std::uint8_t> tape, std::span<const Draw> draws,
                                                    Choices& choices);

}  // namespace hallmark::conformance
