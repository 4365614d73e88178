// A vector as JSON: {"dtype", "padding", "data"}. Shared with `bson`, whose documents hold vectors.
#pragma once

#include "conformance/kit/model.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::bson_vector {

[[nodiscard]] kit::Json to_json(const VectorView& vector);

}  // namespace hallmark::bson_vector
