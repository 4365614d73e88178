// SPDX-License-Identifier: Apache-2.0
// Every text of up to some characters of an alphabet.
#pragma once

#include <string>
#include <string_view>

namespace hallmark::testing {

// every_text calls `check` with each.
template <class Check>
void every_text(std::string_view alphabet, std::size_t size, const Check& check) {
  std::string text;
  const auto extend = [&](const auto& self) -> void {
    check(text);
    if (text.size() == size) return;
    for (const char next : alphabet) {
      text.push_back(next);
      self(self);
      text.pop_back();
    }
  };
  extend(extend);
}

}  // namespace hallmark::testing
