// SPDX-License-Identifier: Apache-2.0
// Parses the files of a corpus.
#pragma once

#include <filesystem>
#include <string>

#include "conformance/suite/vector.hpp"

namespace hallmark::conformance {

// parse_vector_file parses the text of a vector file; `name` is its path in the corpus. Throws BadCorpus.
[[nodiscard]] VectorFile parse_vector_file(const std::filesystem::path& path, std::string name,
                                           const std::string& text);

// parse_corpus_version parses the text of version.json. Throws BadCorpus.
[[nodiscard]] CorpusVersion parse_corpus_version(const std::filesystem::path& path, const std::string& text);

// parse_withdrawn parses the text of withdrawn.json: {"2.0.0": [ids that this version lacks]}. Throws BadCorpus.
[[nodiscard]] std::map<std::string, CorpusVersion> parse_withdrawn(const std::filesystem::path& path,
                                                                   const std::string& text);

}  // namespace hallmark::conformance
