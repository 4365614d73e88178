// SPDX-License-Identifier: Apache-2.0
// What some reader takes and others refuse, where all agree on what else may be found there. README.md.
#include "futhark/numbers.hpp"

namespace hallmark::futhark {
namespace {

bool begins_with(TextCursor at, std::string_view word) noexcept { return as_text(at.rest()).starts_with(word); }

// White space to the Python package or to the Haskell reader.
bool is_foreign_space(unsigned c) noexcept { return (c >= 0x1c && c <= 0x1f) || c == 0x85 || c == 0xa0; }

// nan or inf, in letters of any case.
bool is_bare_special(TextCursor at) noexcept {
  std::uint32_t letters = 0;
  for (std::uint64_t i = 0; i < 3; ++i) letters = letters << 8 | ((at.peek(i) & 0xff) | 0x20);
  return letters == ('n' << 16 | 'a' << 8 | 'n') || letters == ('i' << 16 | 'n' << 8 | 'f');
}

// An underscore in what goes on with a scalar.
bool has_underscore(TextCursor at) noexcept {
  return at.skip_while([](unsigned c) { return is_alphanumeric(c) || c == '.'; }).is('_');
}

// What begins a value in text, for a reader that needs no white space before it.
bool begins_value(TextCursor at) noexcept {
  for (const std::string_view start :
       {"-", "+", ".", "_", "[", "\"", "f16.", "f32.", "f64.", "true", "false", "empty"}) {
    if (begins_with(at, start)) return true;
  }
  return is_digit(at.peek());
}

}  // namespace

const Rule& Walk::disputed(const Rule& broken, TextCursor at) const noexcept {
  const unsigned c = at.peek();
  const bool in_array = position_.depth != 0;
  const bool is_comment = begins_with(at, "--");
  const bool at_start = &broken == &rule<"futhark/value-start">;
  const bool at_end = &broken == &rule<"futhark/scalar-end">;
  const bool after_element = &broken == &rule<"futhark/array-syntax">;
  const bool inside_empty = &broken == &rule<"futhark/empty-syntax">;
  const bool no_digits = &broken == &rule<"futhark/digits-missing">;

  if ((at_start || at_end || after_element || inside_empty) && is_foreign_space(c))
    return rule<"futhark/foreign-space">;
  if ((at_start || at_end) && c == 0 && !in_array) return rule<"futhark/nul">;
  if (at_start && c == '"') return rule<"futhark/string">;
  if (at_start && in_array && begins_with(at, "empty")) return rule<"futhark/empty-element">;
  if ((at_start || no_digits) && is_bare_special(at)) return rule<"futhark/bare-special">;
  if (no_digits && in_array) return rule<"futhark/part-missing">;
  if ((at_end || &broken == &rule<"futhark/word">) && has_underscore(at)) return rule<"futhark/name-underscore">;
  if (at_end && (c | 0x20) == 'x' && is_digit_of(at.peek(1), 16)) return rule<"futhark/hexadecimal-prefix">;
  if (at_end && (in_array ? is_comment : begins_value(at))) return rule<"futhark/touching">;
  if (after_element && c == '[') return rule<"futhark/comma-missing">;
  if (inside_empty && is_comment) return rule<"futhark/empty-comment">;
  return broken;
}

}  // namespace hallmark::futhark
