// Strings whose length is looked at 32 bytes at once: nothing behind the input is read, and nothing behind a string
// counts.
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"
#include "hallmark/bson.hpp"

namespace {

using namespace hallmark;

constexpr std::size_t text_at = 4 + 3 + 4;  // lengths of document and string, and an element between them

// {a: text, b: `behind` bytes that are no text}
std::string document(const std::string& text, std::size_t behind) {
  const auto i32 = [](std::size_t value) {
    std::string bytes;
    for (unsigned shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
  };
  using namespace std::string_literals;
  const std::string elements = "\x02"s + "a\0"s + i32(text.size() + 1) + text + "\0\x05"s + "b\0"s + i32(behind) +
                               "\0"s + std::string(behind, '\xff');
  return i32(4 + elements.size() + 1) + elements + "\0"s;
}

// Offset of the byte that is no UTF-8; 0 when the document is valid.
std::uint64_t invalid_at(const std::string& input) {
  const testing::Fenced memory(input.size());
  const auto data = memory.high();
  std::ranges::copy(as_bytes(input), data.begin());
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
      std::string text(size, 'x');
      std::size_t wrong = invalid_at(document(text, behind)) != 0;
      for (std::size_t at = 0; at < size; ++at) {
        text[at] = '\xff';
        wrong += invalid_at(document(text, behind)) != text_at + at;
        text[at] = 'x';
      }
      CHECK(wrong == 0);
    }
  }
}
