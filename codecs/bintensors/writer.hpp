// SPDX-License-Identifier: Apache-2.0
// The one writer of what lies before the data: the mirror of read_header. A file is written for its contents, which say
// what stands in it and in which order; where a field goes, and in which of its forms, is up to what it is put to.
#pragma once

#include "bintensors/walk.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::bintensors {

// Fields puts every field as the canonical file has it.
class Fields : public Writer {
 public:
  using Writer::Writer;
  template <class T>
  void integer(const char*, T value) noexcept {
    Writer::integer(value);
  }
  void number(const char*, std::uint64_t value) noexcept { write_varint(*this, value, shortest_varint(value)); }
  void bytes(const char*, Bytes value) noexcept { Writer::bytes(value); }
};

// Order is that in which the entries of a table are written: as they stand, where there are no indices.
struct Order {
  std::span<const std::uint32_t> indices;
  [[nodiscard]] std::size_t operator[](std::size_t i) const noexcept { return indices.empty() ? i : indices[i]; }
};

// Ordered is the contents that a model has, each table in an order of its own. Others derive from it, whose tensors
// come from elsewhere.
struct Ordered {
  [[nodiscard]] std::size_t tensors() const noexcept { return model->tensors.size(); }
  [[nodiscard]] const TensorView& tensor(std::size_t i) const noexcept { return model->tensors[in_file[i]]; }
  [[nodiscard]] std::uint64_t data_size(const TensorView& tensor) const noexcept { return tensor.data.size(); }
  [[nodiscard]] std::size_t mapped(std::size_t i) const noexcept { return in_map[i]; }

  const Model* model;
  Order keys{};
  Order in_file{};  // of the tensors
  Order in_map{};   // v0: of the tensors in the file
};

template <class To>
void put_text(To& to, const char* length_name, const char* name, std::string_view text) noexcept {
  to.number(length_name, text.size());
  to.bytes(name, as_bytes(text));
}

template <class To>
void put_info(To& to, const TensorView& tensor, std::uint64_t begin, std::uint64_t end) noexcept {
  to.number("dtype", discriminant_of(tensor.dtype));
  to.number("shape.length", tensor.shape.rank());
  tensor.shape.each([&to](std::uint64_t size) { to.number("shape[]", size); });
  to.number("data_offsets[0]", begin);
  to.number("data_offsets[1]", end);
}

// put_header puts what read_header reads, at the beginning of a file.
template <class Contents, class To>
void put_header(Layout layout, const Contents& of, To& to) noexcept {
  to.integer("sofm", std::uint64_t{0});
  const Model& model = *of.model;
  to.integer("metadata", static_cast<std::uint8_t>(model.has_metadata));
  if (model.has_metadata) {
    to.number("metadata", model.metadata.size());
    for (std::size_t i = 0; i < model.metadata.size(); ++i) {
      const Pair& pair = model.metadata[of.keys[i]];
      put_text(to, "key.length", "key", pair.key);
      put_text(to, "value.length", "value", pair.value);
    }
  }
  const std::size_t tensors = of.tensors();
  to.number("tensors", tensors);
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < tensors; ++i) {
    const TensorView& tensor = of.tensor(i);
    if (layout == Layout::v1) put_text(to, "name.length", "name", tensor.name);
    const std::uint64_t end = begin + of.data_size(tensor);
    put_info(to, tensor, begin, end);
    begin = end;
  }
  if (layout == Layout::v0) {
    to.number("index_map", tensors);
    for (std::size_t i = 0; i < tensors; ++i) {
      const std::size_t index = of.mapped(i);
      put_text(to, "name.length", "name", of.tensor(index).name);
      to.number("index", index);
    }
  }
  while (to.size() % 8 != 0) to.integer("padding", padding_byte);
  to.patch(0, to.size() - sofm_size);
}

}  // namespace hallmark::bintensors
