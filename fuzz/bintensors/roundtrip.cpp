// Fuzz target: round trips of BinTensors in both layouts.
#include "fuzz/roundtrip.hpp"

#include "conformance/bintensors/generate.hpp"

namespace hallmark::fuzz {
namespace {

using bintensors::Layout;

struct BinTensors {
  using Model = bintensors::OwnedModel;

  static std::span<const Way> ways() {
    static const Way all[] = {{codec_named("bintensors-v0"), static_cast<int>(Layout::v0)},
                              {codec_named("bintensors-v1"), static_cast<int>(Layout::v1)}};
    return all;
  }
  static Model draw(Choices& choices) { return bintensors::sorted(bintensors::any_model(choices, 6)); }

  static std::optional<File> written(const Way& way, const Model& model) {
    File file{bintensors::written(static_cast<Layout>(way.form), model)};
    invariant(!file.bytes.empty(), "a valid model is written");
    return file;
  }

  static std::optional<Found<Model>> read(const Way& way, const File& file) {
    const auto layout = static_cast<Layout>(way.form);
    Block memory(static_cast<std::size_t>(bintensors::scratch_bound(layout, file.bytes)), 0x5a);
    Scratch scratch(memory.bytes());
    const auto view = bintensors::decode(layout, file.bytes, scratch);
    if (!view) return std::nullopt;
    Found<Model> found{bintensors::owned(*view), {}};
    for (std::size_t i = 0; i < view->size(); ++i) {
      const bintensors::Tensor tensor = view->tensor(i);
      found.plain.push_back(plain_data(file, tensor.data, tensor.dtype, i));
    }
    return found;
  }

  static void change(Model& model, const Plain& plain, std::size_t at, std::byte mask) {
    model.tensors[plain.part].data[at] ^= mask;
  }
};

}  // namespace
}  // namespace hallmark::fuzz

HALLMARK_ROUNDTRIP(hallmark::fuzz::BinTensors)
