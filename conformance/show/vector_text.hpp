// SPDX-License-Identifier: Apache-2.0
// Prints golden vectors for `vectors show` and `explain`.
#pragma once

#include <string>

#include "conformance/suite/vector.hpp"

namespace hallmark::show {

// annotated_bytes returns a line for each segment: offset, hexadecimal, annotation. The line with the error is marked.
[[nodiscard]] std::string annotated_bytes(const conformance::Vector& vector);

}  // namespace hallmark::show
