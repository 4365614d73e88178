// SPDX-License-Identifier: Apache-2.0
// Types and strings, as headers have them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "conformance/model/arena.hpp"
#include "conformance/model/opened.hpp"
#include "hallmark/npy.hpp"

namespace hallmark::npy {

// opened_type reads the literal of a dtype, which must last as long.
[[nodiscard]] inline conformance::Opened<Type> opened_type(std::string_view descr, const Options& options = {}) {
  const auto bound = [](Input text, const Options&) noexcept { return 40 * text.size + 256; };
  const auto read = [](Input text, Scratch& scratch, const Options& given) noexcept {
    return type_from(text.window, scratch, given);
  };
  return {as_bytes(descr), options, bound, read};
}

// type_text gives a type that is no structure: <f8.
[[nodiscard]] inline std::string type_text(const Type& type) {
  return std::string(as_text(conformance::bytes_with([&](Writer& to) { put_type(to, type); })));
}

// quoted_text gives a string in quotes, with the escapes that it cannot be without.
[[nodiscard]] inline std::string quoted_text(std::string_view text) {
  std::string all = "'";
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20) {
      all += fmt::format("\\x{:02x}", static_cast<int>(c));
    } else {
      if (c == '\'' || c == '\\') all += '\\';
      all += c;
    }
  }
  return all + '\'';
}

}  // namespace hallmark::npy
