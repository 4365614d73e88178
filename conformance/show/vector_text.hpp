// Prints golden vectors for `vectors show` and `explain`.
#pragma once

#include <string>

#include "conformance/suite/vector.hpp"

namespace hallmark::show {

// annotated_bytes returns a line for each segment: offset, hexadecimal, annotation. The line with the error is marked.
[[nodiscard]] std::string annotated_bytes(const conformance::Vector& vector);

// byte_count returns the size of the input without expanding its repeats.
[[nodiscard]] std::uint64_t byte_count(const conformance::Vector& vector) noexcept;

}  // namespace hallmark::show
