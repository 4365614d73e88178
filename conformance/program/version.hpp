#pragma once

#include <string>

namespace hallmark::program {

// version_text is what --version prints: version, commit, compiler, corpus hash. It reads the corpus.
[[nodiscard]] std::string version_text(const std::string& chosen_corpus);

}  // namespace hallmark::program
