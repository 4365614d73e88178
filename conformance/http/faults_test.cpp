// SPDX-License-Identifier: Apache-2.0
// The faults of HTTP messages: each is found at its byte, and what cannot be taken apart at the start of the message.
#include <string>

#include "conformance/http/testing/reading.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::http {
namespace {

const std::string chunked_post = post + "Transfer-Encoding: chunked\r\n\r\n";  // 64 bytes
const std::string empty = "Content-Length: 0\r\n\r\n";
const std::string sound = post + "Content-Length: 2\r\n\r\n{}";  // 57 bytes

TEST_CASE("http: what cannot be taken apart is found at the start of the message, and ends the reading") {
  struct Row {
    const char* what;
    std::string file;
    std::size_t read;  // bytes before reading stopped
    const char* where = "head";
  };
  const Row rows[] = {
      {"no target", "POST HTTP/1.1\r\n" + empty, 15},
      {"something after the version", "POST / HTTP/1.1 x\r\n" + empty, 19},
      {"a version in lower case", "POST / http/1.1\r\n" + empty, 17},
      {"no version", "POST /\r\n" + empty, 8},
      {"HTTP/1.2", "POST / HTTP/1.2\r\n" + empty, 17},
      {"HTTP/0.9", "HTTP/0.9 200 OK\r\n" + empty, 17},
      {"a request of HTTP/2", "POST / HTTP/2\r\n" + empty, 15},
      {"HTTP/3", "HTTP/3 200\r\n\r\n", 12},
      {"two digits", "HTTP/1.1 20 OK\r\n\r\n", 16},
      {"four digits", "HTTP/1.1 2000 OK\r\n\r\n", 18},
      {"no status", "HTTP/1.1\r\n\r\n", 10},
      {"a status of letters", "HTTP/1.1 abc OK\r\n\r\n", 17},
      {"an interim response alone", "HTTP/1.1 100 C\r\n\r\n", 18},
      {"an interim response before a request", "HTTP/1.1 100 C\r\n\r\n" + sound, 73},
      {"no end of the start line", "POST / HTTP/1.1", 0},
      {"no end of the head", post + "Host: h\r\n", 43},
      {"no end of a field", post + "Host: h", 34},
      {"a folded line", post + "X: a\r\n b: c\r\n" + empty, 47},
      {"no colon", post + "abc\r\n" + empty, 39},
      {"no name", post + ": x\r\n" + empty, 39},
      {"a space before the colon", post + "Content-Length : 0\r\n" + empty, 54},
      {"another script in a name", post + "a\xe9: x\r\n" + empty, 41},
      {"a length with a sign", post + "Content-Length: +0\r\n\r\n", 54},
      {"a list of lengths", post + "Content-Length: 0, 0\r\n\r\n", 56},
      {"a length in hexadecimal", post + "Content-Length: 0x0\r\n\r\n", 55},
      {"a length of nothing", post + "Content-Length: \r\n\r\n", 52},
      {"a CR after a length", post + "Content-Length: 0\r\r\n\r\n", 54},
      {"two lengths", post + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 72},
      {"length and chunks", post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 83},
      {"a size in the middle that is none", chunked_post + "1\r\n{\r\nz\r\n}\r\n0\r\n\r\n", 70, "body"},
      {"data longer than their size", chunked_post + "1\r\n{}\r\n0\r\n\r\n", 68, "body"},
      {"something else for CR after data", chunked_post + "1\r\n{x\n0\r\n\r\n", 68, "body"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const auto all = read_all(as_bytes(sound + row.file + sound));
    // Where the input ends inside the message, what follows is not part of it.
    const auto alone = read_all(as_bytes(row.file));
    REQUIRE(alone.size() == 1);
    CHECK(alone[0].findings == Strings{"message@0+" + std::to_string(row.read) + " " + row.where});
    CHECK_FALSE(alone[0].message.whole);
    CHECK_FALSE(alone[0].message.readable);
    CHECK(all.size() == 2);
    CHECK(all.front().message.verdict == Verdict::valid);
    CHECK(all.back().message.offset == sound.size());
  }
}

TEST_CASE("http: bytes that start no message are a message that cannot be taken apart") {
  for (const std::string& other : {std::string("x"), std::string("{}"), std::string("HTTP"), " " + post}) {
    CAPTURE(other);
    const auto all = read_all(as_bytes(sound + "\r\n" + other));
    REQUIRE(all.size() == 2);
    CHECK(all[0].message.verdict == Verdict::valid);
    CHECK(all[1].message.offset == sound.size() + 2);
    CHECK_FALSE(all[1].message.whole);
  }
}

TEST_CASE("http: a fault is found at its byte, and nothing else with it") {
  struct Row {
    const char* what;
    std::string file;
    std::string finding;
  };
  const Row rows[] = {
      {"a body one byte short", post + "Content-Length: 3\r\n\r\n{}", "body-truncated@57+0 body"},
      {"a length beyond 64 bits", post + "Content-Length: 99999999999999999999999\r\n\r\n{}",
       "body-truncated@79+0 body"},
      {"no body", chunked_post, "body-truncated@64+0 body"},
      {"the end inside a size", chunked_post + "1", "body-truncated@65+0 body"},
      {"the end after a size", chunked_post + "1;a=\"b", "body-truncated@70+0 body"},
      {"the end inside data", chunked_post + "5\r\nabc", "body-truncated@70+0 body"},
      {"the end after data", chunked_post + "1\r\na\r", "body-truncated@69+0 body"},
      {"a size beyond 64 bits", chunked_post + "10000000000000000\r\n{}", "body-truncated@85+0 body"},
      {"no last chunk", chunked_post + "1\r\na\r\n", "body-truncated@70+0 body"},
      {"no end of the trailers", chunked_post + "0\r\nX: y\r\n", "body-truncated@73+0 body"},
      {"another transfer coding before", post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
       "transfer-coding@53+13 transfer-encoding"},
      {"a parameter of chunked", post + "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n",
       "transfer-coding@53+11 transfer-encoding"},
      {"another transfer coding in a response", ok + "Transfer-Encoding: gzip\r\n\r\nx",
       "transfer-coding@36+4 transfer-encoding"},
      {"chunked without chunks", chunked_post + "{}", "decoded-body@64+2 body"},
      {"chunked over what starts like a size", chunked_post + "0x0\r\n\r\n", "decoded-body@64+7 body"},
      {"brotli", post + "Content-Encoding: br\r\n" + empty, "content-coding@52+2 content-encoding"},
      {"two codings", post + "Content-Encoding: gzip, deflate\r\n" + empty, "content-coding@52+13 content-encoding"},
      {"two fields of codings", post + "Content-Encoding: gzip\r\nContent-Encoding: deflate\r\n" + empty,
       "content-coding@76+7 content-encoding"},
      {"a header length with a sign", post + "Inference-Header-Content-Length: -1\r\n" + empty,
       "header-length@67+2 inference-header-content-length"},
      {"a list of header lengths", post + "Inference-Header-Content-Length: 1,1\r\n" + empty,
       "header-length@67+3 inference-header-content-length"},
      {"an empty header length", post + "Inference-Header-Content-Length:\r\n" + empty,
       "header-length@66+0 inference-header-content-length"},
      {"two header lengths",
       post + "Inference-Header-Content-Length: 1\r\ninference-header-content-length: 1\r\n" + empty,
       "header-length-twice@70+31 inference-header-content-length"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const auto all = read_all(as_bytes(row.file));
    REQUIRE(all.size() == 1);
    CHECK(all[0].findings == Strings{row.finding});
    CHECK(all[0].message.whole);
    CHECK(all[0].message.readable == row.finding.starts_with("decoded-body"));
  }
}

TEST_CASE("http: a body that has lost its chunks goes on to the end of the file") {
  const std::string rest = "{}\r\n" + sound;
  const auto all = read_all(as_bytes(chunked_post + rest));
  REQUIRE(all.size() == 1);
  CHECK(all[0].body == rest);
  CHECK(all[0].message.verdict == Verdict::valid);
}

}  // namespace
}  // namespace hallmark::http
