// Fuzz target: round trips of BSON vectors.
#include "fuzz/bson_vector/plain.hpp"

namespace hallmark::fuzz {
namespace {

struct BsonVector {
  using Model = bson_vector::OwnedVector;

  static std::span<const Way> ways() {
    static const Way all[] = {{codec_named("bson-vector")}};
    return all;
  }
  static Model draw(Choices& choices) { return bson_vector::any_vector(choices, 40); }

  static std::optional<File> written(const Way&, const Model& model) {
    File file;
    file.bytes.resize(static_cast<std::size_t>(bson_vector::encoded_size(model.view())));
    Scratch none;
    invariant(static_cast<bool>(bson_vector::encode(model.view(), none, file.bytes)), "a valid vector is written");
    return file;
  }

  static std::optional<Found<Model>> read(const Way&, const File& file) {
    Scratch none;
    const auto view = bson_vector::decode(file.bytes, none);
    if (!view) return std::nullopt;
    Found<Model> found{{view->dtype, view->padding, {view->data.begin(), view->data.end()}}, {}};
    add_plain(found.plain, file, *view, 0);
    return found;
  }

  static void change(Model& model, const Plain&, std::size_t at, std::byte mask) { model.data[at] ^= mask; }
};

}  // namespace
}  // namespace hallmark::fuzz

HALLMARK_ROUNDTRIP(hallmark::fuzz::BsonVector)
