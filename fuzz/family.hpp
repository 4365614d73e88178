// SPDX-License-Identifier: Apache-2.0
// The family of a target that every family has.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/core/codec.hpp"

namespace hallmark::fuzz {

extern const char* const family;
extern const char* const used_families;  // whose decoders it calls, each between blanks; itself as well

// rules_of_others are those of the families that this one uses, and of its other formats.
[[nodiscard]] inline std::span<const Rule* const> rules_of_others() {
  static const std::vector<const Rule*> rules = [] {
    std::vector<const Rule*> all;
    const std::string_view used = used_families;
    for (const Codec* codec : all_codecs()) {
      if (used.find(' ' + std::string(codec->family) + ' ') == std::string_view::npos) continue;
      all.insert(all.end(), codec->rules.begin(), codec->rules.end());
    }
    return all;
  }();
  return rules;
}

}  // namespace hallmark::fuzz
