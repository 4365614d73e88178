// SPDX-License-Identifier: Apache-2.0
// Rows of fractions, read from their commas backwards, against each number alone.
#include "codecs/core/fractions.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"

namespace {

using hallmark::Bytes;
using hallmark::Fraction;
using hallmark::FractionRow;
using hallmark::TextCursor;
using hallmark::testing::Fenced;

// Only what has a comma, and 65 bytes from the block of that comma on, is in a row.
constexpr std::size_t tail = 2 * hallmark::text_block;

std::string digits_of(std::mt19937_64& random, std::size_t count) {
  std::string digits;
  for (std::size_t i = 0; i < count; ++i) digits += static_cast<char>('0' + random() % 10);
  return digits;
}

// is_fraction: a sign or none, a digit, a point, 1 to 18 digits.
bool is_fraction(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return text.size() >= 3 && text.size() <= 20 && digit(text[0]) && text[1] == '.' &&
         std::all_of(text.begin() + 2, text.end(), digit);
}

// Reads a row of elements between fences, and compares each with what the element alone gives.
std::string difference(const std::vector<std::string>& elements, std::string_view separator, bool exact) {
  std::string text;
  for (const std::string& element : elements) text.append(element).append(separator);
  text.append(tail, ']');
  const Fenced memory(text.size());
  const auto data = memory.high();
  std::ranges::copy(hallmark::as_bytes(text), data.begin());
  const TextCursor start(data);
  FractionRow row(start, exact);
  std::size_t place = 0;
  if (!(row.behind() == start)) return "a row that has not begun is behind something";
  for (const std::string& element : elements) {
    if (!row.more()) return "no comma behind " + element;
    const std::size_t begin = place + (element.starts_with(' ') ? 1 : 0);
    const std::size_t end = place + element.size();
    if (row.begin() - start != begin || row.end() - start != end) return "another place of " + element;
    const std::string_view alone = std::string_view(element).substr(begin - place);
    Fraction fraction;
    const bool read = row.read(fraction);
    if (read != (is_fraction(alone) && end >= hallmark::most_places)) return "misjudged " + element;
    if (read) {
      std::string digits(alone.substr(fraction.minus));
      digits.erase(1, 1);
      if (fraction.mantissa != std::stoull(digits) || fraction.places != digits.size() - 1 ||
          fraction.minus != (alone.front() == '-' ? 1 : 0))
        return "another number: " + element;
      if (hallmark::as_text(fraction.text) != alone.substr(fraction.minus)) return "another text: " + element;
    }
    row.pass();
    if (row.behind() - start != end) return "not behind " + element;
    place = end + separator.size();
  }
  return "";
}

}  // namespace

TEST_CASE("fractions: the last digits are added up, and other bytes are refused among them only") {
  std::mt19937_64 random(20261124);
  std::uint64_t mistaken = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string digits = digits_of(random, 16);
    for (std::size_t count = 1; count <= hallmark::most_places; ++count) {
      const std::size_t used = std::min<std::size_t>(count, 16);
      std::string text = digits;
      std::uint64_t value = 0;
      const auto read = [&] {
        const Bytes bytes = hallmark::as_bytes(text);
        return hallmark::last_digits(bytes.data() + bytes.size(), count, value);
      };
      std::fill_n(text.begin(), 16 - used, static_cast<char>(random()));
      mistaken += !read() || value != std::stoull(digits.substr(16 - used));
      constexpr char others[] = {'0' - 1, '9' + 1, ',', '.', '\0', '\x7f', '\x80', '\xb0', '\xff'};
      text[16 - used + random() % used] = others[random() % std::size(others)];
      mistaken += read();
    }
  }
  CHECK(mistaken == 0);
}

TEST_CASE("fractions: rows of every number of places are read, whatever the number and its neighbours are") {
  std::mt19937_64 random(20261125);
  std::string mistaken;
  for (int round = 0; round < 3000 && mistaken.empty(); ++round) {
    const bool blanks = random() % 2 == 0;
    std::vector<std::string> elements;
    for (std::size_t i = random() % 40; i > 0; --i) {
      std::string element = blanks && !elements.empty() && random() % 8 != 0 ? " " : "";
      if (random() % 2 == 0) element += '-';
      element += digits_of(random, random() % 8 == 0 ? random() % 4 : 1);
      if (random() % 8 != 0) element += '.';
      element += random() % 16 == 0 ? std::string(random() % 25, "09"[random() % 2]) : digits_of(random, random() % 21);
      if (random() % 16 == 0) element += std::string("e1E-+]\" x").substr(random() % 9, 1 + random() % 2);
      elements.push_back(element);
    }
    mistaken = difference(elements, ",", random() % 2 == 0);
  }
  CHECK(mistaken == "");
}

TEST_CASE("fractions: one wrong byte anywhere in a number makes it none") {
  std::string mistaken;
  for (std::size_t places = 1; places <= 19; ++places) {
    const std::string number = "-7." + std::string("9876543210987654321").substr(0, places);
    for (std::size_t at = 0; at <= number.size(); ++at) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        if (byte == ',' || (byte == ' ' && at == 0)) continue;
        std::string changed = number;
        if (at < number.size()) changed[at] = static_cast<char>(byte);
        const std::string found = difference({"0.123456789012345678", changed, "1.5"}, ",", byte % 2 == 0);
        if (!found.empty()) mistaken = found;
      }
    }
  }
  CHECK(mistaken == "");
}

TEST_CASE("fractions: a text without a comma, or too short for a block, has no row") {
  for (std::size_t size = 0; size <= 300; ++size) {
    const Fenced memory(size);
    const auto data = memory.high();
    std::ranges::fill(data, std::byte{'1'});
    CHECK_FALSE(FractionRow(TextCursor(data), true).more());
    std::ranges::fill(data, std::byte{','});
    FractionRow row(TextCursor(data), false);
    Fraction fraction;
    std::size_t elements = 0;
    for (; row.more(); row.pass(), ++elements) CHECK_FALSE(row.read(fraction));
    CHECK(elements == (size == 0 ? 0 : (size - 1) / hallmark::text_block * hallmark::text_block));
  }
}
