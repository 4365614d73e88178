// SPDX-License-Identifier: Apache-2.0
#include "core/families.hpp"
#include "core/operations.hpp"
#include "npy/walk.hpp"

namespace hallmark::npy {
namespace {

// The header is drawn entry by entry, each with what stands before it; of a file that is not valid, what lies before
// its first error.
Violation layout(Input input, Scratch& scratch, const Options& options, LayoutSink& sink) noexcept {
  Walk walk(input, scratch, options);
  walk.run();
  Ranges ranges(sink, input.size, walk.findings().decisive(), &walk);
  ranges.up_to(magic.size(), "magic");
  ranges.up_to(length_at, "version");
  if (walk.header_begin() != 0) ranges.up_to(walk.header_begin(), "HEADER_LEN");
  walk.each_entry([&](const char* name, std::string_view, const Token& value) {
    return ranges.up_to(std::uint64_t{value.begin} + value.size, name);
  });
  ranges.up_to(walk.literal_end(), "header");
  if (walk.literal_end() != 0) ranges.up_to(walk.data_begin(), "padding");
  ranges.up_to(walk.data_begin(), "header");
  if (ranges.valid()) ranges.up_to(walk.declared_size(), "data");
  ranges.up_to(ranges.end(), ranges.valid() ? "trailing" : "data");
  return ranges.violation();
}

// show gives the tensor of a file: elements without a common dtype as their bytes, in a dimension of their own.
// Where data must be turned around, the scratch has room; false where there is none for the dimensions.
bool show(const FileView& file, Scratch& scratch, TensorView& tensor) noexcept {
  tensor = {{}, dtype_of(file.type), file.has_data, file.shape, file.data};
  if (tensor.dtype == DType::bytes) {
    const auto row = scratch.room<std::uint64_t>(file.shape.rank() + 1);
    if (row.empty()) return false;
    std::size_t axis = 0;
    file.shape.each([&](std::uint64_t size) { row[axis++] = little_endian(size); });
    row[axis] = little_endian(file.type.size);
    tensor.dtype = DType::u8;
    tensor.shape = Shape(std::as_bytes(row));
  }
  if (file.has_data && !lies_row_major(file)) {
    const auto room = scratch.rest<std::byte>();
    tensor.has_data = room.size() >= file.data.size();
    tensor.data = room.first(tensor.has_data ? file.data.size() : 0);
    if (tensor.has_data) put_row_major(file, room);
  }
  return true;
}

// What the header says is text; of an invalid file what stands before its first error, and no data.
Violation contents(Input input, Scratch& scratch, const Options& options, ContentSink& sink) noexcept {
  Walk walk(input, scratch, options);
  walk.run();
  const Violation found = walk.findings().decisive();
  const bool valid = found.rule == nullptr;
  const std::uint64_t shown = valid ? input.size : found.offset;
  bool more = true;
  walk.each_entry([&](const char*, std::string_view name, const Token& value) {
    const std::uint64_t end = std::uint64_t{value.begin} + value.size;
    return end <= shown && (more = sink.text(name, as_text(input.slice(value.begin, end))));
  });
  if (!more) return {};
  if (walk.declared_size() == 0 || walk.literal_end() > shown) return found;
  FileView file = walk.view();
  if (!valid) file = {file.version, file.fortran_order, false, file.type, file.shape, {}};
  TensorView tensor;
  if (!show(file, scratch, tensor))
    return {&hallmark::rule<"hallmark/scratch-exhausted">, length_at, 0, file.shape.rank(), {}, "header"};
  return sink.tensor(tensor, walk) ? found : Violation();
}

std::uint64_t contents_bound(Input input, Scratch& scratch, const Options& options) noexcept {
  Walk walk(input, scratch, options);
  walk.run();
  const FileView file = walk.view();
  const std::uint64_t turned = lies_row_major(file) ? 0 : file.data.size();
  return scratch_bound(input, options) + (file.shape.rank() + 2) * sizeof(std::uint64_t) + turned;
}

}  // namespace
}  // namespace hallmark::npy

constexpr hallmark::Codec hallmark::codec::npy{
    manifest::npy, operations_by<npy::Walk, begins_with<npy::magic>, npy::scratch_bound, npy::layout, npy::contents,
                                 npy::contents_bound>(npy::rules)};
