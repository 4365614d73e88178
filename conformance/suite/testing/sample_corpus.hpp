// SPDX-License-Identifier: Apache-2.0
// A small corpus for tests of the runner, which must not depend on the real one; results of vectors; a vector of a
// corpus.
#pragma once

#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "conformance/suite/vector.hpp"
#include "conformance/testing/example.hpp"
#include "conformance/testing/temporary_folder.hpp"
#include "reports/result.hpp"

namespace hallmark::testing {

inline std::string text_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Valid and invalid vectors of every level, in the order of their ids; the last is above 1 MiB and is sent as a file.
inline constexpr const char* small_corpus = R"({"format": "$second", "spec": {"document": "d", "revision": "1"},
"notes": {}, "vectors": [
{"id": "$second/t/a-valid", "description": "d", "clause": "d#s", "level": "MUST", "bytes": [["03007f07", "all"]],
 "verdict": "valid", "value": {"dtype": "int8", "padding": 0, "data": {"base64": "fwc="}}, "canonical": true},
{"id": "$second/t/b-valid", "description": "d", "clause": "d#s", "level": "MUST", "bytes": [["1003f8", "all"]],
 "verdict": "valid", "value": {"dtype": "packed_bit", "padding": 3, "data": {"base64": "+A=="}}, "canonical": false},
{"id": "$second/t/c-invalid", "description": "d", "clause": "d#s", "level": "MUST", "bytes": [["03", "all"]],
 "verdict": "invalid", "error": {"rule": "$second/truncated", "category": "truncated", "offset": 1, "path": ""}},
{"id": "$second/t/d-invalid", "description": "d", "clause": "d#s", "level": "SHOULD", "bytes": [["10037f07", "all"]],
 "verdict": "invalid", "error": {"rule": "$second/ignored-bits", "category": "bad-padding", "offset": 3, "path": "data"}},
{"id": "$second/t/e-invalid", "description": "d", "clause": "d#s", "level": "DECISION", "bytes": [["030900", "all"]],
 "verdict": "invalid", "error": {"rule": "$second/padding-range", "category": "out-of-range", "offset": 1, "path": "padding"}},
{"id": "$second/t/f-valid", "description": "d", "clause": "d#s", "level": "MUST", "bytes": [["2700", "head"], ["0000803f", "1.0", 300000]],
 "verdict": "valid", "value": {"dtype": "float32", "padding": 0, "data": {"base64": ")"
                                            "BIG"
                                            R"("}}, "canonical": true}
]})";

inline std::string small_corpus_text() {
  std::string text = filled(small_corpus);
  std::string big;
  for (int i = 0; i < 100000; ++i) big += "AACAPwAAgD8AAIA/";  // three floats of 1.0 each
  text.replace(text.find("BIG"), 3, big);
  return text;
}

// Reading it takes seconds, so that is done once.
inline const conformance::Corpus& load_small_corpus() {
  static const conformance::Corpus corpus =
      conformance::load_vector_files({Folder().write("small.json", small_corpus_text())});
  return corpus;
}

// vector_of is the first vector whose id ends so.
inline conformance::Vector& vector_of(conformance::Corpus& corpus, std::string_view end) {
  for (conformance::VectorFile& file : corpus.files) {
    for (conformance::Vector& vector : file.vectors) {
      if (vector.id.ends_with(end)) return vector;
    }
  }
  throw std::runtime_error(std::string(end) + " is not in the corpus");
}

// result_of is the result of decoding one vector of the second format.
inline reports::VectorResult result_of(std::string id, const char* result, const char* level = "MUST") {
  reports::VectorResult one;
  one.id = std::move(id);
  one.format = example::second;
  one.op = "decode";
  one.level = level;
  one.result = result;
  return one;
}

}  // namespace hallmark::testing
