// Compares two OINF models, table by table in the order of names.
#pragma once

#include <algorithm>
#include <vector>

#include "fuzz/invariants.hpp"
#include "fuzz/same.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::fuzz {

[[nodiscard]] inline std::string_view name_of(const oinf::Sizevar& entry) noexcept { return entry.name; }
[[nodiscard]] inline std::string_view name_of(const oinf::Metadata& entry) noexcept { return entry.key; }
[[nodiscard]] inline std::string_view name_of(const TensorView& entry) noexcept { return entry.name; }

[[nodiscard]] inline bool same(const oinf::Sizevar& a, const oinf::Sizevar& b) noexcept {
  return a.name == b.name && a.value == b.value;
}
[[nodiscard]] inline bool same(const oinf::Metadata& a, const oinf::Metadata& b) noexcept {
  return a.key == b.key && a.type == b.type && same_bytes(a.blob, b.blob);
}
// same_sorted compares `model`, whose tables may be in any order, with the content of a canonical file.
template <class Entry>
[[nodiscard]] bool same_sorted(std::span<const Entry> model, std::span<const Entry> canonical) {
  std::vector<Entry> sorted(model.begin(), model.end());
  std::sort(sorted.begin(), sorted.end(), [](const Entry& a, const Entry& b) { return name_of(a) < name_of(b); });
  return std::equal(sorted.begin(), sorted.end(), canonical.begin(), canonical.end(),
                    [](const Entry& a, const Entry& b) { return same(a, b); });
}
[[nodiscard]] inline bool same_sorted(const oinf::ModelView& model, const oinf::ModelView& canonical) {
  return same_sorted(model.sizevars, canonical.sizevars) && same_sorted(model.metadata, canonical.metadata) &&
         same_sorted(model.tensors, canonical.tensors);
}

// encoded runs the encoder with exactly the output memory and scratch that it requires.
[[nodiscard]] inline Encoded encoded(const oinf::ModelView& model, std::span<std::byte> out) {
  const std::uint64_t bound = oinf::encode_scratch(model);
  Block memory(static_cast<std::size_t>(bound), 0x5a);
  Scratch scratch(memory.bytes());
  const Encoded result = oinf::encode(model, scratch, out);
  invariant(scratch.used() <= bound, "encode_scratch suffices");
  return result;
}

// check_encoded checks that an encoded file decodes to `model`, is its own re-encoding, and that the encoder writes
// nothing into memory that is one byte too short.
inline void check_encoded(const Block& file, const oinf::ModelView& model) {
  Block memory(static_cast<std::size_t>(oinf::scratch_bound(file.view())), 0x5a);
  Scratch scratch(memory.bytes());
  const auto decoded = oinf::decode(file.view(), scratch);
  invariant(static_cast<bool>(decoded), "what was encoded is accepted");
  invariant(same_sorted(model, *decoded), "what was encoded decodes to the same value");
  Block again(file.view().size(), 0xee);
  invariant(static_cast<bool>(encoded(*decoded, again.bytes())), "what was decoded can be encoded");
  invariant(same_bytes(file.view(), again.view()), "an encoded file is its own re-encoding");
  Block small(file.view().size() - 1, 0xee);
  refuses_short_memory(encoded(model, small.bytes()), file.view().size());
  for (const std::byte b : small.view()) invariant(b == std::byte{0xee}, "an encoder leaves short memory alone");
}

}  // namespace hallmark::fuzz
