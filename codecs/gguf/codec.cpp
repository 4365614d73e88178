// SPDX-License-Identifier: Apache-2.0
#include "core/operations.hpp"
#include "gguf/walk.hpp"

namespace hallmark::gguf {
namespace {

Violation layout(Input input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  return draw<Walk>(input, scratch, options, sink, [](Walk& walk, Ranges& ranges) {
    Position& position = walk.position();
    const std::uint64_t begin = walk.data_begin();
    ranges.up_to(begin, "padding");
    if (ranges.valid()) {
      walk.each_place([&](std::size_t i, const Place& place) {
        position.whole_file();
        ranges.until(begin + place.offset, "padding");
        position.at("tensors");
        position.entry(i);
        ranges.until(begin + place.offset + place.size, "data");
      });
      position.whole_file();
      ranges.up_to(rounded_up(ranges.at(), walk.alignment()), "padding");
    }
    if (begin != 0) ranges.until(ranges.end(), ranges.valid() ? "trailing" : "data");
  });
}

bool show(const Pair& pair, bool big_endian, std::span<std::byte> memory, ContentSink& sink) noexcept {
  const auto& [key, value] = pair;
  if (value.type == ValueType::string) return sink.text(key, value.text);
  const bool is_array = value.type == ValueType::array;
  // Before an array is its length: a shape of one dimension. A scalar follows its type.
  const std::byte* const after_key = as_bytes(key).data() + key.size() + sizeof(std::uint32_t);
  const auto dtype = dtype_named(name_of(is_array ? value.array.type : value.type));  // of texts and arrays none
  TensorView shown{
      key, dtype.value_or(DType::bytes), true, {}, {after_key, static_cast<std::size_t>(size_of(value.type))}};
  if (is_array) {
    shown.shape = shape_of({after_key + sizeof(std::uint32_t), sizeof(std::uint64_t)}, big_endian);
    shown.data = value.array.data;
  }
  if (big_endian) turn_elements(shown, memory);
  if (!shown.has_data) return true;
  return is_array ? sink.array(shown) : sink.scalar(shown);
}

// Of an invalid file what lies before its error.
Violation contents(Input input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Walk walk(input, scratch, options);
  walk.run();
  const bool big_endian = walk.header().big_endian;
  const std::span<std::byte> memory = scratch.rest<std::byte>();  // that the next ones overwrite
  for (const Pair& pair : walk.pairs()) {
    if (walk.shown(pair.key) && !show(pair, big_endian, memory, sink)) return {};
  }
  const bool more = walk.each_shown(walk.tensors(), [&](TensorView& tensor, const hallmark::Place& place) {
    if (big_endian) turn_elements(tensor, memory);
    return tensor.dtype == DType::bytes || sink.tensor(tensor, place);
  });
  return more ? walk.findings().decisive() : Violation();
}

// A big-endian file is turned around, one tensor after the other.
std::uint64_t contents_bound(Input input, Scratch& scratch, const Options& options) noexcept {
  Walk walk(input, scratch, options);
  const bool turned = walk.read_header() && walk.header().big_endian;
  return scratch_bound(input, options) + (turned ? input.window.size() : 0);
}

}  // namespace
}  // namespace hallmark::gguf

constexpr hallmark::Codec hallmark::codec::gguf{
    manifest::gguf, operations_by<gguf::Walk, begins_with<gguf::magic>, gguf::scratch_bound, gguf::layout,
                                  gguf::contents, gguf::contents_bound>(gguf::rules)};
