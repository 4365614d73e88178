// SPDX-License-Identifier: Apache-2.0
// The lexer finds the end of plain text wherever it is, and reads nothing after a text that is cut off.
#include "codecs/kserve/json_rules.hpp"
#include "conformance/testing/finders.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::kserve {
namespace {

std::uint64_t find_end_of_text(Bytes data) noexcept {
  const TextCursor text(data);
  const TextCursor at = find_not_plain(text);
  return at.ended() ? nowhere : at - text;
}

TEST_CASE("kserve: the first byte that is no plain text is found wherever it is, and nothing outside is read") {
  testing::check_finder({"quote", find_end_of_text, 'a', '"'});
  testing::check_finder({"backslash", find_end_of_text, ']', '\\'});
  testing::check_finder({"control", find_end_of_text, ' ', 0x1f});
  testing::check_finder({"not ASCII", find_end_of_text, '!', 0x80});
}

TEST_CASE("kserve: between fences every length of JSON that is cut off is looked at and not read across") {
  testing::each_cut_text({"{\"", "{\"\\", "{\"a\":[1,", "[1.5e", "-", "1234567", "\xf0\x9f\x98"}, "a7 ",
                         [](LastingBytes data) {
                           const TextCursor cursor(data);
                           CHECK(skim_json(cursor, [](const JsonMember&) {}).end.ended());
                           JsonLexer lexer(json_rules);
                           JsonNumber number;
                           JsonString string;
                           (void)lexer.number(cursor, number);
                           (void)lexer.string(cursor, string);
                           (void)scratch_bound(data);
                         });
}

TEST_CASE("kserve: with a header length the bound of the scratch looks at no byte of the body") {
  constexpr std::size_t size = 100'000'000;
  const testing::Fenced memory(0, size);
  Options options;
  options.header_length = size;
  CHECK(scratch_bound(memory.beyond(), options) >= 16 * size);
}

}  // namespace
}  // namespace hallmark::kserve
