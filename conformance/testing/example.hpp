// SPDX-License-Identifier: Apache-2.0
// The example: the format that tests use where any would do. Only this file says which it is, so a test that needs it
// reads `example::format`, "d/a"_file, "boolean"_rule or "validate --format $format"_filled.
#pragma once

#include <cctype>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "hallmark/core/codec.hpp"
#include "hallmark/core/violation.hpp"

namespace hallmark::testing {

namespace example {

inline constexpr char format[] = "bson";         // of documents, which hold tensors of the second format
inline constexpr char second[] = "bson-vector";  // of one tensor

[[nodiscard]] inline const Codec& codec(std::string_view id = format) { return *codec_named(id); }

// file is the name of a file of the example.
[[nodiscard]] inline std::string file(std::string stem) { return stem.append(codec().extensions.front()); }

}  // namespace example

// filled replaces the words $format, $second, $folder2 (of the second format in every room), $ext and $ext2 in lines of
// shell and in expected texts; "a.$ext2" is a file of the second format. $EXT is $ext in capital letters.
[[nodiscard]] inline std::string filled(std::string text) {
  const Codec& first = example::codec();
  const Codec& second = example::codec(example::second);
  std::string capitals(first.extensions.front().substr(1));
  for (char& letter : capitals) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  const std::pair<std::string_view, std::string_view> words[] = {
      {"$format", first.id},
      {"$second", second.id},
      {"$folder2", second.family},
      {"$ext2", second.extensions.front().substr(1)},
      {"$ext", first.extensions.front().substr(1)},
      {"$EXT", capitals},
  };
  for (const auto& [word, value] : words) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + value.size())) {
      text.replace(at, word.size(), value);
    }
  }
  return text;
}

inline namespace literals {

[[nodiscard]] inline std::string operator""_filled(const char* text, std::size_t size) {
  return filled(std::string(text, size));
}

// "d/a"_file is example::file("d/a").
[[nodiscard]] inline std::string operator""_file(const char* stem, std::size_t size) {
  return example::file(std::string(stem, size));
}

// "boolean"_rule is the id of that rule of the example or of the second format.
[[nodiscard]] inline std::string operator""_rule(const char* name, std::size_t size) {
  for (const char* format : {example::format, example::second}) {
    std::string id = std::string(format).append("/").append(name, size);
    for (const Rule* rule : example::codec(format).rules) {
      if (rule->id == id) return id;
    }
  }
  throw std::invalid_argument(std::string("the example has no rule ") + name);
}

}  // namespace literals

}  // namespace hallmark::testing
