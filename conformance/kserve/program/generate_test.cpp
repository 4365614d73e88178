// SPDX-License-Identifier: Apache-2.0
// hallmark generate: inputs that need a header length from outside.
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE_METHOD(InFolder, "what must be told from outside how to be read is said so") {
  const std::string out = folder.path();
  expect(
      run({"generate", "--format", "kserve-request", "--invalid", "kserve/header-length", "--count", "4", "-o", out}),
      0, "4 must be read with --header-length");
  const Json manifest = parsed(folder.read("manifest.json"));
  for (const Json& file : manifest["files"]) {
    const Json& number = file["options"]["header_length"];  // a string from 2^53 on
    const std::string length = number.is_string() ? number.get<std::string>() : number.dump();
    const Finished validated = run({"validate", "--report", "json", "--format", "kserve-request", "--header-length",
                                    length, out + "/" + file["file"].get<std::string>()});
    CHECK(parsed(validated.out)["inputs"][0]["diagnostics"][0]["rule"] == "kserve/header-length");
  }
}
