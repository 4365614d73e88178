// SPDX-License-Identifier: Apache-2.0
#include "core/families.hpp"
#include "core/operations.hpp"
#include "safetensors/walk.hpp"

namespace hallmark::safetensors {
namespace {

// Knows a file by a size that it can pay for, and how an object begins after it.
Recognition recognise(Input input) noexcept {
  const std::uint64_t size = header_size(input.window);
  if (size < length_size + 2 || size > input.size) return Recognition::none;
  const TextCursor text(input.slice(length_size, size));
  if (!text.is('{')) return Recognition::none;
  const TextCursor next = skip_space(text.next());
  return next.is('"') || next.is('}') ? Recognition::structure : Recognition::none;
}

// The header is drawn member by member, each with what stands before it; of a file that is not valid, what lies before
// its first error.
Violation layout(Input input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Walk walk(input, scratch, options);
  walk.run();
  JsonTape& tape = walk.tape();
  Ranges ranges(sink, input.size, walk.findings().decisive(), &tape);
  tape.leave_all();
  ranges.up_to(length_size, "N");
  if (walk.json_end() != 0) {
    walk.each_member(
        [&](std::uint32_t i) { return ranges.up_to(std::uint64_t{tape[i].begin} + tape[i].size, "header"); });
    ranges.up_to(walk.json_end(), "header");
    ranges.up_to(walk.data_begin(), "padding");
  }
  ranges.up_to(walk.data_begin(), "header");
  if (ranges.valid()) {
    walk.each_tensor([&](std::uint32_t object) {
      const Draft draft = walk.draft_of(object);
      return ranges.up_to(walk.data_begin() + draft.begin, "hole") &&
             ranges.up_to(walk.data_begin() + draft.end, "data");
    });
  }
  ranges.up_to(ranges.end(), ranges.valid() ? "trailing" : "data");
  return ranges.violation();
}

// Of a file that is not valid what stands before its first error in the header is shown, without data; false: the sink
// had enough.
bool show_begun(Walk& walk, std::uint64_t end, ContentSink& sink) noexcept {
  const JsonTape& tape = walk.tape();
  const auto stands_before = [&](std::uint32_t i) { return std::uint64_t{tape[i].begin} + tape[i].size <= end; };
  bool more = true;
  walk.each_member([&](std::uint32_t i) {
    if (i == walk.metadata()) {
      walk.each_pair([&](std::uint32_t entry) {
        if (!more || tape[entry].kind() != JsonKind::string || !stands_before(entry)) return;
        const Pair pair = walk.pair_of(entry);
        more = sink.text(pair.key, pair.value);
      });
      return more;
    }
    if (!stands_before(i)) return false;
    const Draft draft = walk.draft_of(i);
    std::uint64_t bytes = 0;
    if (!draft.sound || draft.element == nullptr || size_of(draft, bytes) != DataSize::whole) return true;
    const TensorView tensor = walk.view_of(draft);
    return more = sink.tensor({walk.plain(as_bytes(tensor.name)), tensor.dtype, false, tensor.shape, {}}, tape);
  });
  return more;
}

Violation contents(Input input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Walk walk(input, scratch, options);
  walk.run();
  const auto file = walk.decoded();
  if (!file) {
    const bool more = walk.json_end() == 0 || show_begun(walk, file.violation().offset, sink);
    return more ? file.violation() : Violation();
  }
  for (const Pair& pair : file->metadata) {
    if (!sink.text(pair.key, pair.value)) return {};
  }
  walk.each_kept([&](std::uint32_t, const TensorView& tensor) { return sink.tensor(tensor, walk.tape()); });
  return {};
}

}  // namespace
}  // namespace hallmark::safetensors

constexpr hallmark::Codec hallmark::codec::safetensors{
    manifest::safetensors, operations_by<safetensors::Walk, safetensors::recognise, safetensors::scratch_bound,
                                         safetensors::layout, safetensors::contents>(safetensors::all_rules)};
