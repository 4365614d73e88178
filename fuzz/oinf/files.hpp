// SPDX-License-Identifier: Apache-2.0
// OINF files as models: read, and written as every encoder must.
#pragma once

#include "conformance/oinf/generate.hpp"
#include "fuzz/encoding.hpp"

namespace hallmark::fuzz {

// with_model calls `use` with the model of an accepted file, and says whether it was accepted.
template <class Use>
bool with_model(Bytes input, const Options& options, const Use& use) {
  Block memory(static_cast<std::size_t>(oinf::scratch_bound(input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto model = oinf::decode(input, scratch, options);
  if (!model) return false;
  use(*model);
  return true;
}

[[nodiscard]] inline Written write(const oinf::ModelView& model) {
  return written(oinf::encoded_size(model), oinf::encode_scratch(model), ShortMemory::left_alone,
                 [&](Scratch& scratch, std::span<std::byte> out) { return oinf::encode(model, scratch, out); });
}

// check_file: a file that was encoded is read as its model, sorted, and is its own encoding.
inline void check_file(Bytes file, const oinf::ModelView& model) {
  const bool accepted = with_model(file, {}, [&](const oinf::ModelView& again) {
    invariant(same(again, oinf::sorted(model).view()), "what was encoded decodes to the same value, sorted");
    const Written twice = write(again);
    invariant(twice.result && same_bytes(twice.file.view(), file), "an encoded file is its own re-encoding");
  });
  invariant(accepted, "what was encoded is accepted");
}

}  // namespace hallmark::fuzz
