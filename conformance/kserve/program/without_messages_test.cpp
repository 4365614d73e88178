// SPDX-License-Identifier: Apache-2.0
// A build without the reader of HTTP messages knows them, and says that it reads none.
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark::program_testing;

TEST_CASE_METHOD(InFolder, "without messages: a file of messages is not supported, and a body is read as ever") {
  folder.write("a.http", "POST /v2/models/m/infer HTTP/1.1\r\nContent-Length: 13\r\n\r\n{\"inputs\": []}");
  folder.write("b.http", "{\"outputs\": []}");
  const Finished finished = run({"validate", "--report", "json", "a.http"}, here);
  CHECK(finished.exit == 2);
  const Json input = parsed(finished.out).at("inputs").at(0);
  CHECK(input.at("verdict") == "unreadable");
  CHECK(input.at("format") == "kserve-request");
  REQUIRE(input.at("diagnostics").size() == 1);
  CHECK(input.at("diagnostics").at(0).at("rule") == "http/message");
  CHECK(input.at("diagnostics").at(0).at("message") == "HTTP messages are not supported by this build of hallmark");
  CHECK(run({"validate", "--format", "kserve-response", "b.http"}, here).exit == 0);
}
