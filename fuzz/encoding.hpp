// SPDX-License-Identifier: Apache-2.0
// What every encoder owes: the memory that it asks for suffices, and what it writes is read as the same model.
#pragma once

#include <algorithm>
#include <optional>

#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

[[nodiscard]] inline bool same_bytes(Bytes a, Bytes b) noexcept { return std::ranges::equal(a, b); }

struct Written {
  Block file;
  Encoded result;
};

// What an encoder does with output memory that is too short.
enum class ShortMemory : std::uint8_t { left_alone, written_to };

// written calls `encode` with exactly the output memory and scratch that the encoder requires, then with one byte less.
template <class Encode>
[[nodiscard]] Written written(std::uint64_t size, std::uint64_t bound, ShortMemory short_memory, const Encode& encode) {
  Written made{Block(static_cast<std::size_t>(size), 0xee), {}};
  Block memory(static_cast<std::size_t>(bound), 0x5a);
  Scratch scratch(memory.bytes());
  made.result = encode(scratch, made.file.bytes());
  invariant(scratch.used() <= bound && made.result.refusal.rule != &rule<"hallmark/scratch-exhausted">,
            "encode_scratch suffices");
  if (!made.result) return made;
  invariant(made.result.size == size, "encoded_size is the size of the file");
  if (size == 0) return made;
  Block small(static_cast<std::size_t>(size) - 1, 0xee);
  Scratch again(memory.bytes());
  refuses_short_memory(encode(again, small.bytes()), size);
  if (short_memory == ShortMemory::written_to) return made;
  for (const std::byte b : small.view()) invariant(b == std::byte{0xee}, "an encoder leaves short memory alone");
  return made;
}

// check_encoding demands of a model that was accepted that it is encoded, or that compat alone tolerates it; that its
// file is read as the model in `canonical` order, and is its own encoding. It returns the file.
template <class Model, class Read, class Write>
std::optional<Written> check_encoding(const Model& model, const Model& canonical, Profile profile, const Read& read,
                                      const Write& write) {
  Written first = write(model);
  if (!first.result) {
    invariant(profile == Profile::compat && first.result.refusal.rule->compat,
              "an encoder refuses nothing but what compat tolerates");
    return std::nullopt;
  }
  const auto again = read(first.file.view(), Options{});
  invariant(again.has_value(), "what was encoded is accepted");
  invariant(*again == canonical, "what was encoded decodes to the same value");
  const Written twice = write(*again);
  invariant(static_cast<bool>(twice.result), "what was decoded can be encoded");
  invariant(same_bytes(first.file.view(), twice.file.view()), "an encoded file is its own re-encoding");
  return first;
}

}  // namespace hallmark::fuzz
