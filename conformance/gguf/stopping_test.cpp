// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/stopping.hpp"

#include "conformance/gguf/generate.hpp"

namespace hallmark::testing::stopping {
namespace {

TEST_CASE("gguf: nothing is read after the last report of an invalid input") {
  // The pairs after these are locked.
  const auto file = [](const std::vector<std::string>& keys) {
    gguf::Put to;
    to.bytes(as_bytes("GGUF")).number(3, 4).number(0, 8).number(100000, 8);
    for (const std::string& key : keys) to.text(key).number(0, 4).number(0, 1);
    return std::string(as_text(to.number(1, 8).bytes(as_bytes("a")).file));
  };
  check_stops({
      {"gguf", "an error", file({"a\x01"}), {"gguf/key-characters"}},
      {"gguf", "an error, then a warning", file({"\x01", "A"}), {"gguf/key-characters", "gguf/key-segments"}, compat()},
      {"gguf", "a warning, then an error", file({"A", "\x01"}), {"gguf/key-segments", "gguf/key-characters"}, compat()},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
