// SPDX-License-Identifier: Apache-2.0
#include "conformance/testing/stopping.hpp"

namespace hallmark::testing::stopping {
namespace {

TEST_CASE("kserve: nothing is read after the last report of an invalid input") {
  // The data of the second tensor are locked.
  const auto body = [](const std::string& member, Options options) {
    const auto tensor = [](const std::string& name, std::size_t size) {
      const std::string bytes = std::to_string(size);
      return "{\"name\":\"" + name + "\",\"shape\":[" + bytes +
             "],\"datatype\":\"BOOL\",\"parameters\":{\"binary_data_size\":" + bytes + "}}";
    };
    const std::string json = "{" + member + "\"inputs\":[" + tensor("a", 64) + "," + tensor("b", locked) + "]}";
    options.header_length = json.size();
    return std::pair(json + std::string(63, '\1') + "\2", options);
  };
  const auto [plain, strict] = body("", {});
  const auto [wrong, tolerant] = body("\"parameters\":{\"x\":null},", compat());
  check_stops({
      {"kserve-request", "an error", plain, {"kserve/boolean"}, strict},
      {"kserve-request", "an error, then a warning", wrong, {"kserve/parameter-type", "kserve/boolean"}, tolerant},
  });
}

}  // namespace
}  // namespace hallmark::testing::stopping
