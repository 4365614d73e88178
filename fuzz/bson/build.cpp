// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the builder of `bson` documents. The input is a tape of choices, which draws calls of the builder, wrong
// ones among them. The decoder accepts every finished file, and finds in it what was written. The builder never writes
// beyond its memory.
#include "conformance/bson/generate.hpp"
#include "fuzz/encoding.hpp"

namespace hallmark::fuzz {

void run_target(const Block& input) {
  const conformance::Choices choices({reinterpret_cast<const std::uint8_t*>(input.view().data()), input.view().size()});
  constexpr std::uint32_t most = 3;
  const auto build = [&](std::span<std::byte> out) { return bson::build_file(choices, most, out, bson::Calls::any); };
  const bson::GeneratedFile file = bson::any_file(choices, most, bson::Calls::any);
  const Written made = written(file.bytes.size(), 0, ShortMemory::written_to,
                               [&](Scratch&, std::span<std::byte> out) { return build(out); });
  invariant(static_cast<bool>(made.result) == static_cast<bool>(file.written), "the same calls are refused again");
  if (!made.result) return invariant(!build({}), "what is refused is not finished in less memory");
  const Bytes bytes = made.file.view();
  invariant(same_bytes(bytes, file.bytes), "the same calls write the same bytes");

  Block memory(static_cast<std::size_t>(bson::scratch_bound(bytes)), 0x5a);
  Scratch scratch(memory.bytes());
  invariant(static_cast<bool>(bson::decode(bytes, scratch)), "a finished file is accepted");
  invariant(bson::content_in(bytes) == file.content, "every element is built, with its type and value");
}

}  // namespace hallmark::fuzz
