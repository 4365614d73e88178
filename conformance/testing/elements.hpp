// SPDX-License-Identifier: Apache-2.0
// Elements of the types of floats, for tests of how they are written as text and read again.
#pragma once

#include <bit>
#include <random>
#include <vector>

#include "codecs/core/decimal.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::testing {

// The finite elements of a type: all of f16, some of the others.
inline std::vector<std::uint64_t> elements(DType dtype) {
  std::vector<std::uint64_t> all;
  std::mt19937_64 random(20260322);
  const std::uint64_t sign = sign_bit(dtype);
  const auto add = [&](std::uint64_t bits) {
    if ((bits & infinity_bits(dtype)) != infinity_bits(dtype)) all.push_back(bits);
  };
  if (dtype == DType::f16) {
    for (std::uint64_t bits = 0; bits <= 0xffff; ++bits) add(bits);
    return all;
  }
  for (const std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{1}, infinity_bits(dtype) - 1}) {
    add(bits);
    add(bits | sign);
  }
  for (int i = 0; i < 20000; ++i) {
    add(random() & (2 * sign - 1));
    const double plain = static_cast<double>(random() % 1000000) / 1000;
    add(dtype == DType::f64 ? std::bit_cast<std::uint64_t>(plain)
                            : std::bit_cast<std::uint32_t>(static_cast<float>(plain)));
  }
  return all;
}

inline std::vector<std::byte> data_of(const std::vector<std::uint64_t>& elements, DType dtype) {
  std::vector<std::byte> data;
  for (const std::uint64_t bits : elements) {
    std::byte bytes[8];
    store_le(bytes, bits);
    data.insert(data.end(), bytes, bytes + size_of(dtype));
  }
  return data;
}

inline std::vector<std::byte> shape_of(std::uint64_t size) {
  std::vector<std::byte> shape(sizeof size);
  store_le(shape.data(), size);
  return shape;
}

}  // namespace hallmark::testing
