// The annotated bytes of a vector, with marks on those that break a rule.
#pragma once

#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

void put_bytes(Markup& page, const VectorDetail& vector);

// put_sample writes all that a vector consists of: its bytes, or the value that must be refused.
void put_sample(Markup& page, const VectorDetail& vector);

// size_of returns the size of a vector in bytes.
[[nodiscard]] std::uint64_t size_of(const VectorDetail& vector);

}  // namespace hallmark::reports::web
