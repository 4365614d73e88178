// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/second_opinion.hpp"

#include "conformance/testing/catch.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;
using conformance::OracleReport;

Answer encoded(std::vector<std::byte> output) {
  Answer answer;
  answer.kind = Answer::Kind::encoded;
  answer.output = std::move(output);
  return answer;
}

OracleReport takes_all(Bytes, const Options&) { return {}; }

TEST_CASE("opinions on an output differ where the oracle takes what the decoder refuses, and are both told") {
  conformance::Vector vector;
  vector.format = "bson-vector";
  const conformance::Oracle wrong{"bson-vector", takes_all};
  const conformance::Oracle& right = conformance::oracle_of("bson-vector");
  const Answer valid = encoded({std::byte{0x03}, std::byte{0}, std::byte{7}});
  const Answer invalid = encoded({std::byte{0x03}, std::byte{9}, std::byte{7}});
  CHECK(differing_opinions(vector, valid, right) == "");
  CHECK(differing_opinions(vector, invalid, right) == "");
  CHECK(differing_opinions(vector, valid, wrong) == "");
  CHECK(differing_opinions(vector, invalid, wrong) ==
        "our two readers of bson-vector differ about the output: the decoder says invalid by "
        "bson-vector/padding-not-applicable at offset 1, the oracle says valid");
  CHECK(differing_opinions(vector, encoded(std::vector<std::byte>(100000)), wrong) == "");
}

}  // namespace
}  // namespace hallmark::runner
