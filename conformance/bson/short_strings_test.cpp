// Strings whose length is looked at 32 bytes at once: nothing behind the input is read, and nothing behind a string
// counts.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/bson/generate.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"

namespace {

using namespace hallmark;

constexpr std::size_t text_at = 4 + 3 + 4;  // lengths of document and string, and an element between them

// {a: `size` letters, b: `behind` bytes that are no text}
std::vector<std::byte> document(std::size_t size, std::size_t behind) {
  return bson::built([&](bson::Builder& to) {
    to.begin_document();
    to.string("a", std::string(size, 'x'));
    to.binary("b", 0, std::vector<std::byte>(behind, std::byte{0xff}));
    to.end();
  });
}

// Offset of the byte that is no UTF-8; 0 when the document is valid.
std::uint64_t invalid_at(Bytes input) {
  const testing::Fenced memory(input.size());
  const auto data = memory.high();
  std::ranges::copy(input, data.begin());
  std::vector<std::byte> scratch_memory(bson::scratch_bound(data));
  Scratch scratch(scratch_memory);
  const auto decoded = bson::decode(data, scratch);
  if (decoded) return 0;
  return decoded.violation().rule->id == "bson/string-utf8" ? decoded.violation().offset : UINT64_MAX;
}

}  // namespace

TEST_CASE("bson: a byte that is no UTF-8 is found at every place of a short string, wherever the input ends") {
  for (std::size_t size = 0; size <= 36; ++size) {
    for (std::size_t behind = 0; behind <= 36; behind += size % 3 + 1) {
      CAPTURE(size, behind);
      std::vector<std::byte> input = document(size, behind);
      std::size_t wrong = invalid_at(input) != 0;
      for (std::size_t at = text_at; at < text_at + size; ++at) {
        input[at] = std::byte{0xff};
        wrong += invalid_at(input) != at;
        input[at] = std::byte{'x'};
      }
      CHECK(wrong == 0);
    }
  }
}
