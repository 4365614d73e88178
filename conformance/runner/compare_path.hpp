// SPDX-License-Identifier: Apache-2.0
// Paths of errors without what differs from input to input.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "conformance/suite/vector.hpp"

namespace hallmark::runner {

// PathWords is the words of more than a letter that paths of a format are made of in golden vectors: names of fields.
class PathWords {
 public:
  PathWords(const conformance::Corpus& corpus, std::string_view format);

  // without_indices writes [] for indices, however many, and * for keys of the input. A word in itself, however deep,
  // stands once: descr[].shape for descr[2].descr[0].shape.
  [[nodiscard]] std::string without_indices(std::string_view path) const;

 private:
  std::set<std::string, std::less<>> words_;
};

// Unlike is the first place at which two values of the common model differ.
struct Unlike {
  std::string place;  // without indices and keys, and arrays in arrays as one: "value.sizevars.*", "value.descr[]"
  std::string path;   // with them: "value.sizevars.batch"
  std::string first;  // what is there, short; "nothing" for a member that one of them lacks
  std::string second;
};
[[nodiscard]] Unlike unlike(const conformance::Json& a, const conformance::Json& b);

// stem_of gives the start of a message, up to what may differ from input to input: a number, a quotation or a pattern.
[[nodiscard]] std::string stem_of(std::string_view message);

}  // namespace hallmark::runner
