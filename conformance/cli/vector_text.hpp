// Golden vectors in words, for `vectors show` and `explain`.
#pragma once

#include <string>

#include "conformance/kit/vector.hpp"

namespace hallmark::cli {

// annotated_bytes writes a line for every run of bytes: offset, hexadecimal, what it is. The line that holds the byte
// of the error is marked.
[[nodiscard]] std::string annotated_bytes(const kit::Vector& vector);

// byte_count is the size of the input without writing its repeats out.
[[nodiscard]] std::uint64_t byte_count(const kit::Vector& vector) noexcept;

}  // namespace hallmark::cli
