// SPDX-License-Identifier: Apache-2.0
// Whether a file is right but for its end, which is not here: the commonest damage of all.
#pragma once

#include <optional>

#include "conformance/examine/examine.hpp"
#include "reports/validation.hpp"

namespace hallmark::conformance {

// explain_cut looks at what was found in an input whose end is missing. If its header says how large the file should
// be, and all else is right, all that was found for want of the end becomes one finding, which says what is here; so
// does the note on an input that is valid as the beginning of a file. It gives what it says; nothing of other inputs.
[[nodiscard]] std::optional<reports::Cut> explain_cut(const Codec& codec, hallmark::Input input, const Options& options,
                                                      const Bounds& bounds, Examination& examination);

}  // namespace hallmark::conformance
