// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/stopping.hpp"

namespace hallmark::testing::stopping {
namespace {

TEST_CASE("bintensors: nothing is read after the last report of an invalid input") {
  // An option that is none, the number of tensors, then tensors: name, dtype, rank, offsets.
  const std::string head = le(std::uint64_t{locked}) + std::string("\0\xfc", 2) + le(std::uint32_t{100000});
  const std::string no_utf8("\x01\xff\x00\x00\x00\x01", 6);
  const std::string no_name("\x00\x00\x00\x00\x01", 5);
  const std::string rest(word, '\0');
  check_stops({
      {"bintensors-v1", "an error", head + no_utf8 + rest, {"bintensors/utf8"}},
      {"bintensors-v1",
       "an error, then a note",
       head + no_utf8 + no_name + rest,
       {"bintensors/utf8", "bintensors/empty-name"}},
      {"bintensors-v1",
       "a note, then an error",
       head + no_name + no_utf8 + rest,
       {"bintensors/empty-name", "bintensors/utf8"}},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
