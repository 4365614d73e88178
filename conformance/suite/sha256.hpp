// SPDX-License-Identifier: Apache-2.0
// SHA-256 by FIPS 180-4, for the hash of the corpus and of large tensor data.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "hallmark/core/bytes.hpp"

namespace hallmark::conformance {

// Sha256 hashes bytes incrementally.
class Sha256 {
 public:
  void update(Bytes bytes) noexcept;
  // hex returns the hash in lower case. Call it once, last.
  [[nodiscard]] std::string hex();

 private:
  void block(const std::byte* from) noexcept;

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> pending_{};
  std::uint64_t size_ = 0;  // bytes hashed so far
};

[[nodiscard]] std::string sha256_hex(Bytes bytes);

}  // namespace hallmark::conformance
