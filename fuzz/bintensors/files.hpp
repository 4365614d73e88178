// BinTensors files as models: read, and written as every encoder must.
#pragma once

#include "conformance/bintensors/generate.hpp"
#include "fuzz/encoding.hpp"

namespace hallmark::fuzz {

// with_file calls `use` with an accepted file, and says whether it was accepted.
template <class Use>
bool with_file(bintensors::Layout layout, Bytes input, const Options& options, const Use& use) {
  Block memory(static_cast<std::size_t>(bintensors::scratch_bound(layout, input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto file = bintensors::decode(layout, input, scratch, options);
  if (!file) return false;
  use(*file);
  return true;
}

[[nodiscard]] inline std::optional<bintensors::OwnedModel> read(bintensors::Layout layout, Bytes input,
                                                                const Options& options = {}) {
  std::optional<bintensors::OwnedModel> model;
  with_file(layout, input, options, [&](const bintensors::FileView& file) { model = bintensors::owned(file); });
  return model;
}

[[nodiscard]] inline Written write(bintensors::Layout layout, const bintensors::OwnedModel& owned) {
  const bintensors::Borrowed borrowed(owned);
  const bintensors::Model model = borrowed.view();
  const std::uint64_t bound = bintensors::encode_scratch(layout, model);
  Block memory(static_cast<std::size_t>(bound), 0x5a);
  const std::uint64_t size = bintensors::encoded_size(layout, model, Scratch(memory.bytes()));
  invariant(size <= bintensors::encoded_size(layout, model), "without scratch the size is a bound");
  return written(size, bound, ShortMemory::written_to, [&](Scratch& scratch, std::span<std::byte> out) {
    return bintensors::encode(layout, model, scratch, out);
  });
}

}  // namespace hallmark::fuzz
