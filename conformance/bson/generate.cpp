// Writes BSON files from choices, and the vectors that are in them.
#include "conformance/bson/generate.hpp"

#include <iterator>
#include <string_view>

#include "hallmark/bson.hpp"

namespace hallmark::bson {
namespace {

using namespace std::string_view_literals;

// Keys, and how a path shows them. Written out by hand, because the decoder's are compared with them.
struct Key {
  std::string_view bytes;
  std::string_view shown;
};
constexpr Key keys[] = {
    {"a", ".a"},
    {"items", ".items"},
    {"_id", "._id"},
    {"x9_Y", ".x9_Y"},
    {"", R"([""])"},
    {"a.b", R"(["a.b"])"},
    {"0", R"(["0"])"},
    {"9lives", R"(["9lives"])"},
    {"$ref", R"(["$ref"])"},
    {"two words", R"(["two words"])"},
    {"say \"hi\"", R"(["say \"hi\""])"},
    {"back\\slash", R"(["back\\slash"])"},
    {"tab\there", R"(["tab\x09here"])"},
    {"\x01", R"(["\x01"])"},
    {"\x7f", R"(["\x7f"])"},
    {"\u00e9t\u00e9", "[\"\u00e9t\u00e9\"]"},
    {"\u65e5\u672c\u8a9e", "[\"\u65e5\u672c\u8a9e\"]"},
    {"\U0001f600", "[\"\U0001f600\"]"},
    {"a key that is longer than eight bytes and than sixteen",
     R"(["a key that is longer than eight bytes and than sixteen"])"},
};

// Pieces of string values: the edges of each UTF-8 length, and NUL.
constexpr std::string_view pieces[] = {"a"sv,      "z"sv,      "\0"sv,         "\x7f"sv,       "\u0080"sv,  "\u07ff"sv,
                                       "\u0800"sv, "\ud7ff"sv, "\ue000"sv,     "\uffff"sv,     "\n"sv,      "\""sv,
                                       "word "sv,  "\ufeff"sv, "\U00010000"sv, "\U0010ffff"sv, "12345678"sv};

constexpr std::uint32_t deepest = 12;  // nesting of generated files; the bound itself has a test of its own

class Generator {
 public:
  Generator(conformance::Choices choices, std::uint32_t most_documents, std::span<std::byte> out)
      : choices_(choices), most_documents_(most_documents), builder_(out) {}

  void run(GeneratedFile& file) {
    for (std::uint32_t left = choices_.below(std::uint64_t{most_documents_} + 1); left > 0; --left) {
      const std::string root = "documents[" + std::to_string(file.ends.size()) + "]";
      builder_.begin_document();
      content(file, root, false, 0);
      builder_.end();
      file.ends.push_back(builder_.size());
    }
    file.written = builder_.finish();
  }

  [[nodiscard]] std::uint64_t size() const { return builder_.size(); }

 private:
  // Recursion is bounded by `deepest`, not by the input.
  void content(GeneratedFile& file, const std::string& path, bool array, std::uint32_t depth) {
    const std::uint32_t count = choices_.below(6);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Key& key = keys[choices_.below(std::size(keys))];
      element(file, key.bytes, array ? path + "[" + std::to_string(i) + "]" : path + std::string(key.shown), depth);
    }
  }

