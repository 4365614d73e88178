// Fuzz target: round trips of Futhark values in both forms, binary with and without line feeds. In text no byte is
// plain data: one that is broken there is checked against the invariants alone.
#include "fuzz/roundtrip.hpp"

#include "conformance/futhark/generate.hpp"

namespace hallmark::fuzz {
namespace {

constexpr futhark::Style styles[] = {{Form::binary, false}, {Form::binary, true}, {Form::text, true}};

struct Futhark {
  using Model = futhark::OwnedValues;

  static std::span<const Way> ways() {
    static const Way all[] = {{codec_named("futhark"), 0}, {codec_named("futhark"), 1}, {codec_named("futhark"), 2}};
    return all;
  }
  static Model draw(Choices& choices) { return futhark::any_values(choices, 4); }

  static std::optional<File> written(const Way& way, const Model& model) {
    const futhark::Style& style = styles[way.form];
    const bool can = style.form == Form::binary || std::ranges::all_of(model, futhark::has_text);
    File file{futhark::written(model, style)};
    invariant(file.bytes.empty() == (!can || model.empty()),
              "values are written in every form that has words for them");
    if (!can) return std::nullopt;
    return file;
  }

  static std::optional<Found<Model>> read(const Way&, const File& file) {
    Block memory(static_cast<std::size_t>(futhark::scratch_bound(file.bytes)), 0x5a);
    Scratch scratch(memory.bytes());
    const auto stream = futhark::decode(file.bytes, scratch);
    if (!stream) return std::nullopt;
    Block room(static_cast<std::size_t>(futhark::read_scratch(*stream)), 0x5a);
    futhark::Values values(*stream, Scratch(room.bytes()));
    Found<Model> found;
    for (futhark::ValueView value; values.next(value);) {
      if (value.form == Form::binary) {
        found.plain.push_back(plain_data(file, value.tensor.data, value.tensor.dtype, found.model.size()));
      }
      found.model.push_back(futhark::owned(value));
    }
    return found;
  }

  static void change(Model& model, const Plain& plain, std::size_t at, std::byte mask) {
    model[plain.part].data[at] ^= mask;
  }
};

}  // namespace
}  // namespace hallmark::fuzz

HALLMARK_ROUNDTRIP(hallmark::fuzz::Futhark)
