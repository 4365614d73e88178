// SPDX-License-Identifier: Apache-2.0
// Bytes, digits and commas found 64 bytes at a time, and rows of scalars checked, against loops over the bytes.
#include "codecs/core/text_marks.hpp"

#include <random>
#include <string>
#include <vector>

#include "codecs/core/json_text.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"

namespace {

using hallmark::text_block;
using hallmark::TextCommas;
using hallmark::TextCursor;
using hallmark::testing::Fenced;

std::vector<std::ptrdiff_t> all_of(hallmark::Bytes text) {
  TextCommas marks(text);
  std::vector<std::ptrdiff_t> found;
  for (const std::byte* at = marks.next(); at != nullptr; at = marks.next()) found.push_back(at - text.data());
  CHECK(marks.next() == nullptr);
  return found;
}

// expected_marks looks at whole blocks with a byte after them.
std::vector<std::ptrdiff_t> expected_marks(hallmark::Bytes text) {
  std::vector<std::ptrdiff_t> found;
  for (std::size_t begin = 0; text.size() - begin > text_block; begin += text_block) {
    for (std::size_t i = begin; i < begin + text_block; ++i) {
      if (text[i] == std::byte{','}) found.push_back(static_cast<std::ptrdiff_t>(i));
    }
  }
  return found;
}

// Whether the text, in an array from where a number begins, may be the beginning of numbers with commas between them.
bool is_row(std::string_view text) {
  enum class State : std::uint8_t { start, blank, minus, zero, whole, point, fraction } state = State::start;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    const bool in_digits = state == State::zero || state == State::whole || state == State::fraction;
    if (digit) {
      const bool first = state == State::start || state == State::blank || state == State::minus;
      if (state == State::zero) return false;
      if (first) state = c == '0' ? State::zero : State::whole;
      if (state == State::point) state = State::fraction;
    } else if (c == ',' && in_digits) {
      state = State::start;
    } else if (c == ' ' && state == State::start) {
      state = State::blank;
    } else if (c == '-' && (state == State::start || state == State::blank)) {
      state = State::minus;
    } else if (c == '.' && (state == State::zero || state == State::whole)) {
      state = State::point;
    } else {
      return false;
    }
  }
  return true;
}

// The same of other scalars; element(text) gives the length of the one that a text begins with, as far as there is
// text, or npos.
bool is_row(std::string_view text, std::size_t (*element)(std::string_view text)) {
  for (;;) {
    text.remove_prefix(text.starts_with(' ') ? 1 : 0);
    const std::size_t size = element(text);
    if (size == std::string_view::npos) return false;
    text.remove_prefix(size);
    if (text.empty()) return true;
    if (text.front() != ',') return false;
    text.remove_prefix(1);
  }
}

std::size_t word(std::string_view text) {
  for (const std::string_view each : {"true", "false"}) {
    const std::size_t size = std::min(each.size(), text.size());
    if (text.substr(0, size) == each.substr(0, size)) return size;
  }
  return std::string_view::npos;
}

std::size_t string(std::string_view text) {
  const auto ends = [](char c) { return c == '"' || c == '\\' || c < ' '; };  // what is not ASCII is below 0
  if (text.empty()) return 0;
  if (text.front() != '"') return std::string_view::npos;
  const auto end = static_cast<std::size_t>(std::find_if(text.begin() + 1, text.end(), ends) - text.begin());
  return end == text.size() ? end : text[end] == '"' ? end + 1 : std::string_view::npos;
}

// Three blocks of scalars that append(text, random) makes, of which up to two bytes are replaced by one of `changes`.
template <class Row, class Append, class IsRight>
void check_rows(std::string_view changes, const Append& append, const IsRight& is_right) {
  std::mt19937_64 random(20261125);
  std::uint64_t wrong = 0;
  std::uint64_t right = 0;
  for (int round = 0; round < 100000; ++round) {
    std::string text;
    while (text.size() < 3 * text_block) {
      append(text, random);
      text += random() % 2 == 0 ? "," : ", ";
    }
    for (std::uint64_t count = random() % 3; count != 0; --count) {
      text[random() % (3 * text_block)] = changes[random() % changes.size()];
    }
    Row row;
    const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
    std::size_t taken = 0;
    while (taken < 3 && row.take(bytes + taken * text_block)) ++taken;
    std::size_t expected = 0;
    while (expected < 3 && is_right(std::string_view(text).substr(0, (expected + 1) * text_block))) ++expected;
    wrong += taken != expected;
    right += taken == 3;
  }
  CHECK(wrong == 0);
  CHECK(right > 1000);
}

}  // namespace

