// SPDX-License-Identifier: Apache-2.0
// UTF-8, by every kernel, against a second reading of RFC 3629 (utf8_oracle.hpp).
#include "codecs/core/utf8.hpp"

#include <random>
#include <string>

#include "codecs/core/utf8_kernels.hpp"
#include "conformance/core/utf8_oracle.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"
#include "conformance/testing/stride.hpp"

namespace {

using hallmark::as_bytes;
using hallmark::find_invalid_utf8;
using hallmark::nowhere;
using hallmark::testing::find_by_all_kernels;
using hallmark::testing::stride;
using hallmark::testing::utf8_oracle;

std::string encoded(unsigned point) {
  const auto byte = [](unsigned value) { return static_cast<char>(value); };
  if (point < 0x80) return {byte(point)};
  if (point < 0x800) return {byte(0xc0 | point >> 6), byte(0x80 | (point & 0x3f))};
  if (point < 0x10000) return {byte(0xe0 | point >> 12), byte(0x80 | (point >> 6 & 0x3f)), byte(0x80 | (point & 0x3f))};
  return {byte(0xf0 | point >> 18), byte(0x80 | (point >> 12 & 0x3f)), byte(0x80 | (point >> 6 & 0x3f)),
          byte(0x80 | (point & 0x3f))};
}

// Catch's assertions cost microseconds; millions of cases are counted and asserted once.
struct Tally {
  std::uint64_t wrong = 0;
  std::string first;

  void check(std::string_view text) {
    if (find_by_all_kernels(as_bytes(text)) == utf8_oracle(text)) return;
    if (wrong++ == 0) first = text;
  }
};

}  // namespace

TEST_CASE("utf8: every code point is valid, surrogates are not") {
  Tally tally;
  std::uint64_t valid = 0;
  for (unsigned point = 0; point <= 0x110000; ++point) {
    const std::string text = encoded(point);
    tally.check(text);
    valid += find_invalid_utf8(as_bytes(text)) == nowhere;
  }
  INFO(tally.first);
  CHECK(tally.wrong == 0);
  CHECK(valid == 0x110000 - 0x800);
}

TEST_CASE("utf8: random mixtures agree with the oracle, whole and damaged") {
  std::mt19937 random(20240611);
  Tally tally;
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    const unsigned kinds = round % 2 == 0 ? 4 : 8;  // half of the texts have no ASCII
    while (text.size() < round % 700U) {
      const unsigned kind = 8 - kinds + random() % kinds;
      if (kind < 4)
        text.append(random() % 40, 'x');
      else
        text += encoded(kind < 5   ? random() % 0x800
                        : kind < 7 ? 0x800 + random() % 0xd000
                                   : 0x10000 + random() % 0x100000);
    }
    tally.check(text);
    if (text.empty()) continue;
    text[random() % text.size()] = static_cast<char>(random());
    tally.check(text);
    tally.check(std::string_view(text).substr(0, random() % text.size()));
  }
  INFO(tally.first);
  CHECK(tally.wrong == 0);
}

TEST_CASE("utf8: the portable kernel is the last, and the one in use runs here") {
  const auto kernels = hallmark::utf8_kernels();
  CHECK(std::string_view(kernels.back().name) == "portable");
  CHECK(kernels.back().runs_here());
  CHECK(hallmark::utf8_kernel().runs_here());
}

TEST_CASE("utf8: every two bytes in text of every script agree with the oracle around the borders of vectors") {
  Tally tally;
  for (const std::string_view character : {"\xc3\xa9", "\xe4\xba\xac", "\xf0\x9f\x8c\x8a"}) {
    std::string text;
    while (text.size() < 150) text += character;
    for (const std::size_t at : {0, 3, 30, 31, 32, 33, 34, 63, 66, 67, 98, 99, 131, 146}) {
      const std::string before = text.substr(at, 2);
      for (std::size_t pair = at % stride(); pair < 0x10000; pair += stride()) {
        text[at] = static_cast<char>(pair >> 8);
        text[at + 1] = static_cast<char>(pair);
        tally.check(text);
      }
      text.replace(at, 2, before);
    }
  }
  INFO(tally.first);
  CHECK(tally.wrong == 0);
}

TEST_CASE("utf8: between fences every length of text of every script is looked at and not read across") {
  Tally tally;
  for (const std::string_view character : {"\xc3\xa9", "\xe4\xba\xac", "\xf0\x9f\x8c\x8a"}) {
    for (std::size_t size = 0; size <= 200; ++size) {
      const hallmark::testing::Fenced memory(size);
      for (const auto data : {memory.low(), memory.high()}) {
        for (std::size_t at = 0; at < size; ++at) data[at] = static_cast<std::byte>(character[at % character.size()]);
        tally.check(hallmark::as_text(data));  // the last character may be cut off
        for (std::size_t at = 0; at < size; ++at) {
          const std::byte before = data[at];
          for (const unsigned other : {0x00, 0x80, 0xff}) {
            data[at] = static_cast<std::byte>(other);
            tally.check(hallmark::as_text(data));
          }
          data[at] = before;
        }
      }
    }
  }
  INFO(tally.first);
  CHECK(tally.wrong == 0);
}
