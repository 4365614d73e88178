// SPDX-License-Identifier: Apache-2.0
// A model as people have them, for the benchmarks of every format that stores one.
#pragma once

#include "conformance/generate/models.hpp"

namespace hallmark::benchmarks {

// name_in_model gives the names of tensors in order, four to a layer.
[[nodiscard]] std::string name_in_model(std::uint32_t i);

// model_7b is the 291 tensors of a language model of seven billion parameters, by name and without data: 32 layers of
// width 4096.
[[nodiscard]] conformance::OwnedModel model_7b();

}  // namespace hallmark::benchmarks
