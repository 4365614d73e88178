// What the inputs of several families are made of.
#pragma once

#include <string>
#include <string_view>

#include "benchmarks/growth/growth.hpp"

namespace hallmark::benchmarks::growth {

using Make = std::function<Sample(std::uint64_t)>;
using Memory = std::vector<std::byte>;

// A codec's working memory while it decodes what will be encoded.
template <class View>
struct Kept {
  Memory input;
  Memory tables;
  View view{};
};

[[nodiscard]] Sample of_text(const std::string& text);
[[nodiscard]] std::string repeated_text(std::string_view text, std::uint64_t size);
// overwritten puts `text` after every place where `mark` stands.
[[nodiscard]] Sample overwritten(Memory bytes, std::string_view mark, std::string_view text);
// nested puts `inside` into so many brackets.
[[nodiscard]] std::string nested(std::string_view inside, std::uint64_t levels);
// plain makes samples without options.
[[nodiscard]] Make plain(std::function<Memory(std::uint64_t)> make);

}  // namespace hallmark::benchmarks::growth
