// Fuzz target: round trips of BSON documents. The model of a file is its vectors, and the documents as they are built
// again, element by element, from what is read; so a broken byte in a vector changes one of both.
#include "codecs/bson_vector/rules.hpp"
#include "conformance/bson/generate.hpp"
#include "conformance/testing/invariant_sinks.hpp"
#include "fuzz/bson/transcribed.hpp"
#include "fuzz/bson_vector/plain.hpp"

namespace hallmark::fuzz {
namespace {

struct PlacedVector {
  std::uint64_t document;
  std::string path;
  bson_vector::OwnedVector vector;
  std::size_t data_at = 0;  // in the documents

  [[nodiscard]] bool operator==(const PlacedVector& other) const {
    return document == other.document && path == other.path && vector == other.vector;
  }
};

struct Documents {
  std::uint64_t count = 0;
  std::vector<PlacedVector> vectors;
  std::vector<std::byte> built;

  [[nodiscard]] bool operator==(const Documents&) const = default;
};

// Collects the vectors of a file.
class Vectors final : public bson::VectorSink {
 public:
  Vectors(const File& file, Found<Documents>& found) noexcept : file_(file), found_(found) {}

  void vector(std::uint64_t document, const Place& place, std::uint64_t offset,
              const bson_vector::VectorView& vector) noexcept override {
    conformance::StringSink path;
    place.write(path, {});
    std::vector<PlacedVector>& all = found_.model.vectors;
    add_plain(found_.plain, file_, vector, all.size());
    all.push_back({document,
                   path.take(),
                   {vector.dtype, vector.padding, {vector.data.begin(), vector.data.end()}},
                   static_cast<std::size_t>(offset) + 2});
  }

 private:
  const File& file_;
  Found<Documents>& found_;
};

struct Bson {
  using Model = Documents;

  static std::span<const Way> ways() {
    static const Way all[] = {{codec_named("bson"), 0, bson_vector::rules}};
    return all;
  }

  static Model draw(Choices& choices) {
    bson::GeneratedFile file = bson::any_file(choices, 3);
    invariant(static_cast<bool>(file.written), "valid documents are built");
    Documents documents{file.ends.size(), {}, std::move(file.bytes)};
    for (bson::ExpectedVector& one : file.vectors) {
      documents.vectors.push_back({one.document, std::move(one.path), std::move(one.vector)});
    }
    return documents;
  }

  static std::optional<File> written(const Way&, const Model& model) { return File{model.built}; }

  static std::optional<Found<Model>> read(const Way&, const File& file) {
    Block memory(static_cast<std::size_t>(bson::scratch_bound(file.bytes)), 0x5a);
    Scratch scratch(memory.bytes());
    const auto documents = bson::decode(file.bytes, scratch);
    if (!documents) return std::nullopt;
    Found<Documents> found;
    found.model.count = documents->documents;
    found.model.built = transcribed(file.bytes);
    Block again(memory.view().size(), 0xa5);
    Scratch more(again.bytes());
    Vectors vectors(file, found);
    bson::visit_vectors(*documents, more, {}, vectors);
    return found;
  }

  static void change(Model& model, const Plain& plain, std::size_t at, std::byte mask) {
    PlacedVector& one = model.vectors[plain.part];
    one.vector.data[at] ^= mask;
    model.built[one.data_at + at] ^= mask;
  }
};

}  // namespace
}  // namespace hallmark::fuzz

HALLMARK_ROUNDTRIP(hallmark::fuzz::Bson)
