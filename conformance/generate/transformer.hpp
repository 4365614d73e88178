// SPDX-License-Identifier: Apache-2.0
// The tensors of a language model, for the formats that hold models.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/noise.hpp"

namespace hallmark::conformance {

struct PlannedTensor {
  std::string name;
  DType dtype = DType::u8;
  std::vector<std::uint64_t> dims;
  std::uint64_t size = 0;  // bytes
};

// transformer_of gives tensors whose data take at most `size` bytes, and most of them: none if that is too little for
// a model of one layer. `weights` is the type of the weights; position ids are i64, the mask is of booleans.
[[nodiscard]] std::vector<PlannedTensor> transformer_of(Noise& noise, DType weights, std::uint64_t size);

}  // namespace hallmark::conformance
