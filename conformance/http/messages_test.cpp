// The reader of HTTP messages: what it takes for a body, and what it says is wrong where.
#include "conformance/http/messages.hpp"

#include <algorithm>

#include "conformance/http/reading.hpp"
#include "conformance/http/zipped.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::http {
namespace {

using Strings = std::vector<std::string>;

const std::string post = "POST /v2/models/m/infer HTTP/1.1\r\n";  // 34 bytes
const std::string ok = "HTTP/1.1 200 OK\r\n";                     // 17 bytes

Strings findings_of(const std::string& file, const Settings& settings = {}) {
  Strings all;
  for (const Found& found : read_all(as_bytes(file), settings)) {
    all.insert(all.end(), found.findings.begin(), found.findings.end());
  }
  return all;
}

TEST_CASE("http: a sound message gives the body that its framing says") {
  struct Row {
    const char* what;
    std::string file;
    std::string body;
  };
  const Row rows[] = {
      {"length", post + "Content-Length: 2\r\n\r\n{}", "{}"},
      {"length with blanks, in any case of letters", post + "cOnTent-lenGTH: \t 002 \t\r\n\r\n{}", "{}"},
      {"request without framing", post + "Host: h\r\n\r\n", ""},
      {"response without framing runs to the end", ok + "\r\n{}\r\n\r\n", "{}\r\n\r\n"},
      {"HTTP/1.0", "HTTP/1.0 200 \r\n\r\n{}", "{}"},
      {"HTTP/2 without a reason", "HTTP/2 200\r\n\r\n{}", "{}"},
      {"HTTP/2 with a space", "HTTP/2 200 \r\ncontent-length: 2\r\n\r\n{}", "{}"},
      {"chunks", post + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n001\r\n}\r\n00\r\n\r\n", "{}"},
      {"one chunk", post + "Transfer-Encoding: Chunked\r\n\r\nA\r\n0123456789\r\n0\r\n\r\n", "0123456789"},
      {"no chunks", post + "Transfer-Encoding: , chunked ,\r\n\r\n0\r\n\r\n", ""},
      {"chunk extensions", post + "Transfer-Encoding: chunked\r\n\r\n2 ; a = \"x;\\\"\";b\r\n{}\r\n0;c=d\r\n\r\n",
       "{}"},
      {"trailers", post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nDigest: x\r\n\r\n", "{}"},
      {"interim responses", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\nLink: x\r\n\r\n" + ok + "\r\n{}", "{}"},
      {"a 204 has no body", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n", ""},
      {"identity", post + "Content-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}", "{}"},
      {"text of other characters in values", post + "X: \xe9\t\xff\r\nContent-Length: 2\r\n\r\n{}", "{}"},
      {"an empty value", post + "X:\r\nContent-Length:2\r\n\r\n{}", "{}"},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    const auto all = read_all(as_bytes(row.file));
    REQUIRE(all.size() == 1);
    CHECK(all[0].findings == Strings{});
    CHECK(all[0].message.readable);
    CHECK(all[0].body == row.body);
    CHECK(all[0].message.offset == 0);
    CHECK(all[0].message.end == row.file.size());
  }
}

TEST_CASE("http: a fault is found at its byte, and nothing else with it") {
  struct Row {
    const char* what;
    std::string file;
    Strings findings;
  };
  const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";  // 64 bytes
  const std::string empty = "Content-Length: 0\r\n\r\n";
  const Row rows[] = {
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
      {"a sign", post + "Content-Length: +0\r\n\r\n", {"content-length@50+2 fields[0].value"}},
      {"a list", post + "Content-Length: 0, 0\r\n\r\n", {"content-length@50+4 fields[0].value"}},
      {"hexadecimal", post + "Content-Length: 0x0\r\n\r\n", {"content-length@50+3 fields[0].value"}},
      {"no length", post + "Content-Length: \r\n\r\n", {"content-length@50+0 fields[0].value"}},
      {"two equal lengths", post + "Content-Length: 0\r\n" + empty, {"content-length-twice@53+14 fields[1].name"}},
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
      {"a body one byte short", post + "Content-Length: 3\r\n\r\n{}", {"body-truncated@57+0 body"}},
      {"a length beyond 64 bits",
       post + "Content-Length: 99999999999999999999999\r\n\r\n{}",
       {"body-truncated@79+0 body"}},
      {"a body one byte long", post + "Content-Length: 1\r\n\r\n{}", {"trailing-data@56+1 end"}},
      {"an empty line, then no message", post + empty + "\r\nx", {"empty-line@55+2 end", "trailing-data@57+1 end"}},
      {"no size", chunked + "\r\n\r\n", {"chunk-size@64+1 chunks[0].size"}},
      {"a sign before a size", chunked + "+0\r\n\r\n", {"chunk-size@64+1 chunks[0].size"}},
      {"0x before a size", chunked + "0x0\r\n\r\n", {"chunk-size@65+1 chunks[0].size"}},
      {"a space behind a size", chunked + "0 \r\n\r\n", {"chunk-extension@66+1 chunks[0].extension"}},
      {"a nameless extension", chunked + "0;\r\n\r\n", {"chunk-extension@66+1 chunks[0].extension"}},
      {"an extension without its value", chunked + "0;a=\r\n\r\n", {"chunk-extension@68+1 chunks[0].extension"}},
      {"LF behind a size", chunked + "0\n\r\n", {"chunk-end@65+1 chunks[0].size"}},
      {"data longer than their size", chunked + "1\r\n{}\r\n0\r\n\r\n", {"chunk-end@68+1 chunks[0].data"}},
      {"something else for CR behind data", chunked + "1\r\n{x\n0\r\n\r\n", {"chunk-end@68+1 chunks[0].data"}},
      {"the second chunk", chunked + "1\r\n{\r\nz\r\n}\r\n0\r\n\r\n", {"chunk-size@70+1 chunks[1].size"}},
      {"the end inside a size", chunked + "1", {"body-truncated@65+0 chunks[0]"}},
      {"the end inside data", chunked + "5\r\nabc", {"body-truncated@70+0 chunks[0]"}},
      {"the end behind data", chunked + "1\r\na\r", {"body-truncated@69+0 chunks[0]"}},
      {"the end inside a quoted string", chunked + "1;a=\"b", {"body-truncated@70+0 chunks[0]"}},
      {"a size beyond 64 bits", chunked + "10000000000000000\r\n{}", {"body-truncated@85+0 chunks[0]"}},
      {"no last chunk", chunked + "1\r\na\r\n", {"body-truncated@70+0 chunks[1]"}},
      {"no end of the trailers", chunked + "0\r\nX: y\r\n", {"head-truncated@73+0 head"}},
      {"a length behind the body",
       chunked + "0\r\ncontent-length: 0\r\n\r\n",
       {"trailer-field@67+14 trailers[0].name"}},
      {"a broken trailer", chunked + "0\r\nx\r\n\r\n", {"field-colon@67+1 trailers[0]"}},
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
  for (const Row& row : rows) {
    INFO(row.what);
    CHECK(findings_of(row.file) == row.findings);
  }
}

TEST_CASE("http: three faults in one head are all found") {
  CHECK(findings_of(post + "a b: c\r\nContent-Length: x\r\n: d\r\n\r\n") ==
        Strings{"field-name@35+1 fields[0].name", "content-length@58+1 fields[1].value",
                "field-name-empty@61+1 fields[2].name"});
}

TEST_CASE("http: LF alone is a warning under compat, and the body is read") {
  const std::string file = "POST / HTTP/1.1\nContent-Length: 2\n\n{}";
  const auto strict = read_all(as_bytes(file));
  const auto compat = read_all(as_bytes(file), {.profile = Profile::compat});
  CHECK(strict[0].message.verdict == Verdict::invalid);
  CHECK(compat[0].message.verdict == Verdict::valid);
  CHECK(compat[0].findings == Strings{"bare-lf@15+1 head"});
  CHECK(compat[0].body == "{}");
  CHECK(strict[0].body == "{}");
}

TEST_CASE("http: messages follow each other, and a broken one ends the reading") {
  const std::string one = post + "Content-Length: 2\r\n\r\n{}";
  const std::string response = ok + "Content-Length: 4\r\n\r\nnull";
  const auto all = read_all(as_bytes(one + response + one));
  REQUIRE(all.size() == 3);
  CHECK(all[1].message.index == 1);
  CHECK(all[1].message.role == Role::response);
  CHECK(all[1].message.offset == one.size());
  CHECK(all[1].message.end == one.size() + response.size());
  CHECK(all[1].body == "null");

  const std::string broken = post + "Content-Length: x\r\n\r\n";
  const auto cut = read_all(as_bytes(one + broken + one));
  REQUIRE(cut.size() == 2);
  CHECK(cut[1].message.verdict == Verdict::invalid);
  CHECK_FALSE(cut[1].message.readable);
  CHECK(cut[1].message.end == one.size() * 2 + broken.size());

  // What is wrong with the content of one message leaves the next one where it is.
  const std::string coded = post + "Content-Encoding: br\r\nContent-Length: 2\r\n\r\nxy";
  const auto both = read_all(as_bytes(coded + one));
  REQUIRE(both.size() == 2);
  CHECK(both[0].message.verdict == Verdict::unsupported);
  CHECK_FALSE(both[0].message.readable);
  CHECK(both[1].body == "{}");
}

TEST_CASE("http: the other kind of message than the format names is an error, and the next is read") {
  const std::string one = post + "Content-Length: 2\r\n\r\n{}";
  const std::string response = ok + "Content-Length: 2\r\n\r\n{}";
  const auto requests = read_all(as_bytes(response + one), {.expected = Role::request});
  REQUIRE(requests.size() == 2);
  CHECK(requests[0].findings == Strings{"not-a-request@0+15 start-line"});
  CHECK_FALSE(requests[0].message.readable);
  CHECK(requests[1].message.readable);
  CHECK(findings_of(one, {.expected = Role::response}) == Strings{"not-a-response@0+32 start-line"});
}

TEST_CASE("http: the header length is that of the field, and an option wins") {
  const std::string file = post + "Inference-Header-Content-Length: \t0002 \r\nContent-Length: 2\r\n\r\n{}";
  CHECK(read_all(as_bytes(file))[0].message.header_length == 2);
  const auto option = read_all(as_bytes(file), {.header_length = 1});
  CHECK(option[0].message.header_length == 1);
  CHECK(option[0].message.verdict == Verdict::valid);
  CHECK(option[0].findings == Strings{"header-length-option@68+4 fields[0].value"});
  const std::string without = post + "Content-Length: 2\r\n\r\n{}";
  CHECK_FALSE(read_all(as_bytes(without))[0].message.header_length.has_value());
  CHECK(read_all(as_bytes(without), {.header_length = 1})[0].findings == Strings{});
  for (const char* bad : {"1x", "1\r\nInference-Header-Content-Length: 1"}) {
    const std::string broken = post + "Inference-Header-Content-Length: " + bad + "\r\nContent-Length: 2\r\n\r\n{}";
    CHECK_FALSE(read_all(as_bytes(broken))[0].message.readable);
    CHECK(read_all(as_bytes(broken), {.header_length = 1})[0].message.readable);
  }
  const std::string large = post + "Inference-Header-Content-Length: 99999999999999999999\r\nContent-Length: 0\r\n\r\n";
  CHECK(read_all(as_bytes(large))[0].message.header_length == UINT64_MAX);
}

TEST_CASE("http: compressed content is undone, in one piece and in chunks of one byte") {
  const std::string text = "{\"inputs\": [" + std::string(5000, ' ') + "]}";
  for (const bool gzip : {false, true}) {
    const std::string content = zipped(text, gzip);
    const std::string coding = std::string("Content-Encoding: ") + (gzip ? "x-GZIP" : "deflate") + "\r\n";
    const std::string piece =
        post + coding + "Content-Length: " + std::to_string(content.size()) + "\r\n\r\n" + content;
    const std::string chunks = post + coding + "Transfer-Encoding: chunked\r\n\r\n" + chunked(content, 1);
    for (const std::string& file : {piece, chunks}) {
      const auto all = read_all(as_bytes(file));
      CHECK(all[0].findings == Strings{});
      CHECK(all[0].body == text);
      CHECK(all[0].message.memory == text.size());
    }
  }
}

TEST_CASE("http: compressed content that is cut, continued, broken or of the other coding is refused") {
  const std::string text = "0123456789";
  const std::string head = post + "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n";  // 88 bytes
  const auto find = [&](const std::string& content, std::size_t size) {
    return findings_of(head + chunked(content, size));
  };
  const std::string good = zipped(text, true);
  REQUIRE(good.size() > 20);
  const std::string all = std::to_string(head.size());
  for (std::size_t cut = 0; cut < good.size(); ++cut) {
    const std::string content = good.substr(0, cut);
    const auto at = std::to_string(head.size() + chunked(content, 1000).size() - 2);
    CHECK(find(content, 1000) == Strings{"content-truncated@" + at + "+0 content"});
  }
  const std::size_t size_line = 4;  // two digits, CR, LF
  const auto behind = std::to_string(head.size() + size_line + good.size());
  CHECK(find(good + "xyz", 1000) == Strings{"content-trailing@" + behind + "+3 content"});
  CHECK(find(good + good, 1000) ==
        Strings{"content-trailing@" + behind + "+" + std::to_string(good.size()) + " content"});
  // In chunks of one byte each byte takes six.
  const auto in_chunks = std::to_string(head.size() + 6 * good.size() + 3);
  CHECK(find(good + "xyz", 1) == Strings{"content-trailing@" + in_chunks + "+3 content"});
  const auto corrupt = [&](const std::string& content) {
    const std::size_t whole = chunked(content, 1000).size() - 2;
    return Strings{"content-corrupt@" + all + "+" + std::to_string(whole) + " content"};
  };
  std::string checksum = good;
  checksum[good.size() - 5] = static_cast<char>(checksum[good.size() - 5] ^ 1);
  CHECK(find(checksum, 1000) == corrupt(checksum));
  const std::string zlib = zipped(text, false);
  CHECK(find(zlib, 1000) == corrupt(zlib));
}

TEST_CASE("http: a bomb is limited and takes no more memory than the cap") {
  const std::string bomb = zipped_zeros(content_cap(0) + 1);
  CHECK(bomb.size() < 100000);
  const std::string head =
      post + "Content-Encoding: deflate\r\nContent-Length: " + std::to_string(bomb.size()) + "\r\n\r\n";
  const auto all = read_all(as_bytes(head + bomb));
  CHECK(all[0].message.verdict == Verdict::limited);
  CHECK(all[0].findings ==
        Strings{"content-limit@" + std::to_string(head.size()) + "+" + std::to_string(bomb.size()) + " content"});
  CHECK(all[0].message.memory == content_cap(0));

  const std::string fits = zipped_zeros(content_cap(0));
  const std::string fit =
      post + "Content-Encoding: deflate\r\nContent-Length: " + std::to_string(fits.size()) + "\r\n\r\n";
  CHECK(read_all(as_bytes(fit + fits))[0].findings == Strings{});
  CHECK(findings_of(fit + fits, {.memory = content_cap(0) - 1}).size() == 1);
  // The end of the stream comes when no room is left, and needs none.
  const std::string late = post + "Content-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n";
  CHECK(findings_of(late + chunked(fits, fits.size() - 2)) == Strings{});
  CHECK(findings_of(post + "Transfer-Encoding: chunked\r\n\r\n" + chunked("abc", 1), {.memory = 2}).size() == 1);
}

TEST_CASE("http: caps grow with the content, from 64 MiB to 1 GiB") {
  CHECK(content_cap(0) == 64U << 20);
  CHECK(content_cap(1U << 20) == 64U << 20);
  CHECK(content_cap((1U << 20) + 1) == (64U << 20) + 64);
  CHECK(content_cap(16U << 20) == 1U << 30);
  CHECK(content_cap(UINT64_MAX) == 1U << 30);
}

TEST_CASE("http: a head of 1 MiB is read, of one line or of many; a longer one is limited") {
  const std::string end = "Content-Length: 0\r\n\r\n";
  for (const bool many : {false, true}) {
    std::string head = post;
    const std::size_t size = max_head - post.size() - end.size();
    if (many) {
      while (head.size() + 10 <= max_head - end.size()) head += "a:\n";
      head += "b:" + std::string(max_head - end.size() - head.size() - 4, 'x') + "\r\n";
    } else {
      head += "a:" + std::string(size - 4, 'x') + "\r\n";
    }
    REQUIRE(head.size() + end.size() == max_head);
    CHECK(findings_of(head + end, {.profile = Profile::compat}).size() == (many ? 1 : 0));
    const auto all = read_all(as_bytes(head + "x" + end), {.profile = Profile::compat});
    REQUIRE(all.size() == 1);
    CHECK(all[0].message.verdict == Verdict::limited);
    CHECK(all[0].findings.back() == "head-limit@1048576+1 head");
    const std::string open = (head + "x" + end).substr(0, max_head);
    CHECK(findings_of(open, {.profile = Profile::compat}).back() == "head-truncated@1048576+0 head");
  }
}

TEST_CASE("http: no part of a message that says its length is taken for a message") {
  const std::string text = "{\"inputs\": []}";
  const std::string coded = zipped(text, true);
  const std::string length = "Content-Length: " + std::to_string(coded.size()) + "\r\n\r\n";
  for (const std::string& file : {post + "Content-Encoding: gzip\r\n" + length + coded,
                                  post + "Transfer-Encoding: chunked\r\n\r\n" + chunked(text, 3),
                                  "HTTP/1.1 100 C\r\n\r\n" + ok + "Content-Length: 14\r\n\r\n" + text}) {
    REQUIRE(findings_of(file) == Strings{});
    for (std::size_t size = 1; size < file.size(); ++size) {
      const auto all = read_all(as_bytes(std::string_view(file).substr(0, size)));
      INFO(size);
      CHECK(all.back().message.verdict == Verdict::invalid);
      CHECK(all.size() == 1);
    }
  }
}

TEST_CASE("http: content cut into chunks in any way is the same body") {
  const std::string text = std::string(300, 'a') + "\r\n0\r\n\r\n" + std::string(1, '\0');
  for (std::size_t size = 1; size <= text.size() + 1; ++size) {
    const std::string file = post + "Transfer-Encoding: chunked\r\n\r\n" + chunked(text, size);
    const auto all = read_all(as_bytes(file + file));
    REQUIRE(all.size() == 2);
    CHECK(all[0].findings == Strings{});
    CHECK(all[1].body == text);
    // One chunk lies in the file as it is.
    CHECK(all[0].message.memory == (size < text.size() ? text.size() : 0));
  }
}

TEST_CASE("http: a start line is told from everything else") {
  CHECK(role_of(as_bytes("HTTP/")) == Role::response);
  CHECK(role_of(as_bytes("HTTP/1.1 200 OK\r\n")) == Role::response);
  CHECK(role_of(as_bytes("POST / HTTP/1.1")) == Role::request);
  CHECK(role_of(as_bytes("x  y z HTTP/")) == Role::request);
  for (const std::string& other :
       {std::string(), std::string("HTTP"), std::string("POST /"), std::string("POST"),
        std::string("POST /\n HTTP/1.1"), std::string("{\"a\": \"b HTTP/1.1\"}"), std::string(" POST / HTTP/1.1"),
        std::string("A \0\0 GET / HTTP/1.1", 19), std::string("POST/ HTTP /1.1"), std::string("http/1.1 200 OK")}) {
    INFO(other);
    CHECK_FALSE(role_of(as_bytes(other)).has_value());
  }
}

}  // namespace
}  // namespace hallmark::http
