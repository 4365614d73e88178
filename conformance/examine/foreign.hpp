// Well-known files of other formats, so that a message can name them.
#pragma once

#include <string_view>

#include "hallmark/core/bytes.hpp"

namespace hallmark::conformance {

// foreign_format returns what a file is, such as "a PNG image", by its first bytes; empty if that is not certain.
[[nodiscard]] std::string_view foreign_format(Bytes file) noexcept;

}  // namespace hallmark::conformance
