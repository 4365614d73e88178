// One answer of an implementation, and what was expected.
#pragma once

#include "reports/html.hpp"
#include "reports/html/markup.hpp"

namespace hallmark::reports::web {

// put_expected writes what the answer should have been. `vector` may be null.
void put_expected(Markup& page, const VectorResult& answer, const VectorDetail* vector);

// put_answer writes result, reply and message. Long text of a testee is shortened.
void put_answer(Markup& page, const VectorResult& answer);

// put_standard_error writes the standard error of a testee, if there is any.
void put_standard_error(Markup& page, const VectorResult& answer);

}  // namespace hallmark::reports::web
