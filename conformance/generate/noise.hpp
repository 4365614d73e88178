// SPDX-License-Identifier: Apache-2.0
// Noise: random data that look like those of models, images and embeddings, the same on every machine.
#pragma once

#include <cstdint>

#include "conformance/generate/generator.hpp"
#include "hallmark/core/dtype.hpp"

namespace hallmark::conformance {

// Noise counts in integers alone: no rounding of a host decides a bit.
class Noise {
 public:
  explicit Noise(std::uint64_t seed) noexcept : state_(seed) {}

  [[nodiscard]] std::uint64_t word() noexcept { return split_mix(state_); }
  // below gives 0 to bound - 1.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound) noexcept { return word() % bound; }
  // fill writes elements: floats are finite and near 0, as weights are, booleans 0 or 1. `out` holds whole elements.
  void fill(DType dtype, std::span<std::byte> out) noexcept;

 private:
  std::uint64_t state_;
};

// write_elements writes `size` bytes of elements, in blocks.
void write_elements(Noise& noise, DType dtype, std::uint64_t size, ByteSink& out);

// seed_of mixes a text and numbers into a seed.
[[nodiscard]] std::uint64_t seed_of(std::string_view text, std::uint64_t a, std::uint64_t b) noexcept;

}  // namespace hallmark::conformance
