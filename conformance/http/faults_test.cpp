// The faults of HTTP messages: each is found at its byte.
#include <string>
#include <vector>

#include "conformance/http/reading.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::http {
namespace {

struct Fault {
  const char* what;
  std::string file;
  Strings findings;
};
using Rows = std::vector<Fault>;

const std::string chunked_post = post + "Transfer-Encoding: chunked\r\n\r\n";  // 64 bytes
const std::string empty = "Content-Length: 0\r\n\r\n";

// The start line.
Rows start_line_faults() {
  return {
      {"no target", "POST HTTP/1.1\r\n" + empty, {"request-line@0+13 start-line"}},
      {"two spaces", "POST  HTTP/1.1\r\n" + empty, {"request-line@5+0 start-line.target"}},
      {"a space in the target", "POST /a b HTTP/1.1\r\n" + empty, {"request-line@7+1 start-line.target"}},
      {"a target of another script", "POST /\xc3\xa9 HTTP/1.1\r\n" + empty, {"request-line@6+1 start-line.target"}},
      {"something behind the version", "POST / HTTP/1.1 x\r\n" + empty, {"request-line@6+1 start-line.target"}},
      {"a version in lower case", "POST / HTTP/1.1 http/1.1\r\n" + empty, {"request-line@6+1 start-line.target"}},
      {"no point", "POST / HTTP/11\r\n" + empty, {"version@7+7 start-line.version"}},
      {"HTTP/1.2", "POST / HTTP/1.2\r\n" + empty, {"version-unsupported@7+8 start-line.version"}},
      {"a request of HTTP/2", "POST / HTTP/2\r\n" + empty, {"version-unsupported@7+6 start-line.version"}},
      {"HTTP/3",
       "HTTP/3 200\r\n\r\n",
       {"version-unsupported@0+6 start-line.version", "status-line@7+3 start-line.status"}},
      {"two digits", "HTTP/1.1 20 OK\r\n\r\n", {"status-line@9+5 start-line.status"}},
      {"four digits", "HTTP/1.1 2000 OK\r\n\r\n", {"status-line@9+7 start-line.status"}},
      {"no space before the reason", "HTTP/1.1 200\r\n\r\n", {"status-line@9+3 start-line.status"}},
      {"a control in the reason", "HTTP/1.1 200 O\x01K\r\n\r\n", {"status-line@14+1 start-line.reason"}},
      {"status 99", "HTTP/1.1 099 O\r\n\r\n", {"status-code@9+3 start-line.status"}},
      {"status 600", "HTTP/1.1 600 O\r\n\r\n", {"status-code@9+3 start-line.status"}},
      {"an interim response alone", "HTTP/1.1 100 C\r\n\r\n", {"interim-alone@18+0 start-line"}},
  };
}

// Where the head ends, and its fields.
Rows head_faults() {
  return {
      {"no end of the head", post + "Host: h\r\n", {"head-truncated@43+0 head"}},
      {"half a line", "POST / HTTP/1.1", {"head-truncated@15+0 head"}},
      {"an empty line behind", post + empty + "\r\n", {"empty-line@55+2 end"}},
      {"a line end behind", post + empty + "\n\n", {"empty-line@55+2 end"}},
      {"LF alone", "POST / HTTP/1.1\nContent-Length: 0\n\n", {"bare-lf@15+1 head"}},
      {"LF behind a broken field",
       "POST / HTTP/1.1\r\nab\nContent-Length: 0\r\n\r\n",
       {"field-colon@17+2 fields[0]", "bare-lf@19+1 head"}},
      {"CR alone", post + "X: a\rb\r\n" + empty, {"bare-cr@38+1 fields[0]"}},
      {"CR CR LF", post + "X: a\r\r\n" + empty, {"bare-cr@38+1 fields[0]"}},
      {"a folded line", post + "X: a\r\n b\r\n" + empty, {"obs-fold@40+1 fields[1]"}},
      {"white space behind the start line", post + " \tX: a\r\n" + empty, {"obs-fold@34+2 fields[0]"}},
      {"a tab before a field", post + "X: a\r\n\tb: c\r\n" + empty, {"obs-fold@40+1 fields[1]"}},
      {"no colon", post + "abc\r\n" + empty, {"field-colon@34+3 fields[0]"}},
      {"no name", post + ": x\r\n" + empty, {"field-name-empty@34+1 fields[0].name"}},
      {"a comma in a name", post + "a,b: x\r\n" + empty, {"field-name@35+1 fields[0].name"}},
      {"another script in a name", post + "a\xe9: x\r\n" + empty, {"field-name@35+1 fields[0].name"}},
      {"a space before the colon", post + "ab \t: x\r\n" + empty, {"space-before-colon@36+2 fields[0].name"}},
      {"NUL in a value", post + std::string("a: x\0y\r\n", 8) + empty, {"field-value@38+1 fields[0].value"}},
      {"DEL in a value", post + "a: x\x7f\r\n" + empty, {"field-value@38+1 fields[0].value"}},
  };
}

// Content-Length.
Rows length_faults() {
  return {
      {"a sign", post + "Content-Length: +0\r\n\r\n", {"content-length@50+2 fields[0].value"}},
      {"a list", post + "Content-Length: 0, 0\r\n\r\n", {"content-length@50+4 fields[0].value"}},
      {"hexadecimal", post + "Content-Length: 0x0\r\n\r\n", {"content-length@50+3 fields[0].value"}},
      {"no length", post + "Content-Length: \r\n\r\n", {"content-length@50+0 fields[0].value"}},
      {"two equal lengths", post + "Content-Length: 0\r\n" + empty, {"content-length-twice@53+14 fields[1].name"}},
  };
}

// Transfer-Encoding.
Rows coding_faults() {
  return {
      {"no coding", post + "Transfer-Encoding: ,\r\n\r\n0\r\n\r\n", {"transfer-encoding@53+1 fields[0].value"}},
      {"a coding that is no token",
       "HTTP/1.1 200 OK\r\nTransfer-Encoding: a b, chunked\r\n\r\n0\r\n\r\n",
       {"transfer-encoding@36+3 fields[0].value"}},
      {"another coding before",
       post + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
       {"transfer-coding@53+4 fields[0].value"}},
      {"a parameter of chunked",
       post + "Transfer-Encoding: chunked;q=1\r\n\r\n0\r\n\r\n",
       {"transfer-coding@53+11 fields[0].value"}},
      {"another coding alone in a response",
       ok + "Transfer-Encoding: gzip\r\n\r\nx",
       {"transfer-coding@36+4 fields[0].value"}},
      {"another coding alone in a request",
       post + "Transfer-Encoding: gzip\r\n\r\n",
       {"transfer-coding@53+4 fields[0].value", "chunked-not-last@53+4 fields[0].value"}},
      {"chunked twice",
       post + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
       {"chunked-not-last@62+7 fields[0].value"}},
      {"chunked in two fields",
       post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       {"chunked-not-last@81+7 fields[1].value"}},
      {"chunks in HTTP/1.0",
       "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       {"transfer-encoding-version@17+17 fields[0].name"}},
      {"length and chunks",
       post + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
       {"length-and-chunked@53+17 fields[1].name"}},
      {"chunks and length",
       post + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
       {"length-and-chunked@62+14 fields[1].name"}},
  };
}

// How much of the file is body.
Rows body_faults() {
  return {
      {"a body one byte short", post + "Content-Length: 3\r\n\r\n{}", {"body-truncated@57+0 body"}},
      {"a length beyond 64 bits",
       post + "Content-Length: 99999999999999999999999\r\n\r\n{}",
       {"body-truncated@79+0 body"}},
      {"a body one byte long", post + "Content-Length: 1\r\n\r\n{}", {"trailing-data@56+1 end"}},
      {"an empty line, then no message", post + empty + "\r\nx", {"empty-line@55+2 end", "trailing-data@57+1 end"}},
  };
}

// Chunks and trailers.
Rows chunk_faults() {
  return {
      {"no size", chunked_post + "\r\n\r\n", {"chunk-size@64+1 chunks[0].size"}},
      {"a sign before a size", chunked_post + "+0\r\n\r\n", {"chunk-size@64+1 chunks[0].size"}},
      {"0x before a size", chunked_post + "0x0\r\n\r\n", {"chunk-size@65+1 chunks[0].size"}},
      {"a space behind a size", chunked_post + "0 \r\n\r\n", {"chunk-extension@66+1 chunks[0].extension"}},
      {"a nameless extension", chunked_post + "0;\r\n\r\n", {"chunk-extension@66+1 chunks[0].extension"}},
      {"an extension without its value", chunked_post + "0;a=\r\n\r\n", {"chunk-extension@68+1 chunks[0].extension"}},
      {"LF behind a size", chunked_post + "0\n\r\n", {"chunk-end@65+1 chunks[0].size"}},
      {"data longer than their size", chunked_post + "1\r\n{}\r\n0\r\n\r\n", {"chunk-end@68+1 chunks[0].data"}},
      {"something else for CR behind data", chunked_post + "1\r\n{x\n0\r\n\r\n", {"chunk-end@68+1 chunks[0].data"}},
      {"the second chunk", chunked_post + "1\r\n{\r\nz\r\n}\r\n0\r\n\r\n", {"chunk-size@70+1 chunks[1].size"}},
      {"the end inside a size", chunked_post + "1", {"body-truncated@65+0 chunks[0]"}},
      {"the end inside data", chunked_post + "5\r\nabc", {"body-truncated@70+0 chunks[0]"}},
      {"the end behind data", chunked_post + "1\r\na\r", {"body-truncated@69+0 chunks[0]"}},
      {"the end inside a quoted string", chunked_post + "1;a=\"b", {"body-truncated@70+0 chunks[0]"}},
      {"a size beyond 64 bits", chunked_post + "10000000000000000\r\n{}", {"body-truncated@85+0 chunks[0]"}},
      {"no last chunk", chunked_post + "1\r\na\r\n", {"body-truncated@70+0 chunks[1]"}},
      {"no end of the trailers", chunked_post + "0\r\nX: y\r\n", {"head-truncated@73+0 head"}},
      {"a length behind the body",
       chunked_post + "0\r\ncontent-length: 0\r\n\r\n",
       {"trailer-field@67+14 trailers[0].name"}},
      {"a broken trailer", chunked_post + "0\r\nx\r\n\r\n", {"field-colon@67+1 trailers[0]"}},
  };
}

// Content-Encoding and the length of the header.
Rows content_faults() {
  return {
      {"brotli", post + "Content-Encoding: br\r\n" + empty, {"content-coding@52+2 fields[0].value"}},
      {"two codings", post + "Content-Encoding: gzip, deflate\r\n" + empty, {"content-coding@58+7 fields[0].value"}},
      {"a header length with a sign",
       post + "Inference-Header-Content-Length: -1\r\n" + empty,
       {"header-length@67+2 fields[0].value"}},
      {"a list of header lengths",
       post + "Inference-Header-Content-Length: 1,1\r\n" + empty,
       {"header-length@67+3 fields[0].value"}},
      {"an empty header length",
       post + "Inference-Header-Content-Length:\r\n" + empty,
       {"header-length@66+0 fields[0].value"}},
      {"two header lengths",
       post + "Inference-Header-Content-Length: 1\r\ninference-header-content-length: 1\r\n" + empty,
       {"header-length-twice@70+31 fields[1].name"}},
  };
}

TEST_CASE("http: a fault is found at its byte, and nothing else with it") {
  for (const auto& rows :
       {start_line_faults, head_faults, length_faults, coding_faults, body_faults, chunk_faults, content_faults}) {
    for (const Fault& row : rows()) {
      INFO(row.what);
      CHECK(findings_of(row.file) == row.findings);
    }
  }
}

TEST_CASE("http: three faults in one head are all found") {
  CHECK(findings_of(post + "a b: c\r\nContent-Length: x\r\n: d\r\n\r\n") ==
        Strings{"field-name@35+1 fields[0].name", "content-length@58+1 fields[1].value",
                "field-name-empty@61+1 fields[2].name"});
}

}  // namespace
}  // namespace hallmark::http
