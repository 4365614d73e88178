// SPDX-License-Identifier: Apache-2.0
// Valid vectors from a tape of choices.
#pragma once

#include <vector>

#include "conformance/generate/choices.hpp"
#include "conformance/model/encoded.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::bson_vector {

// OwnedVector is a vector with the memory its view points into.
struct OwnedVector {
  VectorType dtype = VectorType::int8;
  std::uint8_t padding = 0;
  std::vector<std::byte> data;

  [[nodiscard]] VectorView view() const { return {dtype, padding, data}; }
  [[nodiscard]] bool operator==(const OwnedVector&) const = default;
};

// any_vector gives a valid vector of up to `most` elements (bytes, for PACKED_BIT), NaNs and infinities included.
[[nodiscard]] OwnedVector any_vector(conformance::Choices& choices, std::uint32_t most);

}  // namespace hallmark::bson_vector
