// Folds text to the width of a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hallmark::runner {

// fold breaks lines that are longer than `width` columns at spaces, and indents what follows like the text of the line.
// A word that is too long is cut. 0: no limit.
[[nodiscard]] std::string fold(std::string_view text, std::size_t width);

}  // namespace hallmark::runner
