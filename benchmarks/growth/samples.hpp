// SPDX-License-Identifier: Apache-2.0
// What the inputs of several families are made of.
#pragma once

#include "benchmarks/growth/growth.hpp"

namespace hallmark::benchmarks::growth {

[[nodiscard]] Sample of_text(const std::string& text);
[[nodiscard]] std::string repeated_text(std::string_view text, std::uint64_t size);
// overwritten puts `text` after every place where `mark` stands.
[[nodiscard]] Sample overwritten(File bytes, std::string_view mark, std::string_view text);
// overwritten makes what another makes, after that.
template <class Make>
[[nodiscard]] auto overwritten(Make make, std::string_view mark, std::string_view text) {
  return [=](std::uint64_t size) { return overwritten(make(size), mark, text); };
}
// add_encoder adds the encoder of what files hold.
template <class Make, class View>
void add_encoder(Growth& all, const Codec& codec, const std::string& input, Make make,
                 Decoded<View> (*decode)(Input, Scratch&, const Options&) noexcept) {
  all.encoders.push_back(
      {"encode/" + input, [=, &codec](std::uint64_t size) { return encoding_of(codec, 1, make(size), decode); }});
}
// nested puts `inside` into so many brackets.
[[nodiscard]] std::string nested(std::string_view inside, std::uint64_t levels);

}  // namespace hallmark::benchmarks::growth
