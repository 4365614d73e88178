// SPDX-License-Identifier: Apache-2.0
// choose_within: the layout of an input, in memory of the program.
#pragma once

#include "conformance/examine/examine.hpp"
#include "hallmark/core/recognise.hpp"

namespace hallmark::conformance {

// choose_within is hallmark::choose in at most bounds.max_alloc bytes.
[[nodiscard]] Choice choose_within(const Codec& found, hallmark::Input input, const Options& options,
                                   const Bounds& bounds);

}  // namespace hallmark::conformance
