// SPDX-License-Identifier: Apache-2.0
// Writes the inputs near a given one: prefixes, changed bytes, random edits.
#include "conformance/generate/mutate.hpp"

#include <algorithm>
#include <bitset>

namespace hallmark::conformance {
namespace {

std::vector<std::byte> copy_of(Bytes input) { return {input.begin(), input.end()}; }

std::uint8_t value_of(std::byte byte) { return std::to_integer<std::uint8_t>(byte); }

// visit_values visits the input with `wanted` values at each byte, except the one it has.
template <class Wanted>
void visit_values(Bytes input, const Visitor& visit, Wanted wanted) {
  std::vector<std::byte> mutant = copy_of(input);
  for (std::size_t at = 0; at < input.size(); ++at) {
    std::bitset<256> values = wanted(value_of(input[at]));
    values.reset(value_of(input[at]));
    for (std::size_t value = 0; value < values.size(); ++value) {
      if (!values.test(value)) continue;
      mutant[at] = static_cast<std::byte>(value);
      visit(mutant, at);
    }
    mutant[at] = input[at];
  }
}

std::bitset<256> boundary_values(std::uint8_t value) {
  std::bitset<256> values;
  for (const int other : {value + 1, value - 1, ~value, 0, 1, 0x7f, 0x80, 0xff}) values.set(other & 0xff);
  for (int bit = 0; bit < 8; ++bit) values.set(value ^ 1 << bit);
  return values;
}

void edit(std::vector<std::byte>& bytes, Choices& choices) {
  enum Edit { flip, overwrite, insert, erase, duplicate, cut, edits };
  const auto kind = bytes.empty() ? insert : static_cast<Edit>(choices.below(edits));
  const std::size_t at = bytes.empty() ? 0 : choices.below(bytes.size());
  const auto from = bytes.begin() + static_cast<std::ptrdiff_t>(at);
  switch (kind) {
    case flip: *from ^= std::byte{1} << choices.below(8); return;
    case overwrite: *from = static_cast<std::byte>(choices.byte()); return;
    case insert: bytes.insert(from, static_cast<std::byte>(choices.byte())); return;
    case erase: bytes.erase(from); return;
    case duplicate: {
      const std::size_t count = std::min<std::size_t>(bytes.size() - at, 1 + choices.below(16));
      const std::vector<std::byte> piece(from, from + static_cast<std::ptrdiff_t>(count));
      bytes.insert(from, piece.begin(), piece.end());
      return;
    }
    case cut: bytes.resize(at); return;
    case edits: return;
  }
}

}  // namespace

void each_prefix(Bytes input, const Visitor& visit) {
  for (std::size_t size = 0; size < input.size(); ++size) visit(copy_of(input.first(size)), size);
}

void each_byte_change(Bytes input, const Visitor& visit) {
  visit_values(input, visit, [](std::uint8_t) { return std::bitset<256>().set(); });
}

void each_boundary_value(Bytes input, const Visitor& visit) { visit_values(input, visit, boundary_values); }

std::vector<std::byte> mutated(Bytes input, Choices& choices) {
  std::vector<std::byte> bytes = copy_of(input);
  for (std::uint32_t left = 1 + choices.below(4); left > 0; --left) edit(bytes, choices);
  return bytes;
}

}  // namespace hallmark::conformance
