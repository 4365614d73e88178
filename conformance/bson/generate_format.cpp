// SPDX-License-Identifier: Apache-2.0
// The generator of BSON documents.
#include <algorithm>

#include "conformance/bson/generate.hpp"
#include "conformance/generate/noise.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::bson {
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
}  // namespace hallmark::bson

namespace hallmark::conformance::generator {

extern const Generator bson;
const Generator bson{"bson", "bson#document", hallmark::bson::any, hallmark::bson::sized};

}  // namespace hallmark::conformance::generator
