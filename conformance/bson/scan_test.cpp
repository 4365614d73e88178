// SPDX-License-Identifier: Apache-2.0
#include "codecs/bson/elements.hpp"
#include "conformance/testing/finders.hpp"

namespace {

std::uint64_t find_nul(hallmark::Bytes data) noexcept {
  const auto found = hallmark::bson::scan_cstring(data);
  return found.terminated ? found.length : hallmark::nowhere;
}

}  // namespace

TEST_CASE("bson: the end of a key is found wherever it is, and nothing outside is read") {
  hallmark::testing::check_finder({"keys", find_nul, 'a', 0});
}
