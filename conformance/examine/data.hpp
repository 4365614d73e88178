// SPDX-License-Identifier: Apache-2.0
// Reads the tensors of an input and warns of what no format forbids.
#pragma once

#include "conformance/model/scratch_memory.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

struct Bounds;

// check_data reads the data that lie in the input, once, and reports warnings to the sink: hallmark/zero-tail,
// hallmark/zero-tensor, hallmark/not-finite. Of an invalid input it reads the tensors whose place is known to be right.
// Numbers in text are left out: whoever wrote them wrote each. It returns the memory that it needs; where that is more
// than bounds.max_alloc it reads nothing.
[[nodiscard]] std::uint64_t check_data(const Codec& codec, hallmark::Input input, const Options& options,
                                       const Bounds& bounds, ScratchMemory& memory, DiagnosticSink& sink);

// NotFinite are the elements of floating-point data that are NaN or infinite.
struct NotFinite {
  std::uint64_t count = 0;
  std::uint64_t first = 0;  // its index
};
// not_finite counts them; of a dtype that is no plain float there are none.
[[nodiscard]] NotFinite not_finite(DType dtype, Bytes data) noexcept;

}  // namespace hallmark::conformance
