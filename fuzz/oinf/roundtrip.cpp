// Fuzz target: round trips of OINF.
#include "fuzz/roundtrip.hpp"

#include "conformance/oinf/generate.hpp"

namespace hallmark::fuzz {
namespace {

struct Oinf {
  using Model = oinf::OwnedModel;

  static std::span<const Way> ways() {
    static const Way all[] = {{codec_named("oinf")}};
    return all;
  }
  static Model draw(Choices& choices) { return oinf::sorted(oinf::any_model(choices, 6)); }

  static std::optional<File> written(const Way&, const Model& model) {
    File file{oinf::written(model)};
    invariant(!file.bytes.empty(), "a valid model is written");
    return file;
  }

  static std::optional<Found<Model>> read(const Way&, const File& file) {
    Block memory(static_cast<std::size_t>(oinf::scratch_bound(file.bytes)), 0x5a);
    Scratch scratch(memory.bytes());
    const auto view = oinf::decode(file.bytes, scratch);
    if (!view) return std::nullopt;
    Found<Model> found{oinf::owned(*view), {}};
    for (std::size_t i = 0; i < view->tensors.size(); ++i) {
      found.plain.push_back(plain_data(file, view->tensors[i].data, view->tensors[i].dtype, i));
    }
    return found;
  }

  static void change(Model& model, const Plain& plain, std::size_t at, std::byte mask) {
    model.tensors[plain.part].data[at] ^= mask;
  }
};

}  // namespace
}  // namespace hallmark::fuzz

HALLMARK_ROUNDTRIP(hallmark::fuzz::Oinf)
