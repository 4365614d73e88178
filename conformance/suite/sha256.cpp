// SPDX-License-Identifier: Apache-2.0
#include "conformance/suite/sha256.hpp"

#include <algorithm>
#include <bit>

namespace hallmark::conformance {
namespace {

// The first 32 bits of the fractions of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> round_constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// Words of the message and of the hash are big-endian.
std::uint32_t load_be(const std::byte* from) noexcept {
  std::uint32_t word = 0;
  for (int i = 0; i < 4; ++i) word = word << 8 | std::to_integer<std::uint32_t>(from[i]);
  return word;
}

}  // namespace

void Sha256::block(const std::byte* from) noexcept {
  std::array<std::uint32_t, 64> w;
  for (std::size_t i = 0; i < 16; ++i) w[i] = load_be(from + 4 * i);
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 = std::rotr(w[i - 15], 7) ^ std::rotr(w[i - 15], 18) ^ w[i - 15] >> 3;
    const std::uint32_t s1 = std::rotr(w[i - 2], 17) ^ std::rotr(w[i - 2], 19) ^ w[i - 2] >> 10;
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state_;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
    const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = d + t1;
    d = c;
    c = b;
    b = a;
    a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> worked{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state_[i] += worked[i];
}

void Sha256::update(Bytes bytes) noexcept {
  while (!bytes.empty()) {
    const std::size_t filled = size_ % 64;
    const std::size_t taken = std::min(bytes.size(), 64 - filled);
    if (taken == 64) {
      block(bytes.data());
    } else {
      std::copy_n(bytes.begin(), taken, pending_.begin() + static_cast<std::ptrdiff_t>(filled));
      if (filled + taken == 64) block(pending_.data());
    }
    size_ += taken;
    bytes = bytes.subspan(taken);
  }
}

std::string Sha256::hex() {
  // Padding: a one bit, zeros up to 8 bytes before the end of a block, the length in bits.
  std::array<std::byte, 72> tail{std::byte{0x80}};
  const std::size_t zeros_end = 1 + (64 + 55 - size_ % 64) % 64;
  const std::uint64_t bits = size_ * 8;
  for (std::size_t i = 0; i < 8; ++i) tail[zeros_end + i] = static_cast<std::byte>(bits >> (56 - 8 * i) & 0xff);
  update(Bytes{tail}.first(zeros_end + 8));

  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::uint32_t word : state_) {
    for (int shift = 28; shift >= 0; shift -= 4) text += digits[word >> shift & 0xf];
  }
  return text;
}

std::string sha256_hex(Bytes bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

}  // namespace hallmark::conformance
