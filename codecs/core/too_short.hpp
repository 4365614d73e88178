// SPDX-License-Identifier: Apache-2.0
// too_short: the answer of an encoder that has too little memory to write to.
#pragma once

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/decoded.hpp"
#include "hallmark/core/memory_rules.hpp"

namespace hallmark {

// too_short is what an encoder gives that needs `size` bytes and has fewer.
[[nodiscard]] inline Encoded too_short(Bytes out, std::uint64_t size) noexcept {
  return {.size = size, .refusal = {&rule<"hallmark/output-exhausted">, out.size(), 0, out.size(), size, "out"}};
}

}  // namespace hallmark
