// SPDX-License-Identifier: Apache-2.0
// The canonical writer: the fields of a file in the order of the document.
#include "core/too_short.hpp"
#include "gguf/format.hpp"
#include "hallmark/core/writer.hpp"
#include "hallmark/gguf/rules.hpp"

namespace hallmark::gguf {
namespace {

class Fields : public Writer {
 public:
  explicit Fields(bool big_endian, std::span<std::byte> out = {}) noexcept : Writer(out), big_endian_(big_endian) {}

  // number puts the lowest `size` bytes.
  void number(std::uint64_t value, std::uint64_t size = 8) noexcept {
    const std::uint64_t word = little_endian(big_endian_ ? reversed(value) >> (64 - 8 * size) : value);
    bytes(std::as_bytes(std::span(&word, 1)).first(static_cast<std::size_t>(size)));
  }
  void string(std::string_view value) noexcept {
    number(value.size());
    text(value);
  }
  void value(const Value& value) noexcept {
    if (value.type == ValueType::string) return string(value.text);
    if (value.type != ValueType::array) return number(value.bits, size_of(value.type));
    number(static_cast<std::uint8_t>(value.array.type), 4);
    number(value.array.count);
    bytes(value.array.data);
  }
  void info(const TensorView& tensor, std::uint64_t offset) noexcept {
    string(tensor.name);
    number(tensor.shape.rank(), 4);
    for (std::uint64_t axis = tensor.shape.rank(); axis != 0; --axis) number(tensor.shape[axis - 1]);
    number(number_of(tensor.dtype), 4);
    number(offset);
  }
  void padding(std::uint64_t alignment) noexcept { zeros(rounded_up(size(), alignment) - size()); }

 private:
  bool big_endian_;
};

void put_file(Fields& to, const FileView& file) noexcept {
  const Value* const given = find(file.metadata, "general.alignment");
  const bool known = given != nullptr && given->type == ValueType::u32 && given->bits != 0;
  const std::uint64_t alignment = known ? given->bits : default_alignment;
  to.text(magic);
  to.number(file.version, 4);
  to.number(file.tensors.size());
  to.number(file.metadata.size());
  for (const Pair& pair : file.metadata) {
    to.string(pair.key);
    to.number(static_cast<std::uint8_t>(pair.value.type), 4);
    to.value(pair.value);
  }
  std::uint64_t offset = 0;
  for (const TensorView& tensor : file.tensors) {
    to.info(tensor, offset);
    offset += rounded_up(tensor.data.size(), alignment);
  }
  to.padding(alignment);
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
    Value element;
    std::uint64_t count = 0;
    while (elements.next(element)) ++count;
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
  if (!to.fits()) return too_short(out, to.size());
  // What our own decoder would refuse is refused here, by the same rules.
  const auto written = decode(out.first(static_cast<std::size_t>(to.size())), scratch);
  return {.size = to.size(), .refusal = written.violation()};
}

}  // namespace hallmark::gguf
