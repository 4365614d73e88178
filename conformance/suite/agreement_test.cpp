// SPDX-License-Identifier: Apache-2.0
// The reference decoders and encoders agree with every golden vector, whatever the machine and its rounding mode.
#include "conformance/suite/agreement.hpp"

#include "conformance/testing/catch.hpp"
#include "conformance/testing/rounding.hpp"

namespace hallmark::conformance {
namespace {

std::vector<std::string> found(const Corpus& corpus) {
  std::vector<std::string> all;
  for (const VectorFile& file : corpus.files) {
    for (const Vector& vector : file.vectors) {
      for (const std::string& line : disagreements(vector)) all.push_back(vector.id + ": " + line);
    }
  }
  return all;
}

TEST_CASE("agreement: the decoders and encoders agree with every vector") {
  const Corpus corpus = load_corpus(HALLMARK_SOURCE_DIR "/corpus");
  REQUIRE(!corpus.files.empty());
  CHECK(found(corpus) == std::vector<std::string>{});
}

TEST_CASE("agreement: it does not depend on the rounding mode of the host") {
  Corpus corpus = load_corpus(HALLMARK_SOURCE_DIR "/corpus");
  // None of those with tens of thousands of copies has a number that is rounded.
  for (VectorFile& file : corpus.files)
    std::erase_if(file.vectors, [](const Vector& vector) { return vector.has_copies(); });
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    CAPTURE(mode);
    std::vector<std::string> all;
    {
      const testing::Rounding rounding(mode);
      REQUIRE(rounding.set());
      all = found(corpus);
    }
    CHECK(all == std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace hallmark::conformance
