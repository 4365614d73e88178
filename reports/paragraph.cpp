// SPDX-License-Identifier: Apache-2.0
#include "reports/paragraph.hpp"

#include <algorithm>

namespace hallmark::reports {
namespace {

// The first `count` characters.
std::string_view first(std::string_view text, std::size_t count) noexcept {
  std::size_t end = 0;
  while (end < text.size() && (count != 0 || continues_character(text[end]))) {
    if (!continues_character(text[end++])) --count;
  }
  return text.substr(0, end);
}

}  // namespace

std::size_t width_of(std::string_view text) noexcept {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !continues_character(c); }));
}

std::string shortened(std::string_view text, std::size_t columns) {
  const std::size_t width = width_of(text);
  if (columns == 0 || width <= columns) return std::string(text);
  const std::size_t kept = columns - 1;
  const std::string_view tail = text.substr(first(text, width - kept / 2).size());
  return std::string(first(text, kept - kept / 2)) + "…" + std::string(tail);
}

bool Paragraph::fits(std::string_view word) const { return columns_ == 0 || at_ + 1 + width_of(word) <= columns_; }

void Paragraph::separate(bool fits) {
  if (at_ == 0) return;
  if (!fits) out_ += '\n';
  out_.append(fits ? 1 : indent_, ' ');
  at_ = fits ? at_ + 1 : indent_;
}

void Paragraph::put(std::string_view word) {
  out_ += word;
  at_ += width_of(word);
}

void Paragraph::word(std::string_view text, const Mark& mark) {
  separate(fits(text));
  out_ += mark.on;
  put(text);
  out_ += mark.off;
}

void Paragraph::text(std::string_view text, const Mark& mark) {
  for (bool first = true; !text.empty(); first = false) {
    const std::string_view one = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), one.size() + 1));
    const bool goes_on = fits(one);
    if (!first && !goes_on) out_ += mark.off;
    separate(goes_on);
    if (first || !goes_on) out_ += mark.on;
    put(one);
    if (text.empty()) out_ += mark.off;
  }
}

}  // namespace hallmark::reports
