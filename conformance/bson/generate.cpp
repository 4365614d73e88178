// SPDX-License-Identifier: Apache-2.0
// Writes BSON files from choices, and what is in them.
#include "conformance/bson/generate.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "codecs/bson/elements.hpp"
#include "conformance/generate/formats.hpp"
#include "conformance/generate/noise.hpp"
#include "conformance/model/path_text.hpp"

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

constexpr Type kinds[] = {Type::null,       Type::int32,      Type::int64,     Type::number,    Type::boolean,
                          Type::string,     Type::binary,     Type::undefined, Type::object_id, Type::datetime,
                          Type::regex,      Type::db_pointer, Type::code,      Type::symbol,    Type::timestamp,
                          Type::decimal128, Type::min_key,    Type::max_key};
constexpr std::size_t vectors = 4;  // after those, and then what can be nested
constexpr Type containers[] = {Type::document, Type::document,        Type::array,
                               Type::array,    Type::code_with_scope, Type::code_with_scope};

class Generator {
 public:
  Generator(conformance::Choices choices, std::uint32_t most_documents, Calls calls, std::span<std::byte> out)
      : choices_(choices), most_documents_(most_documents), wild_(calls == Calls::any), builder_(out) {}

  GeneratedFile run() {
    for (std::uint32_t left = choices_.below(std::uint64_t{most_documents_} + 1); left > 0; --left) {
      builder_.begin_document();
      elements("documents[" + std::to_string(file_.ends.size()) + "]", false, 0);
      end();
      file_.ends.push_back(builder_.size());
    }
    file_.written = builder_.finish();
    return std::move(file_);
  }