TEST_CASE("text marks: every byte value is marked or not, and the bytes beside it make no difference") {
  std::mt19937_64 random(20261123);
  std::uint64_t wrong = 0;
  for (int round = 0; round < 20000; ++round) {
    std::byte block[text_block];
    std::uint64_t commas = 0;
    std::uint64_t digits = 0;
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < text_block; ++i) {
      constexpr unsigned near[] = {',',        ',' - 1, ',' + 1, ',' | 0x80, '0',  '9',  '0' - 1, '9' + 1,
                                   '0' | 0x80, 0,       0xff,    0x1f,       0x20, 0x7f, 0x80};
      block[i] = static_cast<std::byte>(round % 2 == 0 ? random() : near[random() % std::size(near)]);
      commas |= std::uint64_t{block[i] == std::byte{','}} << i;
      others |= std::uint64_t{block[i] < std::byte{0x20} || block[i] >= std::byte{0x80}} << i;
      digits |= std::uint64_t{block[i] >= std::byte{'0'} && block[i] <= std::byte{'9'}} << i;
    }
    wrong += hallmark::mark_bytes<','>(block) != commas;
    wrong += hallmark::mark_digits(block) != digits;
    wrong += hallmark::mark_not_printed(block) != others;
  }
  CHECK(wrong == 0);
}

TEST_CASE("text marks: between fences commas are given in order as far as the blocks go") {
  std::mt19937_64 random(20261124);
  for (std::size_t size = 0; size <= 400; ++size) {
    const Fenced memory(size);
    const auto text = memory.high();
    for (const unsigned often : {1U, 5U, 100U}) {
      for (std::byte& byte : text) byte = static_cast<std::byte>(random() % often != 0 ? 'a' : ',');
      CHECK(all_of(text) == expected_marks(text));
    }
  }
}

TEST_CASE("text marks: a block of scalars is taken if it is right so far, wherever blocks end") {
  const auto number = [](std::string& text, std::mt19937_64& random) {
    if (random() % 3 == 0) text += '-';
    text += random() % 4 == 0 ? "0" : std::to_string(1 + random() % 1000);
    if (random() % 2 == 0)
      text += '.' + std::to_string(random() % 100000) + std::string(random() % 40 == 0 ? 70 : 0, '7');
  };
  check_rows<hallmark::NumberRow>("0129-., e[]x", number, [](std::string_view text) { return is_row(text); });
  check_rows<hallmark::WordRow>(
      "truefalse, \"]1", [](auto& text, auto& random) { text += random() % 2 == 0 ? "true" : "false"; },
      [](std::string_view text) { return is_row(text, word); });
  const auto quoted = [](std::string& text, std::mt19937_64& random) {
    text += '"';
    for (std::uint64_t size = random() % 40 == 0 ? 130 : random() % 12; size != 0; --size) {
      text += static_cast<char>("ab, ~\x7f{:"[random() % 8]);
    }
    text += '"';
  };
  check_rows<hallmark::StringRow>("\"\", a\\\n\x1f\x80]1", quoted,
                                  [](std::string_view text) { return is_row(text, string); });
}

TEST_CASE(
    "text marks: between fences rows of scalars are skipped up to where one begins, and nothing outside is read") {
  std::mt19937_64 random(20261126);
  for (std::size_t size = 0; size <= 300; ++size) {
    const Fenced memory(size);
    const auto text = memory.high();
    for (const std::string_view scalar : {"1,", "-12.5, ", "true,", "false, ", "\"ab\",", "\"longer than a word\", "}) {
      for (std::size_t i = 0; i < size; ++i) text[i] = static_cast<std::byte>(scalar[i % scalar.size()]);
      std::uint32_t count = 0;
      const TextCursor begin(text);
      const std::uint64_t skipped = hallmark::skip_row(begin, count) - begin;
      CHECK(skipped <= size);
      CHECK(skipped / scalar.size() <= count + 1);
      CHECK(count <= size / (scalar.size() - 1));
    }
  }
}
