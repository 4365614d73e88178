// SPDX-License-Identifier: Apache-2.0
// What paths of one class have in common.
#include "conformance/runner/compare_path.hpp"

#include "conformance/testing/catch.hpp"

namespace hallmark::runner {
namespace {

TEST_CASE("a path without indices has a word in itself once, and * for keys of the input") {
  conformance::Vector vector;
  vector.error.emplace().path = "field[0].shape[0]";
  conformance::VectorFile file;
  file.format = "some";
  file.vectors = {vector};
  conformance::Corpus corpus;
  corpus.files = {file};
  const PathWords words(corpus, "some");
  CHECK(words.without_indices("field") == "field");
  CHECK(words.without_indices("field[2].shape[7]") == "field[].shape[]");
  CHECK(words.without_indices("field[2].field[0].field[1].shape") == "field[].shape");
  CHECK(words.without_indices("shape[1][2].field") == "shape[].field");
  CHECK(words.without_indices("field[0].mine.shape") == "field[].*");
}

TEST_CASE("the place at which values differ has arrays in arrays as one, and their path has each") {
  const auto found = unlike(conformance::Json::parse(R"([1, [2, [3, {"data": 4}]]])"),
                            conformance::Json::parse(R"([1, [2, [3, {"data": 5}]]])"));
  CHECK(found.place == "value[].data");
  CHECK(found.path == "value[1][1][1].data");
  CHECK(found.first == "4");
  CHECK(found.second == "5");
}

}  // namespace
}  // namespace hallmark::runner
