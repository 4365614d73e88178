// Agreement: whether the reference decoders and encoders do with a vector what the vector says.
#pragma once

#include <string>
#include <vector>

#include "conformance/examine/examine.hpp"
#include "conformance/suite/vector.hpp"

namespace hallmark::conformance {

// disagreements names, one a line, everything in which decoding, validating, the value, the pinned warnings and the
// encoding differ from the vector. Empty: they agree. `examination` is what validating found.
[[nodiscard]] std::vector<std::string> disagreements(const Vector& vector, const Examination& examination);
[[nodiscard]] std::vector<std::string> disagreements(const Vector& vector);

// examine_vector validates the bytes of a vector under its options.
[[nodiscard]] Examination examine_vector(const Vector& vector);

}  // namespace hallmark::conformance
