// SPDX-License-Identifier: Apache-2.0
// hallmark validate --data: a file that every reader takes, and that is not whole.
#include "conformance/bintensors/generate.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

TEST_CASE_METHOD(InFolder, "--data warns of a download whose end was never filled") {
  constexpr std::size_t elements = 8192;
  std::vector<std::byte> data(elements * 2, std::byte{0x3c});
  const bintensors::OwnedModel model{false, {}, {{"w", DType::f16, {elements}, data}}};
  std::string file(as_text(bintensors::any_file(bintensors::Layout::v1, model)));
  const std::string whole = folder.write("whole.bt", file);
  file.replace(file.size() - 5000, 5000, 5000, '\0');
  const std::string cut = folder.write("cut.bt", file);
  CHECK(run({"validate", cut, whole}).out == "2 inputs: 2 valid\n");
  CHECK(run({"validate", "--data", whole}).out == "1 input: 1 valid\n");
  const Finished finished = run({"validate", "--data", "--report", "json", "--fail-on", "warning", cut});
  CHECK(finished.exit == 1);
  const Json found = parsed(finished.out).at("inputs").at(0).at("diagnostics");
  REQUIRE(found.size() == 1);
  CHECK(found.at(0).at("rule") == "hallmark/zero-tail");
  CHECK(found.at(0).at("offset") == file.size() - 5000);
  CHECK(found.at(0).at("length") == 5000);
  CHECK(found.at(0).at("path") == "tensors[0].data");
  // The text shows the bytes, as it does of what a format forbids.
  expect(run({"validate", "--data", cut}), 0,
         "cut.bt:" + std::to_string(file.size() - 5000) + ": warning: the last 5000 bytes");
  expect(run({"validate", "--data", cut}), 0, "\n  help: Download or copy the file again");
}

TEST_CASE_METHOD(InFolder, "data that are not here are no place to show") {
  const bintensors::OwnedModel model{false, {}, {{"w", DType::u8, {100}, std::vector<std::byte>(100)}}};
  const std::string file(as_text(bintensors::any_file(bintensors::Layout::v1, model)));
  const std::string head = folder.write("head.bt", file.substr(0, file.size() - 90));
  const std::string out = run({"validate", "--size", std::to_string(file.size()), head}).out;
  CHECK_THAT(out, Catch::Contains(": note: the header is right; 90 bytes after it are not here"));
  CHECK(out.find("offset") == std::string::npos);
}
