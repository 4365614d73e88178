// SPDX-License-Identifier: Apache-2.0
// hallmark inspect: headers of many members.
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE_METHOD(InFolder, "inspect --json shows all parameters of a request, however many") {
  constexpr std::size_t count = 100'000;
  std::string request = R"({"inputs":[{"name":"x","shape":[1],"datatype":"INT8","data":[1]}],"parameters":{)";
  for (std::size_t i = 0; i < count; ++i) request += (i == 0 ? "\"p" : ",\"p") + std::to_string(i) + "\":true";
  const std::string path = folder.write("many.json", request + "}}");
  const Finished finished = run({"inspect", "--json", "--format", "kserve-request", path});
  CHECK(finished.exit == 0);
  // Not parsed here: that looks each member up among those before it.
  for (const std::size_t i : {std::size_t{0}, count / 2, count - 1}) {
    CHECK(finished.out.find("\"p" + std::to_string(i) + "\":true") != std::string::npos);
  }
}
