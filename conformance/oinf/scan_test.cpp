// SPDX-License-Identifier: Apache-2.0
#include "codecs/oinf/format.hpp"
#include "conformance/testing/finders.hpp"

TEST_CASE("oinf: a byte that no name may have is found wherever it is, and nothing outside is read") {
  hallmark::testing::check_finder({"names", hallmark::oinf::find_foreign, 'a', '/'});
}
