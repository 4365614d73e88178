// SPDX-License-Identifier: Apache-2.0
// The reader of HTTP messages: the body of each message, its content, and where the next one starts.
#include "conformance/http/messages.hpp"

#include "conformance/compression/zipped.hpp"
#include "conformance/http/content.hpp"
#include "conformance/http/testing/reading.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::http {
namespace {

using compression::zipped;
using compression::zipped_zeros;

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
      {"HTTP/1.1 without a reason", "HTTP/1.1 200\r\n\r\n{}", "{}"},
      {"HTTP/2.0", "HTTP/2.0 201 Created\r\n\r\n{}", "{}"},
      {"chunks", post + "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n001\r\n}\r\n00\r\n\r\n", "{}"},
      {"one chunk", post + "Transfer-Encoding: Chunked\r\n\r\nA\r\n0123456789\r\n0\r\n\r\n", "0123456789"},
      {"no chunks", post + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", ""},
      {"chunk extensions", post + "Transfer-Encoding: chunked\r\n\r\n2 ; a = \"x;\\\"\";b\r\n{}\r\n0;c=d\r\n\r\n",
       "{}"},
      {"trailers", post + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 9\r\nx\r\n\r\n", "{}"},
      {"chunks in HTTP/1.0", "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "{}"},
      {"the same length twice", post + "Content-Length: 2\r\nContent-Length: 02\r\n\r\n{}", "{}"},
      {"empty lines after", post + "Content-Length: 2\r\n\r\n{}\r\n\n", "{}"},
      {"interim responses", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\nLink: x\r\n\r\n" + ok + "\r\n{}", "{}"},
      {"a 204 has no body", "HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n", ""},
      {"a 304 has no body", "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", ""},
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
    CHECK(all[0].message.whole);
    CHECK(all[0].body == row.body);
    CHECK(all[0].message.offset == 0);
    CHECK(all[0].message.end == row.file.size());
  }
}

TEST_CASE("http: LF alone is a warning under compat, found once, and the body is read") {
  struct Row {
    std::string file;
    Strings findings;
  };
  const Row rows[] = {
      {"POST / HTTP/1.1\nContent-Length: 2\n\n{}", {"bare-lf@15+1 head"}},
      {post + "Content-Length: 2\r\n\n{}", {"bare-lf@53+1 head"}},
      {"HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1\n{\n1\n}\n0\n\n", {"bare-lf@15+1 head"}},
      {ok + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\n0\r\n\r\n", {"bare-lf@52+1 head"}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.file);
    for (const Profile profile : {Profile::strict, Profile::compat}) {
      const auto all = read_all(as_bytes(row.file), {.profile = profile});
      REQUIRE(all.size() == 1);
      CHECK(all[0].findings == row.findings);
      CHECK(all[0].message.verdict == (profile == Profile::strict ? Verdict::invalid : Verdict::valid));
      CHECK(all[0].body == "{}");
    }
  }
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

  const auto apart = read_all(as_bytes(one + "\r\n\n" + response + "\n"));
  REQUIRE(apart.size() == 2);
  CHECK(apart[0].message.end == one.size() + 3);
  CHECK(apart[1].findings == Strings{});

  const std::string broken = post + "Content-Length: x\r\n\r\n";
  const auto cut = read_all(as_bytes(one + broken + one));
  REQUIRE(cut.size() == 2);
  CHECK(cut[1].findings == Strings{"message@57+53 head"});
  CHECK_FALSE(cut[1].message.whole);
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

TEST_CASE("http: the header length is that of the field, and an option wins") {
  const std::string file = post + "Inference-Header-Content-Length: \t0002 \r\nContent-Length: 2\r\n\r\n{}";
  CHECK(read_all(as_bytes(file))[0].message.header_length == 2);
  const auto option = read_all(as_bytes(file), {.header_length = 1});
  CHECK(option[0].message.header_length == 1);
  CHECK(option[0].message.verdict == Verdict::valid);
  CHECK(option[0].findings == Strings{"header-length-option@68+4 inference-header-content-length"});
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
    const auto at = std::to_string(head.size() + chunked(content, 1000).size());
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
    const std::size_t whole = chunked(content, 1000).size();
    return Strings{"content-corrupt@" + all + "+" + std::to_string(whole) + " content"};
  };
  std::string checksum = good;
  checksum[good.size() - 5] = static_cast<char>(checksum[good.size() - 5] ^ 1);
  CHECK(find(checksum, 1000) == corrupt(checksum));
  const std::string zlib = zipped(text, false);
  CHECK(find(zlib, 1000) == corrupt(zlib));
}

TEST_CASE("http: caps grow with the content, from 64 MiB to 1 GiB") {
  CHECK(content_cap(0) == 64U << 20);
  CHECK(content_cap(1U << 20) == 64U << 20);
  CHECK(content_cap((1U << 20) + 1) == (64U << 20) + 64);
  CHECK(content_cap(16U << 20) == 1U << 30);
  CHECK(content_cap(UINT64_MAX) == 1U << 30);
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

TEST_CASE(
    "http: a stream that is cut is beyond the limit when the bytes that are there give more, and else truncated") {
  const std::string whole = zipped(std::string(300, 'a') + "bcd" + std::string(300, 'e'), false);
  const std::string head = post + "Content-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (std::size_t cut = 1; cut < whole.size(); ++cut) {
    const std::string file = head + chunked(whole.substr(0, cut), 3);
    const std::string content = read_all(as_bytes(file))[0].body;
    for (const std::uint64_t memory : {1U, 20U, 258U, 259U, 300U}) {
      CAPTURE(cut, memory, content.size());
      const Verdict verdict = read_all(as_bytes(file), {.memory = memory})[0].message.verdict;
      // Chunks that are joined take memory, too.
      const std::size_t joined = cut > 3 ? cut : 0;
      CHECK(verdict == (joined + content.size() > memory ? Verdict::limited : Verdict::invalid));
    }
  }
}

TEST_CASE("http: a head of 1 MiB is read, of one line or of many; a longer one cannot be taken apart") {
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
    CHECK_FALSE(all[0].message.whole);
    CHECK(all[0].findings == Strings{"message@0+1048575 head"});
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
      CHECK(all.back().message.verdict != Verdict::valid);
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

}  // namespace
}  // namespace hallmark::http
