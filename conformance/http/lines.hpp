// SPDX-License-Identifier: Apache-2.0
// Lines: reads a file line by line.
#pragma once

#include <optional>

#include "hallmark/core/bytes.hpp"

namespace hallmark::http {

struct Line {
  std::uint64_t at = 0;  // offset of its first byte in the file
  std::string_view text;
};

struct Lines {
  Bytes file;
  std::uint64_t at = 0;                       // where reading goes on
  std::optional<std::uint64_t> bare_lf = {};  // the first line end that is LF alone

  [[nodiscard]] Bytes rest() const noexcept { return file.subspan(static_cast<std::size_t>(at)); }

  // next takes the next line; false if none ends before `limit`.
  [[nodiscard]] bool next(Line& line, std::uint64_t limit) noexcept {
    const std::string_view text = as_text(rest()).substr(0, static_cast<std::size_t>(limit - at));
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return false;
    line = {at, text.substr(0, end)};
    at += end + 1;
    if (line.text.ends_with('\r')) {
      line.text.remove_suffix(1);
    } else if (!bare_lf) {
      bare_lf = line.at + end;
    }
    return true;
  }
};

}  // namespace hallmark::http
