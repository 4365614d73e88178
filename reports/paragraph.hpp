// SPDX-License-Identifier: Apache-2.0
// Paragraph: text in lines that are no wider than a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hallmark::reports {

// Mark holds the escape sequences around a coloured text; both are empty without colour.
struct Mark {
  const char* on = "";
  const char* off = "";
};

// continues_character: a byte of UTF-8 that is not the first of its character.
[[nodiscard]] constexpr bool continues_character(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

// width_of returns the number of characters of a UTF-8 text.
[[nodiscard]] std::size_t width_of(std::string_view text) noexcept;

// shortened leaves characters out of the middle of a text that is wider than `columns`; 0: any width.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t columns);

// Paragraph appends words to `out`, and starts a new line where one does not fit. A word that is wider than a line
// stays whole, so that it can be copied: a path, for example.
class Paragraph {
 public:
  // `columns` 0: one line of any width. Lines after the first are indented.
  Paragraph(std::string& out, std::size_t columns, std::size_t indent)
      : out_(out), columns_(columns), indent_(indent) {}

  // word appends text that is not broken.
  void word(std::string_view text, const Mark& mark = {});
  // text appends words that are separated by spaces.
  void text(std::string_view text, const Mark& mark = {});
  void end() { out_ += '\n'; }

 private:
  [[nodiscard]] bool fits(std::string_view word) const;
  void separate(bool fits);
  void put(std::string_view word);

  std::string& out_;
  std::size_t columns_;
  std::size_t indent_;
  std::size_t at_ = 0;  // column
};

}  // namespace hallmark::reports
