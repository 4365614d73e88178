// SPDX-License-Identifier: Apache-2.0
// The scans for zeros, BOOL and UTF-8, and what looks at text that is cut off.
#include "codecs/core/scan.hpp"

#include <algorithm>

#include "codecs/core/digits.hpp"
#include "codecs/core/unique_names.hpp"
#include "codecs/core/utf8.hpp"
#include "conformance/testing/finders.hpp"

using namespace hallmark;

TEST_CASE("scan: one wrong byte is found wherever it is, and nothing outside is read") {
  testing::check_finder({"zeros", find_non_zero, 0, 1, true});
  testing::check_finder({"bools", find_non_bool, 1, 2, true});
  testing::check_finder({"utf8", find_invalid_utf8, 'a', 0xff});
}

TEST_CASE("scan: between fences every length of text that is cut off is looked at and not read across") {
  // What begins a number in text, names that are hashed and compared, and sequences of UTF-8 whose end is missing.
  for (std::size_t size = 0; size <= 300; ++size) {
    const testing::Fenced memory(size);
    const auto data = memory.high();
    for (const std::string_view text : {"{\"a\":[1,", "[1.5e", "-", "1234567", "\xf0\x9f\x98", "\xe2\x82"}) {
      const std::size_t kept = std::min(text.size(), size);
      for (const char fill : {'a', '7', ' '}) {
        std::ranges::fill(data, static_cast<std::byte>(fill));
        std::ranges::copy(as_bytes(text.substr(0, kept)), data.begin());
        (void)read_integer(TextCursor(data));
        (void)unique_names::hash(data);
        CHECK_FALSE(before(data, data));
      }
      // At the end, where it is cut off.
      std::ranges::fill(data, std::byte{'a'});
      std::ranges::copy(as_bytes(text.substr(0, kept)), data.end() - static_cast<std::ptrdiff_t>(kept));
      const bool cut = kept != 0 && (text.front() & 0x80) != 0;
      CHECK(find_invalid_utf8(data) == (cut ? size - kept : nowhere));
    }
  }
}
