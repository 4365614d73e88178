// Bytes, digits and commas found 64 bytes at a time, and rows of numbers checked, against loops over the bytes.
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

// expected_marks looks at whole blocks with a byte behind them.
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

}  // namespace

TEST_CASE("text marks: every byte value is marked or not, and the bytes beside it make no difference") {
  std::mt19937_64 random(20261123);
  std::uint64_t wrong = 0;
  for (int round = 0; round < 20000; ++round) {
    std::byte block[text_block];
    std::uint64_t commas = 0;
    std::uint64_t digits = 0;
    for (std::size_t i = 0; i < text_block; ++i) {
      constexpr unsigned near[] = {',', ',' - 1, ',' + 1, ',' | 0x80, '0', '9', '0' - 1, '9' + 1, '0' | 0x80, 0, 0xff};
      block[i] = static_cast<std::byte>(round % 2 == 0 ? random() : near[random() % std::size(near)]);
      commas |= std::uint64_t{block[i] == std::byte{','}} << i;
      digits |= std::uint64_t{block[i] >= std::byte{'0'} && block[i] <= std::byte{'9'}} << i;
    }
    wrong += hallmark::mark_bytes<','>(block) != commas;
    wrong += hallmark::mark_digits(block) != digits;
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

TEST_CASE("text marks: a block of numbers is taken if it is right so far, wherever blocks end") {
  std::mt19937_64 random(20261125);
  std::uint64_t wrong = 0;
  std::uint64_t right = 0;
  for (int round = 0; round < 100000; ++round) {
    std::string text;
    while (text.size() < 3 * text_block) {
      if (random() % 3 == 0) text += '-';
      text += random() % 4 == 0 ? "0" : std::to_string(1 + random() % 1000);
      if (random() % 2 == 0)
        text += '.' + std::to_string(random() % 100000) + std::string(random() % 40 == 0 ? 70 : 0, '7');
      text += random() % 2 == 0 ? "," : ", ";
    }
    for (std::uint64_t changes = random() % 3; changes != 0; --changes) {
      text[random() % (3 * text_block)] = "0129-., e[]x"[random() % 12];
    }
    hallmark::NumberRow row;
    const auto* const bytes = reinterpret_cast<const std::byte*>(text.data());
    std::size_t taken = 0;
    while (taken < 3 && row.take(bytes + taken * text_block)) ++taken;
    std::size_t expected = 0;
    while (expected < 3 && is_row(std::string_view(text).substr(0, (expected + 1) * text_block))) ++expected;
    wrong += taken != expected;
    right += taken == 3;
  }
  CHECK(wrong == 0);
  CHECK(right > 1000);
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
