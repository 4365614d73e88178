// SPDX-License-Identifier: Apache-2.0
// Agreement: compares the reference decoders and encoders with the expectations of a vector.
#pragma once

#include <string>
#include <vector>

#include "conformance/examine/examine.hpp"
#include "conformance/suite/vector.hpp"

namespace hallmark::conformance {

// disagreements returns one line for each difference in verdict, error, value, warnings and encoding, or for a value to
// be refused, in what the encoder does; none if there is no difference. `examination` is the outcome of validating an
// input.
[[nodiscard]] std::vector<std::string> disagreements(const Vector& vector, const Examination& examination);
[[nodiscard]] std::vector<std::string> disagreements(const Vector& vector);

// examine_vector validates the bytes of a vector with its options.
[[nodiscard]] Examination examine_vector(const Vector& vector);

}  // namespace hallmark::conformance
