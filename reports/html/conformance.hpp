// The parts of a page about conformance runs.
#pragma once

#include "reports/html.hpp"
#include "reports/html/matrix.hpp"

namespace hallmark::reports::web {

// Who was judged, with which corpus.
void put_implementations(Markup& page, const Matrix& matrix, const Details& details);
// Verdict and counts of every format and operation.
void put_summary(Markup& page, const Matrix& matrix);
// Every vector, closed, each opening to its bytes and answers.
void put_vectors(Markup& page, const Matrix& matrix, const Details& details);

}  // namespace hallmark::reports::web
