// SPDX-License-Identifier: Apache-2.0
// Put appends numbers, bytes and texts to a GGUF file, in a byte order.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "hallmark/core/bytes.hpp"

namespace hallmark::gguf {

struct Put {
  bool big_endian = false;
  std::vector<std::byte> file{};

  Put& number(std::uint64_t value, std::size_t width) {
    for (std::size_t i = 0; i < width; ++i) {
      file.push_back(static_cast<std::byte>(value >> 8 * (big_endian ? width - 1 - i : i)));
    }
    return *this;
  }
  Put& bytes(Bytes bytes) {
    file.insert(file.end(), bytes.begin(), bytes.end());
    return *this;
  }
  Put& text(std::string_view text) { return number(text.size(), 8).bytes(as_bytes(text)); }
};

}  // namespace hallmark::gguf
