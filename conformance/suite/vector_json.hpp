// Vectors as JSON, in the form of a file of the corpus.
#pragma once

#include "conformance/suite/vector.hpp"

namespace hallmark::conformance {

// file_json writes vectors so that load_vector_files reads them again; bytes are annotated with the fields that the
// reference finds, up to an error.
[[nodiscard]] Json file_json(const VectorFile& file);

}  // namespace hallmark::conformance
