// What the tables of a walk are made for is counted the same with the vectors of this processor and without, at every
// length around the borders of rows and blocks.
#include "codecs/kserve/punctuation.hpp"

#include <random>
#include <string>
#include <string_view>

#include "codecs/core/processor.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::kserve {
namespace {

Punctuation counted(std::string_view text) {
  Punctuation found;
  for (const char c : text) {
    found.braces += c == '{' ? 1 : 0;
    found.brackets += c == '[' ? 1 : 0;
    found.colons += c == ':' ? 1 : 0;
    found.commas += c == ',' ? 1 : 0;
    found.backslashes += c == '\\' ? 1 : 0;
  }
  return found;
}

bool agrees(std::string_view text) {
  const Bytes bytes = as_bytes(text);
  const Punctuation expected = counted(text);
  const bool with = !processor_has_vectors() || punctuation_of(bytes, true) == expected;
  return with && punctuation_of(bytes, false) == expected;
}

TEST_CASE("kserve: punctuation is counted the same in rows of every width") {
  std::mt19937_64 random(20261123);
  constexpr std::string_view alphabet = "{[:,\\}]\"a0 \xff";
  std::string text;
  std::size_t wrong = 0;
  for (std::size_t size = 0; size < 9000; ++size) {  // a block has 4,080 or 8,160 bytes
    const bool near = size < 200 || (size > 4000 && size < 4200) || (size > 8000 && size < 8300);
    if (near) wrong += agrees(text) ? 0 : 1;
    text += alphabet[random() % alphabet.size()];
  }
  CHECK(wrong == 0);
  for (const char c : alphabet) CHECK(agrees(std::string(20000, c)));  // no counter overflows
}

}  // namespace
}  // namespace hallmark::kserve
