// SPDX-License-Identifier: Apache-2.0
// UTF-8 by RFC 3629: no surrogates, no overlong forms, nothing above U+10FFFF.
#pragma once

#include <cstdint>

#include "hallmark/core/bytes.hpp"

namespace hallmark {

// nowhere is what the scans return when nothing is wrong.
inline constexpr std::uint64_t nowhere = UINT64_MAX;

// find_invalid_utf8 gives the index of the first byte that starts no valid sequence, or `nowhere`.
[[nodiscard]] std::uint64_t find_invalid_utf8(Bytes text) noexcept;

// put_utf8 writes a character, 4 bytes at most, and returns the end of what it wrote.
inline std::byte* put_utf8(unsigned code, std::byte* to) noexcept {
  if (code < 0x80) {
    *to++ = static_cast<std::byte>(code);
    return to;
  }
  const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr unsigned leads[] = {0, 0xc0, 0xe0, 0xf0};
  *to++ = static_cast<std::byte>(leads[more] | code >> (6 * more));
  for (unsigned i = more; i != 0; --i) *to++ = static_cast<std::byte>(0x80 | (code >> (6 * (i - 1)) & 0x3f));
  return to;
}

// control_at gives the length of the character at the start of valid UTF-8 if it must not reach a terminal, else 0:
// control characters, and characters that reorder or break lines.
[[nodiscard]] std::size_t control_at(std::string_view text) noexcept;

}  // namespace hallmark
