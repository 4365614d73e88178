// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/stopping.hpp"

namespace hallmark::testing::stopping {
namespace {

TEST_CASE("safetensors: nothing is read after the last report of an invalid input") {
  // The data of the second tensor are locked.
  const auto file = [](const std::string& before, const std::string& member) {
    static_assert(locked == 8388608);
    const std::string header = before + R"({"a":{"dtype":"BOOL","shape":[64],"data_offsets":[0,64])" + member +
                               R"(},"b":{"dtype":"BOOL","shape":[8388608],"data_offsets":[64,8388672]}})";
    return le(std::uint64_t{header.size()}) + header + std::string(64, '\1');
  };
  check_stops({
      {"safetensors", "an error", file(" ", ""), {"safetensors/leading-space"}},
      {"safetensors", "an error of the schema", file("", R"(,"c":0)"), {"safetensors/unknown-member"}},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
