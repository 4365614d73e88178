// A vector as JSON: {"dtype", "padding", "data"}. Shared with `bson`, whose documents hold vectors.
#pragma once

#include "codecs/bson_vector/bson_vector.hpp"
#include "conformance/kit/model.hpp"

namespace hallmark::bson_vector {

[[nodiscard]] kit::Json to_json(const VectorView& vector);

}  // namespace hallmark::bson_vector
