// SPDX-License-Identifier: Apache-2.0
// cut: the format of a file that is not whole, where nothing names it.
#pragma once

#include "hallmark/core/codec.hpp"

namespace hallmark::python {

// cut returns the codec that reads at least two fields of an input and then lacks bytes, whatever they would be: of
// several the one that comes furthest; null if there is none. One that needs more than max_alloc bytes of memory is
// left out.
[[nodiscard]] const Codec* cut(Bytes input, std::uint64_t max_alloc);

}  // namespace hallmark::python
