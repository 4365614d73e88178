// The generator of BSON documents.
#include <algorithm>

#include "conformance/bson/generate.hpp"
#include "conformance/generate/noise.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::bson {
namespace {

using conformance::Choices;
using conformance::Input;
using conformance::Noise;

void append(std::vector<std::byte>& out, Bytes more) { out.insert(out.end(), more.begin(), more.end()); }

Input any(Choices& choices) {
  GeneratedFile file = any_file(choices, 3);
  Input input{std::move(file.bytes), {}, {}};
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

// One document of an embedding collection, with `filler` more bytes of text; written twice, once to measure it.
std::vector<std::byte> document(std::uint64_t seed, std::uint64_t number, std::uint64_t elements,
                                std::uint64_t filler) {
  std::vector<std::byte> embedding(static_cast<std::size_t>(elements * 4));
  std::vector<std::byte> id(12);
  Noise noise(seed + number);
  noise.fill(DType::f32, embedding);
  noise.fill(DType::u8, id);
  const std::string name = title(noise) + std::string(static_cast<std::size_t>(filler), '.');
  const bool public_ = noise.below(2) == 1;
  const auto build = [&](Builder& builder) {
    builder.begin_document();
    builder.object_id("_id", std::span<const std::byte, 12>(id));
    builder.int64("number", static_cast<std::int64_t>(number));
    builder.string("title", name);
    builder.boolean("public", public_);
    builder.vector("embedding", {bson_vector::VectorType::float32, 0, embedding});
    builder.end();
  };
  Builder measure({});
  build(measure);
  std::vector<std::byte> out(static_cast<std::size_t>(measure.size()));
  Builder builder(out);
  build(builder);
  return out;
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

// An element, and a document of elements, around bytes that no builder takes.
std::vector<std::byte> element(std::uint8_t type, std::string_view key, Bytes value) {
  std::vector<std::byte> out{static_cast<std::byte>(type)};
  append(out, as_bytes(key));
  out.push_back(std::byte{0});
  append(out, value);
  return out;
}
std::vector<std::byte> document(const std::vector<std::byte>& elements) {
  std::vector<std::byte> out(4);
  store_le(out.data(), static_cast<std::uint32_t>(elements.size() + 5));
  append(out, elements);
  out.push_back(std::byte{0});
  return out;
}

// The broken documents as the value of an element: as a document, or in an array.
std::vector<std::byte> nested(const std::vector<std::byte>& broken, Choices& choices) {
  constexpr std::string_view names[] = {"a", "inner", "k0", "payload"};
  constexpr std::uint8_t document_type = 3, array_type = 4, int32_type = 16;
  const std::string_view key = names[choices.below(std::size(names))];
  const bool array = choices.chance(3);
  std::byte number[4];
  store_le(number, static_cast<std::uint32_t>(choices.word()));
  std::vector<std::byte> elements = element(int32_type, "before", number);
  append(elements, array ? element(array_type, key, document(element(document_type, "0", broken)))
                         : element(document_type, key, broken));
  append(elements, element(int32_type, "behind", number));
  return document(elements);
}

// Documents before and behind, or one around.
Input surrounded(const Input& broken, Choices& choices) {
  const std::uint32_t ways = choices.below(4);  // 0: before, 1: behind, 2: both, 3: around as well
  Input before = any(choices);
  Input behind = any(choices);
  Input input = broken;
  if (ways == 3) input.bytes = nested(broken.bytes, choices);
  if (ways != 0) {
    append(input.bytes, behind.bytes);
    for (const std::string& feature : behind.features) conformance::add_feature(input.features, feature);
  }
  if (ways != 1) {
    append(before.bytes, input.bytes);
    input.bytes = std::move(before.bytes);
    for (const std::string& feature : before.features) conformance::add_feature(input.features, feature);
  }
  return input;
}

}  // namespace
}  // namespace hallmark::bson

namespace hallmark::conformance::generator {

extern const Generator bson;
const Generator bson{"bson", "bson#document", hallmark::bson::any, hallmark::bson::sized, hallmark::bson::surrounded};

}  // namespace hallmark::conformance::generator
