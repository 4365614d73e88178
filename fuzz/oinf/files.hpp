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

[[nodiscard]] inline std::optional<oinf::OwnedModel> read(Bytes input, const Options& options) {
  std::optional<oinf::OwnedModel> model;
  with_model(input, options, [&](const oinf::ModelView& view) { model = oinf::owned(view); });
  return model;
}

[[nodiscard]] inline Written write(const oinf::ModelView& model) {
  return written(oinf::encoded_size(model), oinf::encode_scratch(model), ShortMemory::left_alone,
                 [&](Scratch& scratch, std::span<std::byte> out) { return oinf::encode(model, scratch, out); });
}
[[nodiscard]] inline Written write(const oinf::OwnedModel& model) { return write(oinf::Borrowed(model).view()); }

// check_encoded: the encoded file is also what the other writer makes of the model.
inline void check_encoded(const oinf::OwnedModel& model, Profile profile) {
  const oinf::OwnedModel canonical = oinf::sorted(model);
  const auto file =
      check_encoding(model, canonical, profile, read, [](const oinf::OwnedModel& one) { return write(one); });
  if (!file) return;
  invariant(same_bytes(oinf::any_file(canonical), file->file.view()), "an encoded file is sorted and without gaps");
}

}  // namespace hallmark::fuzz
