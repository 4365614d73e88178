// SPDX-License-Identifier: Apache-2.0
// The formats there are, in words.
#pragma once

#include <ranges>
#include <string>

#include "hallmark/core/codec.hpp"

namespace hallmark::reports {

// format_list returns the ids of all formats: "oinf, bson". The registry is read from its end, where the best known
// are.
[[nodiscard]] inline std::string format_list() {
  std::string list;
  for (const Codec* codec : all_codecs() | std::views::reverse) {
    if (!list.empty()) list += ", ";
    list += codec->id;
  }
  return list;
}

}  // namespace hallmark::reports