  void element(GeneratedFile& file, std::string_view key, const std::string& path, std::uint32_t depth) {
    const std::uint32_t kind = choices_.below(28);
    switch (kind) {
      case 0: builder_.null(key); return;
      case 1: builder_.int32(key, static_cast<std::int32_t>(choices_.word())); return;
      case 2: builder_.int64(key, static_cast<std::int64_t>(choices_.word())); return;
      case 3: builder_.number(key, std::bit_cast<double>(choices_.word())); return;
      case 4: builder_.boolean(key, choices_.below(2) == 1); return;
      case 5: builder_.string(key, text()); return;
      case 6: binary(key); return;
      case 7: builder_.undefined(key); return;
      case 8: builder_.object_id(key, std::span<const std::byte, 12>(choices_.bytes(12))); return;
      case 9: builder_.datetime(key, static_cast<std::int64_t>(choices_.word())); return;
      case 10: regex(key); return;
      case 11: db_pointer(key); return;
      case 12: builder_.code(key, text()); return;
      case 13: builder_.symbol(key, text()); return;
      case 14: builder_.timestamp(key, choices_.word()); return;
      case 15: builder_.decimal128(key, std::span<const std::byte, 16>(choices_.bytes(16))); return;
      case 16: builder_.min_key(key); return;
      case 17: builder_.max_key(key); return;
      default: break;
    }
    if (kind < 22 || depth == deepest) {
      vector(file, key, path);
      return;
    }
    if (kind < 24) {
      builder_.begin_document(key);
    } else if (kind < 26) {
      builder_.begin_array(key);
    } else {
      builder_.begin_code_with_scope(key, text());
    }
    content(file, path, kind == 24 || kind == 25, depth + 1);
    builder_.end();
  }

  void vector(GeneratedFile& file, std::string_view key, const std::string& path) {
    bson_vector::OwnedVector vector = bson_vector::any_vector(choices_, 12);
    builder_.vector(key, vector.view());
    file.vectors.push_back({file.ends.size(), path, std::move(vector)});
  }

  // Any subtype but that of vectors; the old one gets its inner length from the Builder.
  void binary(std::string_view key) {
    const std::uint8_t subtype = choices_.byte();
    builder_.binary(key, subtype == 9 ? std::uint8_t{0x80} : subtype, choices_.bytes(choices_.below(20)));
  }

  void regex(std::string_view key) {
    constexpr std::string_view options[] = {"", "i", "ims", "msx"};
    std::string pattern = text();
    std::erase(pattern, '\0');
    builder_.regex(key, pattern, options[choices_.below(std::size(options))]);
  }

  void db_pointer(std::string_view key) {
    const std::string collection = text();
    const std::vector<std::byte> id = choices_.bytes(12);
    builder_.db_pointer(key, collection, std::span<const std::byte, 12>(id));
  }

  std::string text() {
    std::string text;
    for (std::uint32_t left = choices_.below(6); left > 0; --left) text += pieces[choices_.below(std::size(pieces))];
    return text;
  }

  conformance::Choices choices_;
  std::uint32_t most_documents_;
  Builder builder_;
};

class Path final : public TextSink {
 public:
  void write(std::string_view text) noexcept override { all += text; }
  std::string all;
};

class Vectors final : public VectorSink {
 public:
  void vector(std::uint64_t document, const Place& place, std::uint64_t,
              const bson_vector::VectorView& shown) noexcept override {
    Path path;
    place.write(path, {});
    all.push_back({document, path.all, {shown.dtype, shown.padding, {shown.data.begin(), shown.data.end()}}});
  }
  std::vector<ExpectedVector> all;
};

}  // namespace

GeneratedFile any_file(conformance::Choices choices, std::uint32_t most_documents) {
  // The same choices twice: once over no memory to measure, once to write.
  GeneratedFile measured;
  Generator measure(choices, most_documents, {});
  measure.run(measured);
  GeneratedFile file;
  file.bytes.resize(static_cast<std::size_t>(measure.size()));
  Generator(choices, most_documents, file.bytes).run(file);
  return file;
}

std::vector<ExpectedVector> vectors_in(Bytes file) {
  std::vector<std::byte> memory(static_cast<std::size_t>(scratch_bound(file)));
  Scratch scratch(memory);
  const auto documents = decode(file, scratch);
  Scratch again(memory);
  Vectors vectors;
  if (documents) visit_vectors(*documents, again, {}, vectors);
  return vectors.all;
}

Encoded build_file(conformance::Choices choices, std::uint32_t most_documents, std::span<std::byte> out) {
  GeneratedFile file;
  Generator(choices, most_documents, out).run(file);
  return file.written;
}

}  // namespace hallmark::bson
