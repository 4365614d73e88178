// SPDX-License-Identifier: Apache-2.0
// Reads TOML that others wrote, within bounds. Nothing else of the program parses TOML.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

// toml++ without its assertions: a text like "[[[" breaks one of them just before its fault is reported. With NDEBUG it
// would promise to the compiler what they claim.
#pragma push_macro("NDEBUG")
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#include <toml++/toml.h>
#pragma pop_macro("NDEBUG")

namespace hallmark::conformance {

// BadToml: a text is not TOML, is beyond a bound, or says what it must not. The place is counted from 1, columns in
// characters.
struct BadToml : std::runtime_error {
  BadToml(const std::string& what, std::size_t on_line, std::size_t at_column, std::string key = {})
      : std::runtime_error(what), line(on_line), column(at_column), unknown_key(std::move(key)) {}

  std::size_t line;
  std::size_t column;
  std::string unknown_key;  // if that is the fault
};

// parse_toml bounds the levels of arrays, tables and dotted keys, of which toml++ bounds only the first two: a table is
// destroyed by recursion. Throws BadToml. The caller bounds the size of the text.
[[nodiscard]] toml::table parse_toml(std::string_view text);

}  // namespace hallmark::conformance
