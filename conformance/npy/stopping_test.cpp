// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/stopping.hpp"

#include "conformance/npy/generate.hpp"

namespace hallmark::testing::stopping {
namespace {

TEST_CASE("npy: nothing is read after the last report of an invalid input") {
  // The data after these headers are locked.
  static_assert(locked == 8388608);
  const auto file = [](const std::string& descr, const std::string& after = "") {
    const std::string header = "{'descr': " + descr + ", 'fortran_order': False, 'shape': (8388608,), }" + after;
    const std::vector<std::byte> bytes = npy::with_header(1, header, {});
    return std::string(as_text(bytes));
  };
  check_stops({
      {"npy", "an error of the dtype", file("'<b1'"), {"npy/descr-mark"}},
      {"npy", "an error of the padding", file("'|b1'", "\t "), {"npy/padding-space"}},
      {"npy", "an error, then another", file("'<b1'", "\t "), {"npy/descr-mark", "npy/padding-space"}},
      {"npy", "a warning, then an error", file("'<b1'", "x"), {"npy/descr-mark", "npy/padding"}, compat()},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
