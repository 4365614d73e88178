// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/stopping.hpp"

namespace hallmark::testing::stopping {
namespace {

TEST_CASE("futhark: nothing is read after the last report of an invalid input") {
  const std::string wrong = "18446744073709551616i8,";
  const std::string tolerated = "01i8,";
  const std::string rest(word, '0');
  const std::string spaces(word, ' ');
  Options flat;
  flat.limits.max_rank = 1;
  check_stops({
      {"futhark", "an error", "[" + wrong + rest, {"futhark/integer-range"}},
      {"futhark",
       "an error, then a warning",
       "[" + wrong + tolerated + rest,
       {"futhark/integer-range", "futhark/leading-zero"},
       compat()},
      {"futhark",
       "a warning, then an error",
       "[" + tolerated + wrong + rest,
       {"futhark/leading-zero", "futhark/integer-range"},
       compat()},
      {"futhark", "the value before", "18446744073709551616i8 " + spaces, {"futhark/integer-range"}},
      {"futhark",
       "an error, then a limit",
       "18446744073709551616i8 empty([0][0]i32" + spaces,
       {"futhark/integer-range", "futhark/rank"},
       flat},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
