// SPDX-License-Identifier: Apache-2.0
// Files of HTTP messages are told by their first line, and inferences among them by their head.
#include "conformance/http/start_line.hpp"

#include <string>

#include "conformance/http/testing/reading.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::http {
namespace {

TEST_CASE("http: a start line is recognised, and nothing else is taken for one") {
  CHECK(role_of(as_bytes("HTTP/")) == Role::response);
  CHECK(role_of(as_bytes("HTTP/1.1 200 OK\r\n")) == Role::response);
  CHECK(role_of(as_bytes("POST / HTTP/1.1")) == Role::request);
  CHECK(role_of(as_bytes("x  y z HTTP/")) == Role::request);
  for (const std::string& other :
       {std::string(), std::string("HTTP"), std::string("POST /"), std::string("POST"),
        std::string("POST /\n HTTP/1.1"), std::string("{\"a\": \"b HTTP/1.1\"}"), std::string(" POST / HTTP/1.1"),
        std::string("A \0\0 GET / HTTP/1.1", 19), std::string("POST/ HTTP /1.1"), std::string("http/1.1 200 OK"),
        std::string("192.0.2.7 - - [1/Jan] \"GET / HTTP/1.1\" 200 12\n"), std::string("we speak HTTP/1.1 only\n")}) {
    INFO(other);
    CHECK_FALSE(role_of(as_bytes(other)).has_value());
  }
}

TEST_CASE("http: an inference shows in its target or in the length of its header") {
  const std::string length = "inference-header-content-LENGTH : 5\r\n";
  for (const std::string& one :
       {post, post + length, std::string("POST /v2/models/m/versions/1/infer?x=1 HTTP/1.1\r\n"),
        std::string("POST http://h:8000/v2/models/m/infer HTTP/1.1\r\n"), "POST / HTTP/1.1\r\n" + length,
        ok + "A: b\r\n" + length + "\r\n", ok + "A: b\n" + length, "HTTP/1.1 100 Continue\r\n\r\n" + ok + length}) {
    CAPTURE(one);
    CHECK(is_inference(as_bytes(one)));
  }
  for (const std::string& other :
       {std::string(), std::string("HTTP/"), ok, ok + "\r\n" + length, std::string("GET /v2/models/m HTTP/1.1\r\n"),
        std::string("GET /v2/infer HTTP/1.1\r\n"), std::string("GET /a/v2/m/infer HTTP/1.1\r\n"),
        std::string("GET /?/v2/m/infer HTTP/1.1\r\n"), std::string("GET http:// HTTP/1.1\r\n"),
        std::string("GET / HTTP/1.1\r\nX: /v2/m/infer\r\n"), length, ok + "\r\nPOST /v2/models/m/infer HTTP/1.1\r\n"}) {
    CAPTURE(other);
    CHECK_FALSE(is_inference(as_bytes(other)));
  }
}

}  // namespace
}  // namespace hallmark::http
