// The annotated bytes of a vector, the offending ones marked.
#pragma once

#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

void put_bytes(Markup& page, const VectorDetail& vector);

// size_of gives how many bytes the segments of a vector have in all.
[[nodiscard]] std::uint64_t size_of(const VectorDetail& vector);

}  // namespace hallmark::reports::web
