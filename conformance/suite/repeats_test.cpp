// SPDX-License-Identifier: Apache-2.0
// Numbered copies: how numbers are written, in which order, what is refused, and what people are shown.
#include "conformance/suite/repeats.hpp"

#include <fmt/format.h>

#include "conformance/model/model.hpp"
#include "conformance/suite/vector.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::conformance {
namespace {

using reports::BadValue;

const Json nowhere_in_particular = "x";

Numeral spelling(const char* name, std::uint64_t copies) {
  return Numeral::named(reports::JsonAt(nowhere_in_particular), name, copies);
}

TEST_CASE("repeats: each spelling writes the number of a copy") {
  struct Row {
    const char* name;
    std::uint64_t copy;
    const char* bytes;  // hexadecimal
    const char* text;
  };
  const Row rows[] = {
      {"decimal", 0, "30", "0"},
      {"decimal", 65536, "3635353336", "65536"},
      {"decimal:5", 0, "3030303030", "00000"},
      {"decimal:5", 99999, "3939393939", "99999"},
      {"decimal:3*10+5", 2, "303235", "025"},
      {"decimal+18446744073709551615", 0, "3138343436373434303733373039353531363135", "18446744073709551615"},
      {"u8", 255, "ff", "/w=="},
      {"u16le", 258, "0201", "AgE="},
      {"u16be", 258, "0102", "AQI="},
      {"u32le*4+1", 65536, "01000400", "AQAEAA=="},
      {"u32be", 65536, "00010000", "AAEAAA=="},
      {"u64le", 65536, "0000010000000000", "AAABAAAAAAA="},
      {"u64be+1", 65535, "0000000000010000", "AAAAAAABAAA="},
      {"varint", 250, "fa", "+g=="},
      {"varint", 251, "fbfb00", "+/sA"},
      {"varint", 65535, "fbffff", "+///"},
      {"varint", 65536, "fc00000100", "/AAAAQA="},
      {"varint+4294967295", 0, "fcffffffff", "/P////8="},
      {"varint+4294967296", 0, "fd0000000001000000", "/QAAAAABAAAA"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name, row.copy);
    const Numeral one = spelling(row.name, row.copy + 1);
    std::vector<std::byte> bytes;
    one.append(row.copy, bytes);
    CHECK(to_hex(bytes) == row.bytes);
    std::string text;
    one.append_text(row.copy, text);
    CHECK(text == row.text);
  }
}

TEST_CASE("repeats: the size of many copies is that of each, summed") {
  for (const char* name : {"decimal", "decimal*7+3", "decimal+99999", "decimal:9", "u32be", "varint", "varint+250",
                           "varint*255+251", "varint*100000", "varint+4294967000", "decimal*100+9999999999"}) {
    CAPTURE(name);
    constexpr std::uint64_t copies = 70'000;
    const Numeral one = spelling(name, copies);
    std::vector<std::byte> bytes;
    for (std::uint64_t copy = 0; copy < copies; ++copy) one.append(copy, bytes);
    CHECK(one.size_before(copies) == bytes.size());
  }
}

TEST_CASE("repeats: what is no spelling is refused, and numbers that are too large for theirs") {
  for (const char* bad :
       {"",    "counter", "decimal:", "decimal:0", "decimal:21", "decimal5", "Decimal",
        "u",   "u16",     "u8le",     "u24le",     "u16xe",      "u128le",   "varint:2",
        "u8*", "u8*0",    "u8+",      "u8+1*2",    "u8 ",        "u8*1+1+1", "decimal*99999999999999999999"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(spelling(bad, 1), BadValue);
  }
  struct Row {
    const char* name;
    std::uint64_t most;  // copies that fit
  };
  for (const Row& row : {Row{"u8", 256}, Row{"decimal:1", 10}, Row{"decimal:2*9+1", 11}, Row{"u16le", 65536},
                         Row{"u16be*256", 256}, Row{"u32le*65536", 65536}, Row{"u64le+18446744073709551614", 2},
                         Row{"varint*9223372036854775808", 2}, Row{"decimal:20+18446744073709551615", 1}}) {
    CAPTURE(row.name);
    CHECK_NOTHROW(spelling(row.name, row.most));
    CHECK_THROWS_AS(spelling(row.name, row.most + 1), BadValue);
  }
}

// whole gives a value expanded, or the complaint about it.
std::string whole(const char* text) try {
  const Json value = Json::parse(text);
  (void)check_repeats(reports::JsonAt(value));
  return expanded(value).dump();
} catch (const BadValue& bad) {
  return bad.what();
}

TEST_CASE("repeats: a value has its copies in order, where they stand") {
  const std::pair<const char*, const char*> rows[] = {
      {R"({"a": [1, {"x": "{"}], "repeat": 2})", R"({"a":[1,{"x":"{"}],"repeat":2})"},
      {R"({"t": [7, {"repeat": 2, "of": [{"n{counter}": "{decimal+1}", "d": ["{u8}"]}, "x"], "counter": "decimal:3"}, 9]})",
       R"({"t":[7,{"n000":"1","d":["AA=="]},"x",{"n001":"2","d":["AQ=="]},"x",9]})"},
      {R"({"t": [{"repeat": 3, "of": [0]}]})", R"({"t":[0,0,0]})"},
      {R"({"s": {"repeat": 3, "of": "ab"}})", R"({"s":"ababab"})"},
      {R"({"s": [{"repeat": 2, "of": "<{counter}{decimal}>", "counter": "decimal:2+8"}]})", R"({"s":["<080><091>"]})"},
      // What a format may say itself is none: numbers of KServe are lexemes, sizes have no "of".
      {R"({"p": {"repeat": {"number": "3"}, "of": "x"}, "q": {"repeat": 3, "of": 4}})",
       R"({"p":{"repeat":{"number":"3"},"of":"x"},"q":{"repeat":3,"of":4}})"},
  };
  for (const auto& [value, expected] : rows) {
    CAPTURE(value);
    CHECK(whole(value) == expected);
  }
}

TEST_CASE("repeats: a value that has too many, or none that can be made, is refused with its place") {
  const std::pair<const char*, const char*> rows[] = {
      {R"({"t": [{"repeat": 0, "of": [0]}]})", "/t/0/repeat: this must be from 1 to 1048576"},
      {R"({"t": [{"repeat": 1048577, "of": [0]}]})", "/t/0/repeat: this must be from 1 to 1048576"},
      {R"({"t": [{"repeat": -1, "of": [0]}]})", "/t/0/repeat: this must be an integer"},
      {R"({"t": [{"repeat": 2, "of": [0], "counter": "decimal"}]})", "/t/0/of: no counter is in it"},
      {R"({"t": [{"repeat": 2, "of": ["{counter}"]}]})", "/t/0/of/0: \"counter\" is no spelling"},
      {R"({"t": [{"repeat": 2, "of": ["{decimal"]}]})", "/t/0/of/0: a { without a }"},
      {R"({"t": [{"repeat": 11, "of": ["{decimal:1}"]}]})", "/t/0/of/0: the numbers of 11 copies do not fit"},
      {R"({"t": [{"repeat": 2, "of": []}]})", "/t/0/of: this must not be empty"},
      {R"({"t": {"repeat": 2, "of": ""}})", "/t/of: this must not be empty"},
      {R"({"t": {"repeat": 2, "of": [1]}})", "/t/of: an array repeats in an array only"},
      {R"({"t": {"repeat": 2, "of": {"k{decimal}": 1}}})", "/t/of: this must be a text, or an array in an array"},
      {R"({"t": [{"repeat": 2, "of": [0], "to": 1}]})", "/t/0: unknown member \"to\""},
      {R"({"t": [{"repeat": 2, "of": [{"repeat": 2, "of": [0]}]}]})", "/t/0/of/0: a repeat cannot be inside another"},
      {R"({"t": [{"repeat": 2, "of": [{"d": {"repeat": 2, "of": "x"}}]}]})",
       "/t/0/of/0/d: a repeat cannot be inside another"},
      {R"({"t": [{"repeat": 1048576, "of": ["0123456789012345678901234567890123456789"]}]})",
       "/t/0: the value has more than 67108864 bytes"},
      {R"({"s": {"repeat": 1000000, "of": "0123456789012345678"}, "t": {"repeat": 1000000, "of": "0123456789012345678"}})",
       "the value has more than 67108864 bytes"},
  };
  for (const auto& [value, expected] : rows) {
    CAPTURE(value);
    CHECK_THAT(whole(value), Catch::Contains(expected));
  }
}

CopiedRun fixed(const char* text) { return {{static_cast<std::byte>(*text)}, text}; }

// A byte, then 70,000 copies of three or more: "n", decimal digits, "/".
Vector many() {
  Vector vector;
  CopiedRun digits{{}, "number", spelling("decimal", 70'000)};
  vector.segments = {
      {{std::byte{1}}, "head"}, {{}, "", 70'000, {fixed("n"), digits, fixed("/")}}, {{std::byte{2}}, "tail"}};
  return vector;
}

TEST_CASE("repeats: bytes are the copies in order, and their size is known before") {
  const std::vector<std::byte> bytes = many().bytes();
  std::string expected = "\1";
  for (int i = 0; i < 70'000; ++i) expected += fmt::format("n{}/", i);
  expected += '\2';
  CHECK(as_text(bytes) == expected);
  CHECK(many().byte_count() == bytes.size());
  CHECK(many().has_copies());
  CHECK_FALSE(Vector().has_copies());
}

TEST_CASE(
    "repeats: people are shown the first copy, the last, and the one with the error, and every byte is accounted for") {
  struct Row {
    std::optional<std::uint64_t> error;
    std::vector<std::string> texts;
  };
  const std::string first = "n (copy 0 of 0 to 69999)";
  const std::string last = "n (copy 69999 of 0 to 69999)";
  const std::vector<std::string> ends{"head", first, "number", "/", "69998 copies more", last, "number", "/", "tail"};
  const Row rows[] = {
      {{}, ends},
      {0, ends},
      {1, ends},                    // in the first copy
      {many().byte_count(), ends},  // after all
      {many().byte_count() - 1, ends},
      {4,
       {"head", first, "number", "/", "n (copy 1 of 0 to 69999)", "number", "/", "69997 copies more", last, "number",
        "/", "tail"}},
      {31,
       {"head", first, "number", "/", "9 copies more", "n (copy 10 of 0 to 69999)", "number", "/", "69988 copies more",
        last, "number", "/", "tail"}},
      {34,
       {"head", first, "number", "/", "9 copies more", "n (copy 10 of 0 to 69999)", "number", "/", "69988 copies more",
        last, "number", "/", "tail"}},
  };
  for (const Row& row : rows) {
    Vector vector = many();
    if (row.error) vector.error = ExpectedError{"x/y", "", *row.error, ""};
    CAPTURE(row.error.value_or(0));
    const std::vector<std::byte> bytes = vector.bytes();
    std::vector<std::string> texts;
    std::uint64_t at = 0;
    for (const ShownRun& run : vector.shown_runs()) {
      texts.push_back(run.text);
      CHECK(std::equal(run.bytes.begin(), run.bytes.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at)));
      at += run.size();
    }
    CHECK(texts == row.texts);
    CHECK(at == bytes.size());
  }
}

}  // namespace
}  // namespace hallmark::conformance