 private:
  // Recursion is bounded by `deepest`, not by the input.
  void elements(const std::string& path, bool array, std::uint32_t depth) {
    const std::uint32_t count = choices_.below(6);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Key& key = keys[choices_.below(std::size(keys))];
      element(key.bytes, array ? path + "[" + std::to_string(i) + "]" : path + std::string(key.shown), depth);
    }
  }

  void element(std::string_view given, const std::string& path, std::uint32_t depth) {
    const std::size_t kind = choices_.below(std::size(kinds) + vectors + std::size(containers));
    const std::string key = text_of(std::string(given));
    if (kind < std::size(kinds)) return value(kinds[kind], key);
    if (kind < std::size(kinds) + vectors || depth == deepest) return vector(key, path);
    const Type type = containers[kind - std::size(kinds) - vectors];
    keep(type);
    if (type == Type::document) builder_.begin_document(key);
    if (type == Type::array) builder_.begin_array(key);
    if (type == Type::code_with_scope) builder_.begin_code_with_scope(key, keep(text()));
    elements(path, type == Type::array, depth + 1);
    end();
  }

  void value(Type type, std::string_view key) {
    keep(type);
    switch (type) {
      case Type::null: return builder_.null(key);
      case Type::int32: return builder_.int32(key, keep(static_cast<std::int32_t>(choices_.word())));
      case Type::int64: return builder_.int64(key, keep(static_cast<std::int64_t>(choices_.word())));
      case Type::number: return builder_.number(key, std::bit_cast<double>(keep(choices_.word())));
      case Type::boolean: return builder_.boolean(key, keep(static_cast<std::uint8_t>(choices_.below(2))) == 1);
      case Type::string: return builder_.string(key, keep(text()));
      case Type::binary: return binary(key);
      case Type::undefined: return builder_.undefined(key);
      case Type::object_id: return builder_.object_id(key, std::span<const std::byte, 12>(keep(choices_.bytes(12))));
      case Type::datetime: return builder_.datetime(key, keep(static_cast<std::int64_t>(choices_.word())));
      case Type::regex: return regex(key);
      case Type::db_pointer: return db_pointer(key);
      case Type::code: return builder_.code(key, keep(text()));
      case Type::symbol: return builder_.symbol(key, keep(text()));
      case Type::timestamp: return builder_.timestamp(key, keep(choices_.word()));
      case Type::decimal128: return builder_.decimal128(key, std::span<const std::byte, 16>(keep(choices_.bytes(16))));
      case Type::min_key: return builder_.min_key(key);
      case Type::max_key: return builder_.max_key(key);
      default: return;
    }
  }

  void vector(std::string_view key, const std::string& path) {
    bson_vector::OwnedVector vector = bson_vector::any_vector(choices_, 12);
    if (wild_ && choices_.chance(8)) vector.padding = choices_.byte();
    keep(Type::binary);
    for (const std::uint8_t byte : {subtype_vector, static_cast<std::uint8_t>(vector.dtype), vector.padding})
      keep(byte);
    keep(vector.data);
    builder_.vector(key, vector.view());
    file_.vectors.push_back({file_.ends.size(), path, std::move(vector)});
  }

  // Any subtype but that of vectors; the old one gets its inner length from the Builder.
  void binary(std::string_view key) {
    const std::uint8_t drawn = wild_ && choices_.chance(4) ? subtype_old_binary : choices_.byte();
    const std::uint8_t subtype = keep(drawn == subtype_vector && !wild_ ? std::uint8_t{0x80} : drawn);
    builder_.binary(key, subtype, keep(choices_.bytes(choices_.below(20))));
  }

  void regex(std::string_view key) {
    constexpr const char* options[] = {"", "i", "ims", "msx"};
    std::string pattern = text();
    if (!wild_) std::erase(pattern, '\0');
    const std::string flags = text_of(options[choices_.below(std::size(options))]);
    keep(pattern + '\0' + flags + '\0');
    builder_.regex(key, pattern, flags);
  }

  void db_pointer(std::string_view key) {
    const std::string collection = keep(text());
    const std::vector<std::byte> id = keep(choices_.bytes(12));
    builder_.db_pointer(key, collection, std::span<const std::byte, 12>(id));
  }

  // Wild ones end too much or too little, now and then.
  void end() {
    for (std::uint32_t left = wild_ && choices_.chance(32) ? choices_.below(3) : 1; left > 0; --left) builder_.end();
  }

  std::string text() {
    std::string text;
    for (std::uint32_t left = choices_.below(6); left > 0; --left) text += pieces[choices_.below(std::size(pieces))];
    return text_of(std::move(text));
  }
  // text_of gives a text as it is or, where it is wild, any bytes in its place.
  std::string text_of(std::string text) {
    if (!wild_ || !choices_.chance(32)) return text;
    return std::string(as_text(choices_.bytes(choices_.below(9))));
  }

  // keep remembers what the file must have, and gives it back.
  template <class T>
  T keep(T value) {
    if constexpr (std::is_integral_v<T>) {
      std::byte bytes[sizeof(T)];
      store_le(bytes, value);
      file_.content += as_text(bytes);
    } else if constexpr (std::is_enum_v<T>) {
      file_.content += static_cast<char>(value);
    } else {
      file_.content += as_text(std::as_bytes(std::span(value)));
    }
    return value;
  }

  conformance::Choices choices_;
  std::uint32_t most_documents_;
  bool wild_;
  Builder builder_;
  GeneratedFile file_;
};

// Vectors keeps those that are where they are said to be, and read there the same on their own.
class Vectors final : public ElementSink {
 public:
  bool element(const Element& element, const Place& place) noexcept override {
    const auto vector = vector_of(element);
    if (!vector) return true;
    Scratch none;
    const auto alone = bson_vector::decode(element.value.subspan(5), none);
    if (!alone || alone->data.data() != vector->data.data()) return true;
    all.push_back({element.document,
                   conformance::path_of(place),
                   {vector->dtype, vector->padding, {vector->data.begin(), vector->data.end()}}});
    return true;
  }
  std::vector<ExpectedVector> all;
};

// Content is what the layout of a file shows of types and values.
class Content final : public LayoutSink {
 public:
  explicit Content(Bytes file) : file_(file) {}

  bool range(std::uint64_t offset, std::uint64_t length, const char* field, const Place&) noexcept override {
    for (const std::string_view other : {"key", "length", "inner_length", "terminator"}) {
      if (other == field) return true;
    }
    all += as_text(file_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length)));
    return true;
  }
  std::string all;

 private:
  Bytes file_;
};

}  // namespace

