// SPDX-License-Identifier: Apache-2.0
// A second reading of RFC 3629: decode the number, then check that it is allowed in that many bytes; and writing it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "codecs/core/utf8.hpp"

namespace hallmark::conformance {

// utf8_oracle gives the place of the first byte that begins no character, or nowhere. It shares no idea with the
// decoders: arithmetic on code points instead of ranges of bytes.
inline std::uint64_t utf8_oracle(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const unsigned lead = static_cast<unsigned char>(text[at]);
    std::size_t length = 1;
    if (lead >> 5 == 0b110)
      length = 2;
    else if (lead >> 4 == 0b1110)
      length = 3;
    else if (lead >> 3 == 0b11110)
      length = 4;
    else if (lead >> 7 != 0)
      return at;
    if (text.size() - at < length) return at;
    unsigned point = length == 1 ? lead : lead & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
      const unsigned next = static_cast<unsigned char>(text[at + i]);
      if (next >> 6 != 0b10) return at;
      point = point << 6 | (next & 0x3f);
    }
    const std::size_t shortest = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    if (length != shortest || point > 0x10ffff || (point >= 0xd800 && point < 0xe000)) return at;
    at += length;
  }
  return nowhere;
}

// append_utf8 puts a code point, which may be a surrogate, at the end of a text.
inline void append_utf8(std::string& out, unsigned code) {
  const auto put = [&out](unsigned byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) return put(0xc0 + code / 64), put(0x80 + code % 64);
  if (code < 0x10000) return put(0xe0 + code / 4096), put(0x80 + code / 64 % 64), put(0x80 + code % 64);
  put(0xf0 + code / 262144), put(0x80 + code / 4096 % 64), put(0x80 + code / 64 % 64), put(0x80 + code % 64);
}

}  // namespace hallmark::conformance
