// SPDX-License-Identifier: Apache-2.0
// The canonical encoder.
#include "core/encoder_answers.hpp"
#include "gguf/writer.hpp"
#include "hallmark/gguf/rules.hpp"

namespace hallmark::gguf {
namespace {

void put_file(Fields& to, const FileView& file) noexcept {
  const std::uint64_t alignment = alignment_of(file.metadata);
  put_head(to, file, alignment, [](const TensorView& tensor) { return tensor.data.size(); });
  for (const TensorView& tensor : file.tensors) {
    to.bytes(tensor.data);
    to.padding(alignment);
  }
}

// What no file can say: elements or data of another size than their types say.
Violation unsayable(const FileView& file) noexcept {
  for (const Pair& pair : file.metadata) {
    if (pair.value.type != ValueType::array) continue;
    const Array& array = pair.value.array;
    Elements elements(array, file.big_endian);
    std::uint64_t count = 0;
    for (Value element; elements.next(element);) ++count;
    const std::uint64_t taken = array.data.size() - elements.rest().size();
    if (count != array.count || taken != array.data.size())
      return {&rule<"gguf/array-data">, 0, 0, array.data.size(), taken, "value"};
  }
  for (const TensorView& tensor : file.tensors) {
    std::uint64_t size = 0;
    if (count_of(tensor.shape).data(tensor.dtype, size) == DataSize::whole && size != tensor.data.size())
      return {&rule<"gguf/tensor-data">, 0, 0, tensor.data.size(), size, "data"};
  }
  return {};
}

}  // namespace

std::uint64_t encoded_size(const FileView& file) noexcept {
  Fields measure(file.big_endian);
  put_file(measure, file);
  return measure.size();
}

std::uint64_t encode_scratch(const FileView& file) noexcept {
  return scratch_of(file.metadata.size(), file.tensors.size(), default_max_depth);
}

Encoded encode(const FileView& file, Scratch& scratch, std::span<std::byte> out) noexcept {
  if (const Violation wrong = unsayable(file); wrong.rule != nullptr) return {.refusal = wrong};
  Fields to(file.big_endian, out);
  put_file(to, file);
  return checked(to, out, [&](Bytes written) { return decode(written, scratch); });
}

}  // namespace hallmark::gguf
