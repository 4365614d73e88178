// SPDX-License-Identifier: Apache-2.0
#include "bson/walk.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::bson {

std::uint64_t scratch_bound(LastingBytes input, const Options& options) noexcept {
  return levels(input, options) * sizeof(Frame);
}

Decoded<DocumentsView> decode(LastingBytes input, Scratch& scratch, const Options& options) noexcept {
  Walk<> walk(input, scratch, options);
  const std::uint64_t vectors = walk.run();
  return walk.in().verdict<DocumentsView>(input, walk.position().document(), vectors);
}

Verdict validate(LastingBytes input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept {
  Walk<> walk(input, scratch, options, nullptr, &sink);
  walk.run();
  return walk.in().findings().verdict();
}

Violation visit_elements(const DocumentsView& documents, Scratch& scratch, const Options& options,
                         ElementSink& sink) noexcept {
  Walk walk(documents.input, scratch, options, &sink);
  walk.run();
  return walk.in().findings().decisive();
}

// What the options of the file tolerate was decided when it was judged.
std::optional<bson_vector::VectorView> vector_of(const Element& element) noexcept {
  constexpr std::size_t header = 5;  // length, subtype
  if (element.type != Type::binary || element.value.size() < header) return {};
  if (element.value[header - 1] != std::byte{subtype_vector}) return {};
  Options options;
  options.profile = Profile::compat;
  Scratch none_needed;
  const auto vector = bson_vector::decode(element.value.subspan(header), none_needed, options);
  return vector ? std::optional(*vector) : std::nullopt;
}

}  // namespace hallmark::bson
