// The canonical writer of both layouts.
#include <optional>

#include "bintensors/walk.hpp"
#include "core/memory_rules.hpp"
#include "core/sort_names.hpp"
#include "core/unique_names.hpp"
#include "hallmark/core/writer.hpp"

namespace hallmark::bintensors {
namespace {

// Order is that in which the entries of a table are written: as they stand, where there is no memory to sort them.
struct Order {
  std::span<const std::uint32_t> indices;
  [[nodiscard]] std::size_t operator[](std::size_t i) const noexcept { return indices.empty() ? i : indices[i]; }
};
struct Orders {
  Order keys;
  Order tensors;
};

// discriminant_of gives 15 where BinTensors has no such dtype.
std::uint64_t discriminant_of(DType dtype) noexcept {
  return static_cast<std::uint64_t>(std::find(std::begin(dtypes), std::end(dtypes), dtype) - std::begin(dtypes));
}

void string(Writer& to, std::string_view text) noexcept {
  write_varint(to, text.size());
  to.bytes(as_bytes(text));
}

void info(Writer& to, const TensorView& tensor, std::uint64_t begin) noexcept {
  write_varint(to, discriminant_of(tensor.dtype));
  write_varint(to, tensor.shape.rank());
  for (std::uint64_t axis = 0; axis < tensor.shape.rank(); ++axis) write_varint(to, tensor.shape[axis]);
  write_varint(to, begin);
  write_varint(to, begin + tensor.data.size());
}

// The file, or its size into a writer over no memory.
void write(Layout layout, const Model& model, const Orders& orders, Writer& to) noexcept {
  const std::size_t tensors = model.tensors.size();
  const auto tensor_at = [&](std::size_t i) -> const TensorView& { return model.tensors[orders.tensors[i]]; };
  to.u64le(0);
  to.u8(model.has_metadata ? 1 : 0);
  if (model.has_metadata) {
    write_varint(to, model.metadata.size());
    for (std::size_t i = 0; i < model.metadata.size(); ++i) {
      const Pair& pair = model.metadata[orders.keys[i]];
      string(to, pair.key);
      string(to, pair.value);
    }
  }
  write_varint(to, tensors);
  std::uint64_t begin = 0;
  for (std::size_t i = 0; i < tensors; ++i) {
    const TensorView& tensor = tensor_at(i);
    if (layout == Layout::v1) string(to, tensor.name);
    info(to, tensor, begin);
    begin += tensor.data.size();
  }
  if (layout == Layout::v0) {
    write_varint(to, tensors);
    for (std::size_t i = 0; i < tensors; ++i) {
      string(to, tensor_at(i).name);
      write_varint(to, i);
    }
  }
  while (to.size() % 8 != 0) to.u8(padding_byte);
  to.patch(0, to.size() - sofm_size);
  for (std::size_t i = 0; i < tensors; ++i) to.bytes(tensor_at(i).data);
}

// The orders of all entries, or nothing when the scratch is too small.
std::optional<Orders> orders_of(const Model& model, Scratch& scratch) noexcept {
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
  return Orders{{by_key}, {by_name}};
}

}  // namespace

std::uint64_t encoded_size(Layout layout, const Model& model, Scratch scratch) noexcept {
  Writer measure;
  const auto orders = orders_of(model, scratch);
  write(layout, model, orders.value_or(Orders()), measure);
  if (orders) return measure.size();
  // In another order both offsets of a tensor may take the longest varint instead of the shortest; then the padding.
  constexpr std::uint64_t growth_of_varint = 8;
  return measure.size() + model.tensors.size() * 2 * growth_of_varint + 7;
}

std::uint64_t encode_scratch(Layout layout, const Model& model) noexcept {
  const auto table = [](std::uint64_t entries, std::uint64_t size) { return entries * size + alignof(std::uint64_t); };
  const std::uint64_t pairs = model.metadata.size();
  const std::uint64_t tensors = model.tensors.size();
  const std::uint64_t orders = sorted_names_scratch(pairs) + sorted_names_scratch(tensors);  // what it borrows is less
  const std::uint64_t names = table(tensors, sizeof(Name)) + unique_names_scratch(tensors);
  const std::uint64_t mapping = layout == Layout::v1 ? 0 : 2 * table(tensors, sizeof(std::uint32_t));
  return orders + names + mapping + table(pairs, sizeof(Name)) + unique_names_scratch(pairs);
}

Encoded encode(Layout layout, const Model& model, Scratch& scratch, std::span<std::byte> out) noexcept {
  const auto orders = orders_of(model, scratch);
  if (!orders) {
    return {
        .refusal = {
            &hallmark::rule<"hallmark/scratch-exhausted">, 0, 0, model.metadata.size() + model.tensors.size(), {}, ""}};
  }
  Writer to(out);
  write(layout, model, *orders, to);
  if (!to.fits()) return too_short(out, to.size());
  // What our own decoder would refuse is refused here, by the same rules.
  const auto written = decode(layout, out.first(static_cast<std::size_t>(to.size())), scratch);
  return {.size = to.size(), .refusal = written.violation()};
}

}  // namespace hallmark::bintensors