GeneratedFile any_file(conformance::Choices choices, std::uint32_t most_documents, Calls calls) {
  // The same choices twice: once over no memory to measure, once to write.
  std::vector<std::byte> bytes(static_cast<std::size_t>(build_file(choices, most_documents, {}, calls).size));
  GeneratedFile file = Generator(choices, most_documents, calls, bytes).run();
  file.bytes = std::move(bytes);
  return file;
}

Encoded build_file(conformance::Choices choices, std::uint32_t most_documents, std::span<std::byte> out, Calls calls) {
  return Generator(choices, most_documents, calls, out).run().written;
}

std::vector<std::byte> built(const std::function<void(Builder&)>& calls) {
  Builder measure({});
  calls(measure);
  std::vector<std::byte> file(static_cast<std::size_t>(measure.size()));
  Builder builder(file);
  calls(builder);
  if (!builder.finish()) throw std::invalid_argument("the Builder refuses its calls");
  return file;
}

std::vector<ExpectedVector> vectors_in(Bytes file) {
  std::vector<std::byte> memory(static_cast<std::size_t>(scratch_bound(file)));
  Scratch scratch(memory);
  const auto documents = decode(file, scratch);
  Scratch again(memory);
  Vectors vectors;
  if (documents) (void)visit_elements(*documents, again, {}, vectors);
  return vectors.all;
}

std::string content_in(Bytes file) {
  std::vector<std::byte> memory(static_cast<std::size_t>(scratch_bound(file)));
  Scratch scratch(memory);
  Content content(file);
  (void)codec_named("bson")->layout(file, scratch, {}, content);
  return content.all;
}

namespace {

using conformance::Noise;

conformance::Input any(conformance::Choices& choices) {
  GeneratedFile file = any_file(choices, 3);
  conformance::Input input{std::move(file.bytes), {}, {}};
  if (!file.vectors.empty()) input.features.emplace_back("subtype-9");
  return input;
}

std::string title(Noise& noise) {
  constexpr std::string_view words[] = {"red", "wide", "old", "quiet", "river", "house", "signal", "garden"};
  std::string text;
  for (std::uint64_t left = 1 + noise.below(4); left > 0; --left) {
    text += (text.empty() ? "" : " ") + std::string(words[noise.below(std::size(words))]);
  }
  return text;
}

// One document of an embedding collection, with `filler` more bytes of text.
std::vector<std::byte> document(std::uint64_t seed, std::uint64_t number, std::uint64_t elements,
                                std::uint64_t filler) {
  std::vector<std::byte> embedding(static_cast<std::size_t>(elements * 4));
  std::vector<std::byte> id(12);
  Noise noise(seed + number);
  noise.fill(DType::f32, embedding);
  noise.fill(DType::u8, id);
  const std::string name = title(noise) + std::string(static_cast<std::size_t>(filler), '.');
  const bool public_ = noise.below(2) == 1;
  return built([&](Builder& builder) {
    builder.begin_document();
    builder.object_id("_id", std::span<const std::byte, 12>(id));
    builder.int64("number", static_cast<std::int64_t>(number));
    builder.string("title", name);
    builder.boolean("public", public_);
    builder.vector("embedding", {bson_vector::VectorType::float32, 0, embedding});
    builder.end();
  });
}

// An embedding collection, a document at a time; text fills the last one up. Large files have the 768 floats of common
// embeddings, small ones fewer.
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  const std::uint64_t elements = std::clamp<std::uint64_t>(size / 64, 1, 768);
  constexpr std::uint64_t longest_title = 4 * 7;
  const std::uint64_t largest = document(seed, 0, elements, 0).size() + longest_title;
  std::uint64_t left = size;
  std::uint64_t number = 0;
  for (; left > 2 * largest; ++number) {
    const std::vector<std::byte> next = document(seed, number, elements, 0);
    out.write(next);
    left -= next.size();
  }
  const std::uint64_t bare = document(seed, number, elements, 0).size();
  out.write(document(seed, number, elements, left > bare ? left - bare : 0));
  return {{}, {"subtype-9"}};
}

}  // namespace

const conformance::Generator bson_generator{"bson", "bson#document", any, sized};

}  // namespace hallmark::bson
