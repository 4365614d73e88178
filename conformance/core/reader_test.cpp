// SPDX-License-Identifier: Apache-2.0
// Reader: what it says of a field and of a fault. What it reads, and what follows a failure:
// exhaustive/reader_test.cpp.
#include "codecs/core/reader.hpp"

#include <array>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/recorded.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::testing;

constexpr std::array<std::byte, 8> input = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                                            std::byte{5}, std::byte{6}, std::byte{7}, std::byte{8}};

}  // namespace

TEST_CASE("reader: reads go on where the last one ended and remember their place") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  const auto small = in.u8("small");
  const auto word = in.u16le("word");
  const auto bytes = in.bytes(2, "bytes");
  in.skip(1, "gap");
  const auto rest = in.rest("rest");
  CHECK(small == 1);
  CHECK(word == 0x0302);
  CHECK(word.at == 1);
  CHECK(word.width() == 2);
  CHECK(std::string_view(word.name) == "word");
  CHECK(bytes.value.data() == input.data() + 3);
  CHECK(bytes.width() == 2);
  CHECK(rest.at == 6);
  CHECK(rest.value.size() == 2);
  CHECK(in.remaining() == 0);
  CHECK(in.ok());
  CHECK(in.verdict<int>(7));
}

TEST_CASE("reader: a read past the end points at the end of the input with what was wanted and what was there") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  in.skip(6, "start");
  const auto word = in.u32le("word");
  CHECK(word == 0U);
  CHECK_FALSE(in.ok());
  const Violation& found = findings.decisive();
  CHECK(found.rule == &truncated);
  CHECK(found.offset == 8);
  CHECK(found.length == 0);
  CHECK(found.actual.magnitude == 2);
  CHECK(found.expected.magnitude == 4);
  CHECK(std::string_view(found.field) == "word");
}

TEST_CASE("reader: a rule points at the field it is about, with its number") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  in.skip(2, "start");
  const auto word = in.u16le("word");
  in.skip(3, "more");
  in.require(word == 5, wrong, word, 5);
  const Violation& found = findings.decisive();
  CHECK(found.offset == 2);
  CHECK(found.length == 2);
  CHECK(found.actual.magnitude == 0x0403);
  CHECK(found.expected.magnitude == 5);
}

TEST_CASE("reader: what compat tolerates is reported and condemns nothing") {
  struct Row {
    Profile profile;
    const Rule* rule;
    bool condemned;
    Severity severity;
  };
  const Row rows[] = {
      {Profile::strict, &deployed, true, Severity::error},  {Profile::compat, &deployed, false, Severity::warning},
      {Profile::strict, &remark, false, Severity::warning}, {Profile::compat, &remark, false, Severity::warning},
      {Profile::compat, &wrong, true, Severity::error},
  };
  for (const Row& row : rows) {
    CAPTURE(row.rule->id, to_string(row.profile));
    for (const bool listening : {false, true}) {
      Sink sink;
      Findings findings(row.profile, listening ? &sink : nullptr);
      CHECK(findings.validating() == listening);
      Reader in(input, findings, truncated);
      CHECK(in.require(false, *row.rule, in.u8("a")) == !row.condemned);
      CHECK(in.ok() == (listening || !row.condemned));
      CHECK(findings.verdict() == (row.condemned ? Verdict::invalid : Verdict::valid));
      CHECK((findings.decisive().rule == nullptr) == !row.condemned);
      if (listening) {
        REQUIRE(sink.reports.size() == 1);
        CHECK(sink.reports[0].severity == row.severity);
        CHECK(sink.reports[0].path == "a");
      }
      CHECK(in.verdict<int>(0).verdict() == findings.verdict());
    }
  }
}

TEST_CASE("reader: a warning that ends the walk spends the reader") {
  Sink sink(2);
  Findings findings(Profile::strict, &sink);
  Reader in(input, findings, truncated);
  Reader other = in;
  const auto outer = other.enter(4);
  CHECK_FALSE(in.require(false, wrong, in.u8("a")));
  CHECK_FALSE(in.require(false, remark, in.u8("b")));
  CHECK(findings.stopped());
  CHECK_FALSE(in.ok());
  CHECK(in.remaining() == 0);
  // A copy of the cursor learns of it at the end of its window, and blames nothing for what it cannot read.
  other.leave(outer);
  CHECK_FALSE(other.ok());
  CHECK(other.u8("c") == 0);
  CHECK(rules_of(sink) == Rules{&wrong, &remark});
}

TEST_CASE("reader: verdict gives the value only when nothing was condemned") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  const auto decoded = in.verdict<int>(42);
  REQUIRE(decoded);
  CHECK(*decoded == 42);
  CHECK(decoded.verdict() == Verdict::valid);
  findings.record({&newer, 3, 1, {}, {}, "x"});
  CHECK_FALSE(in.verdict<int>(42));
  CHECK(in.verdict<int>(42).violation().rule == &newer);
}
