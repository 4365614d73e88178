// SPDX-License-Identifier: Apache-2.0
// What a program holds is the corpus of this tree.
#include "conformance/suite/embedded_corpus.hpp"

#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::conformance;

TEST_CASE("the corpus in a program is that of the folder") {
  const Corpus folder = load_corpus(find_corpus(""));
  const Corpus embedded = load_corpus({});
  CHECK(embedded.sha256({}) == folder.sha256({}));
  CHECK(embedded.version == folder.version);
  CHECK(embedded.withdrawn == folder.withdrawn);
  CHECK(embedded.size() == folder.size());
  REQUIRE_FALSE(embedded.files.empty());
  CHECK(embedded.files.front().name == folder.files.front().name);
  CHECK(identify_corpus({}).sha256 == folder.sha256({}));
  CHECK(identify_corpus({}).version == folder.version);
}
