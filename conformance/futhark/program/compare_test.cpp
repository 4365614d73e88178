// hallmark compare: disagreements over Futhark values are made small.
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE("the input of a class is made as small as the class allows") {
  const Folder folder;
  const Ran ran =
      run_line("cd '" + folder.path() +
               "' && '" HALLMARK_PROGRAM
               "' compare --format futhark --count 250 -- reference --- '" HALLMARK_BROKEN_TESTEE "' accept");
  INFO(ran.text);
  REQUIRE(ran.exit == 1);
  const Json found = Json::parse(folder.read("disagreements/futhark.json"));
  std::size_t checked = 0;
  for (const Json& vector : found["vectors"]) {
    if (!vector.contains("error") || vector["error"]["rule"] != "futhark/leading-zero") continue;
    std::string bytes;
    for (const Json& segment : vector["bytes"]) bytes += segment[0].get<std::string>();
    CAPTURE(bytes);
    CHECK(bytes.size() == 4);  // a zero and a digit
    ++checked;
  }
  CHECK(checked == 1);
}
