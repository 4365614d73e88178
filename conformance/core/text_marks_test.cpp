// Commas and quotes found 64 bytes at a time, against a loop over the bytes.
#include "codecs/core/text_marks.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"

namespace {

using hallmark::MarkCommas;
using hallmark::MarkQuotes;
using hallmark::text_block;
using hallmark::TextMarks;
using hallmark::testing::Fenced;

// is_other: no plain character of a string of JSON, and no quote.
bool is_other(std::byte byte) {
  const auto value = std::to_integer<unsigned>(byte);
  return value < 0x20 || value == '\\' || value >= 0x80;
}

template <class Mark, std::size_t more>
std::vector<std::ptrdiff_t> all_of(hallmark::Bytes text) {
  TextMarks<Mark, more> marks(text);
  std::vector<std::ptrdiff_t> found;
  for (const std::byte* at = marks.next(); at != nullptr; at = marks.next()) found.push_back(at - text.data());
  CHECK(marks.next() == nullptr);
  return found;
}

// expected_marks looks at whole blocks with `more` bytes behind them, up to one that has an other byte.
std::vector<std::ptrdiff_t> expected_marks(hallmark::Bytes text, char wanted, std::size_t more, bool ends_at_others) {
  std::vector<std::ptrdiff_t> found;
  for (std::size_t begin = 0; text.size() - begin >= text_block + more; begin += text_block) {
    const hallmark::Bytes block = text.subspan(begin, text_block);
    if (ends_at_others && std::any_of(block.begin(), block.end(), is_other)) break;
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (block[i] == static_cast<std::byte>(wanted)) found.push_back(static_cast<std::ptrdiff_t>(begin + i));
    }
  }
  return found;
}

}  // namespace

TEST_CASE("text marks: every byte value is marked or not, and the bytes beside it make no difference") {
  std::mt19937_64 random(20261123);
  std::uint64_t wrong = 0;
  for (int round = 0; round < 20000; ++round) {
    std::byte block[text_block];
    std::uint64_t commas = 0;
    std::uint64_t quotes = 0;
    std::uint64_t others = 0;
    for (std::size_t i = 0; i < text_block; ++i) {
      constexpr unsigned near[] = {',',     '"',        '\\',     ',' - 1, ',' + 1,    ',' | 0x80, '"' - 1,
                                   '"' + 1, '"' | 0x80, '\\' - 1, 0x00,    0xff,       0x1f,       0x20,
                                   0x7f,    0x80,       0x9f,     0xa0,    '\\' | 0x80};
      block[i] = static_cast<std::byte>(round % 2 == 0 ? random() : near[random() % std::size(near)]);
      commas |= std::uint64_t{block[i] == std::byte{','}} << i;
      quotes |= std::uint64_t{block[i] == std::byte{'"'}} << i;
      others |= std::uint64_t{is_other(block[i])} << i;
    }
    wrong += hallmark::mark_commas(block) != commas;
    std::uint64_t found = 0;
    wrong += hallmark::mark_quotes(block, found) != quotes;
    wrong += found != others;
  }
  CHECK(wrong == 0);
}

TEST_CASE("text marks: between fences they are given in order as far as the blocks go") {
  std::mt19937_64 random(20261124);
  for (std::size_t size = 0; size <= 400; ++size) {
    const Fenced memory(size);
    const auto text = memory.high();
    for (const unsigned often : {1U, 5U, 100U}) {
      for (std::byte& byte : text)
        byte = static_cast<std::byte>(random() % often != 0 ? 'a' : random() % 2 == 0 ? ',' : '"');
      if (size > 300) text[200] = std::byte{0x80};
      CHECK(all_of<MarkCommas, 1>(text) == expected_marks(text, ',', 1, false));
      CHECK(all_of<MarkQuotes, 16>(text) == expected_marks(text, '"', 16, true));
    }
  }
}
