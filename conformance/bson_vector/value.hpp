// SPDX-License-Identifier: Apache-2.0
// A vector of the common model: "dtype", "padding", "data". Shared with `bson`, whose documents hold vectors.
#pragma once

#include "conformance/model/model.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::bson_vector {

[[nodiscard]] conformance::Entry entry_of(const VectorView& vector);

}  // namespace hallmark::bson_vector
