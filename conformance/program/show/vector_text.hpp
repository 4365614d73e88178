// Golden vectors in words, for `vectors show` and `explain`.
#pragma once

#include <string>

#include "conformance/suite/vector.hpp"

namespace hallmark::program {

// annotated_bytes writes a line for every run of bytes: offset, hexadecimal, what it is. The line that holds the byte
// of the error is marked.
[[nodiscard]] std::string annotated_bytes(const conformance::Vector& vector);

// byte_count is the size of the input without writing its repeats out.
[[nodiscard]] std::uint64_t byte_count(const conformance::Vector& vector) noexcept;

}  // namespace hallmark::program
