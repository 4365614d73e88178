// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/stopping.hpp"

#include "conformance/gguf/generate.hpp"

namespace hallmark::testing::stopping {
namespace {

TEST_CASE("gguf: nothing is read after the last report of an invalid input") {
  // The pairs after these are locked.
  const auto file = [](const std::vector<std::string>& keys) {
    const std::vector<std::byte> bytes = gguf::file_with([&](gguf::Fields& to) {
      to.head(3, 0, 100000);
      for (const std::string& key : keys) to.pair(key, {});
      to.string("a");
    });
    return std::string(as_text(bytes));
  };
  check_stops({
      {"gguf", "an error", file({"a\x01"}), {"gguf/key-characters"}},
      {"gguf", "an error, then a warning", file({"\x01", "A"}), {"gguf/key-characters", "gguf/key-segments"}, compat()},
      {"gguf", "a warning, then an error", file({"A", "\x01"}), {"gguf/key-segments", "gguf/key-characters"}, compat()},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
