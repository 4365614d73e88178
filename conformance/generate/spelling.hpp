// SPDX-License-Identifier: Apache-2.0
// Spelling: writes JSON in any order of members, white space and escapes, and with words in it that do not belong
// there.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/choices.hpp"
#include "conformance/model/value.hpp"

namespace hallmark::conformance {

// as_written is a number, or a word in its place, that keeps its spelling.
[[nodiscard]] inline Json as_written(std::string text) { return Json::binary({text.begin(), text.end()}); }

class Spelling {
 public:
  // Where `others` are given, up to three words become one of `words`, or stand after one.
  Spelling(Choices& choices, const std::vector<std::string>& words, Choices* others)
      : choices_(choices), words_(words), others_(others), left_(others == nullptr ? 0 : 3) {}

  std::string space();
  std::string value(const Json& json) { return word(text(json)); }

 private:
  std::string text(const Json& json);
  std::string word(std::string one);
  std::string string(const std::string& text);
  std::string escaped(const std::string& character);

  Choices& choices_;
  const std::vector<std::string>& words_;
  Choices* others_;
  int left_;
};

}  // namespace hallmark::conformance
