// The sections of the page about conformance runs.
#pragma once

#include "reports/html.hpp"
#include "reports/html/matrix.hpp"

namespace hallmark::reports::web {

// The implementations and the corpus.
void put_implementations(Markup& page, const Matrix& matrix, const Details& details);
// Verdict and counts for each format and operation.
void put_summary(Markup& page, const Matrix& matrix);
// Every vector as a closed element that opens to its bytes and answers.
void put_vectors(Markup& page, const Matrix& matrix, const Details& details);

}  // namespace hallmark::reports::web
