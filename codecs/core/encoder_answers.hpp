// SPDX-License-Identifier: Apache-2.0
// The answers of encoders: to too little memory, and to what they have written.
#pragma once

#include "hallmark/core/bytes.hpp"
#include "hallmark/core/decoded.hpp"
#include "hallmark/core/memory_rules.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark {

// too_short is what an encoder gives that needs `size` bytes and has fewer.
[[nodiscard]] inline Encoded too_short(Bytes out, std::uint64_t size) noexcept {
  return {.size = size, .refusal = {&rule<"hallmark/output-exhausted">, out.size(), 0, out.size(), size, "out"}};
}

// checked is what an encoder answers that has put a file. What our own decoder would refuse is refused here, by the
// same rules: `decode` is that of the family.
template <class Decode>
[[nodiscard]] Encoded checked(const Writer& to, std::span<std::byte> out, const Decode& decode) noexcept {
  if (!to.fits()) return too_short(out, to.size());
  return {.size = to.size(), .refusal = decode(Bytes(out.first(static_cast<std::size_t>(to.size())))).violation()};
}

}  // namespace hallmark
