// SPDX-License-Identifier: Apache-2.0
// The corpus that a program holds, if it was built with HALLMARK_EMBED_CORPUS: for a program that is one file.
#pragma once

#include <map>
#include <string>

namespace hallmark::conformance {

// embedded_corpus returns the files of that corpus by their names in it; none if the program holds no corpus.
[[nodiscard]] const std::map<std::string, std::string>& embedded_corpus();

}  // namespace hallmark::conformance
