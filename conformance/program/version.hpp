// The text of --version.
#pragma once

#include <string>

namespace hallmark::program {

// version_text returns version, commit, compiler, and version and hash of the corpus. It reads the corpus.
[[nodiscard]] std::string version_text(const std::string& chosen_corpus);

}  // namespace hallmark::program
