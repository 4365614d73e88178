// SPDX-License-Identifier: Apache-2.0
// Inputs in the format of the example, each with its fault in its name, and bytes by hand for inputs that no encoder
// writes.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace hallmark::program_testing {

[[nodiscard]] std::string document(const std::string& elements);                       // adds length and terminator
[[nodiscard]] std::string binary(const std::string& key, const std::string& payload);  // a tensor, as an element
[[nodiscard]] std::string filler(std::uint32_t size);                                  // an element of other bytes
[[nodiscard]] std::string good_input();
[[nodiscard]] std::string bad_input();                         // padding of an i8 tensor at offset 13
[[nodiscard]] std::string many_bad_inputs(std::size_t count);  // one after the other, which is one file
[[nodiscard]] std::string three_faults();                      // paddings at 13 and 29, odd data of f32 at 42
[[nodiscard]] std::string unsupported_input();                 // unknown dtype
[[nodiscard]] std::string warning_input();                     // an array whose first key is "1"
[[nodiscard]] std::string deep_input(int levels);
[[nodiscard]] std::string bytes(std::string_view literal);

// word returns a little-endian integer.
template <std::unsigned_integral Word>
[[nodiscard]] std::string word(Word value) {
  std::string out;
  for (std::size_t i = 0; i < sizeof value; ++i) out += static_cast<char>(value >> (8 * i) & 0xff);
  return out;
}

}  // namespace hallmark::program_testing
