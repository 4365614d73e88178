// SPDX-License-Identifier: Apache-2.0
#include "core/families.hpp"
#include "core/operations.hpp"
#include "oinf/walk.hpp"

namespace hallmark::oinf {
namespace {

// What follows the tables. Blobs that overlap, which only the compat profile lets pass, are drawn as far as they are
// new.
void draw_blobs(Walk& walk, Ranges& ranges) noexcept {
  for (const Blob& blob : walk.blobs()) {
    walk.position().whole_file();
    draw_between(ranges, blob.begin);
    const char* field = walk.at_owner(blob);
    if (!ranges.until(blob.end, field)) return;
  }
  walk.position().whole_file();
  draw_between(ranges, ranges.end());
}

Violation layout(Input input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  return draw<Walk>(input, scratch, options, sink, [](Walk& walk, Ranges& ranges) {
    const bool after_tables = ranges.at() >= header_size && ranges.at() == walk.header().offset_data;
    if (ranges.valid()) {
      draw_blobs(walk, ranges);
    } else if (after_tables) {
      ranges.until(ranges.end(), "data");
    }
  });
}

bool show(const Metadata& entry, ContentSink& sink) noexcept {
  if (entry.type == ValueType::string) return sink.text(entry.key, string_of(entry));
  if (entry.type == ValueType::ndarray) return sink.array(ndarray_of(entry));
  if (entry.type == ValueType::bitset) {
    const Bitset bitset = bitset_of(entry);
    return sink.bits({entry.key, bitset.bits, bitset.data});
  }
  return sink.scalar({entry.key, dtype_of(entry.type), true, Shape(), entry.blob});
}

// Of an invalid file what lies before its error, without values: where they lie is not known to be right.
Violation contents(Input input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Walk walk(input, scratch, options);
  walk.run();
  const ModelView model = walk.model();
  const Violation found = walk.findings().decisive();
  for (const Sizevar& entry : model.sizevars) {
    if (walk.shown(entry.name) && !sink.number(entry.name, entry.value)) return {};
  }
  for (const Metadata& entry : found.rule == nullptr ? model.metadata : std::span<const Metadata>()) {
    if (!show(entry, sink)) return {};
  }
  const auto see = [&sink](const TensorView& tensor, const Place& place) { return sink.tensor(tensor, place); };
  return walk.each_shown(model.tensors, see) ? found : Violation();
}

}  // namespace
}  // namespace hallmark::oinf

constexpr hallmark::Codec hallmark::codec::oinf{
    manifest::oinf,
    operations_by<oinf::Walk, begins_with<oinf::magic>, oinf::scratch_bound, oinf::layout, oinf::contents>(
        oinf::rules)};
