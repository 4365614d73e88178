// SPDX-License-Identifier: Apache-2.0
// The canonical writer of both layouts.
#include <optional>

#include "bintensors/writer.hpp"
#include "core/encoder_answers.hpp"
#include "core/sort_names.hpp"

namespace hallmark::bintensors {
namespace {

// The file, or its size into memory that is too short.
void write(Layout layout, const Ordered& contents, Fields& to) noexcept {
  put_header(layout, contents, to);
  for (std::size_t i = 0; i < contents.tensors(); ++i) to.bytes("data", contents.tensor(i).data);
}

// The canonical order, or nothing when the scratch is too small.
std::optional<Ordered> ordered(const Model& model, Scratch& scratch) noexcept {
  const auto& pairs = model.metadata;
  const auto& tensors = model.tensors;
  const auto key_at = [&](std::uint32_t i) { return as_bytes(pairs[i].key); };
  const auto name_at = [&](std::uint32_t i) { return as_bytes(tensors[i].name); };
  const auto rank_at = [&](std::uint32_t i) {
    return static_cast<std::uint32_t>(std::size(element_sizes) - discriminant_of(tensors[i].dtype));
  };
  const auto by_key = sorted_names(pairs.size(), scratch, key_at, [](std::uint32_t) { return 0U; });
  const auto by_name = sorted_names(tensors.size(), scratch, name_at, rank_at);
  if (by_key.size() != pairs.size() || by_name.size() != tensors.size()) return std::nullopt;
  return Ordered{&model, {by_key}, {by_name}};
}

}  // namespace

std::uint64_t encoded_size(Layout layout, const Model& model, Scratch scratch) noexcept {
  Fields measure;
  if (const auto canonical = ordered(model, scratch)) write(layout, *canonical, measure);
  return measure.size();
}

std::uint64_t encoded_size_bound(Layout layout, const Model& model) noexcept {
  Fields measure;
  write(layout, Ordered{&model}, measure);
  // In another order both offsets of a tensor may take the longest varint instead of the shortest; then the padding.
  constexpr std::uint64_t growth_of_varint = 8;
  return measure.size() + model.tensors.size() * 2 * growth_of_varint + 7;
}

std::uint64_t encode_scratch(Layout layout, const Model& model) noexcept {
  const std::uint64_t pairs = model.metadata.size();
  const std::uint64_t tensors = model.tensors.size();
  // What sorting borrows is less than the tables of the decoder.
  return sorted_names_scratch(pairs) + sorted_names_scratch(tensors) + tables_scratch(layout, {pairs, tensors});
}

Encoded encode(Layout layout, const Model& model, Scratch& scratch, std::span<std::byte> out) noexcept {
  const auto canonical = ordered(model, scratch);
  const std::uint64_t entries = model.metadata.size() + model.tensors.size();
  if (!canonical) return {.refusal = {&hallmark::rule<"hallmark/scratch-exhausted">, 0, 0, entries, {}, ""}};
  Fields to(out);
  write(layout, *canonical, to);
  return checked(to, out, [&](Bytes written) { return decode(layout, written, scratch); });
}

}  // namespace hallmark::bintensors
