// The annotated bytes of a vector, the offending ones marked.
#pragma once

#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

void put_bytes(Markup& page, const VectorDetail& vector);

// put_body_bytes shows one of the bodies of a vector in the same way.
void put_body_bytes(Markup& page, const VectorDetail& vector, std::size_t body);

// size_of gives how many bytes the segments of a vector have in all.
[[nodiscard]] std::uint64_t size_of(const VectorDetail& vector);

}  // namespace hallmark::reports::web
