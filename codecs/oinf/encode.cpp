#include "core/memory_rules.hpp"
#include "core/sort_names.hpp"
#include "hallmark/core/writer.hpp"
#include "hallmark/oinf.hpp"
#include "oinf/format.hpp"

namespace hallmark::oinf {
namespace {

Counts counts_of(const ModelView& model) noexcept {
  return {static_cast<std::uint32_t>(model.sizevars.size()), static_cast<std::uint32_t>(model.metadata.size()),
          static_cast<std::uint32_t>(model.tensors.size())};
}

// Where the sections of the canonical file begin.
struct Sections {
  std::uint64_t metadata = header_size;
  std::uint64_t tensors = 0;
  std::uint64_t data = 0;
  std::uint64_t end = 0;
};

Sections sections_of(const ModelView& model) noexcept {
  Sections at;
  for (const Sizevar& entry : model.sizevars) at.metadata += string_size(entry.name.size()) + sizevar_fields;
  at.tensors = at.metadata;
  for (const Metadata& entry : model.metadata) at.tensors += string_size(entry.key.size()) + metadata_fields;
  at.data = at.tensors;
  for (const TensorView& entry : model.tensors) {
    at.data += string_size(entry.name.size()) + tensor_fields + entry.shape.rank() * 8;
  }
  at.data = rounded_up(at.data);
  at.end = at.data;
  for (const Metadata& entry : model.metadata) at.end += rounded_up(entry.blob.size());
  for (const TensorView& entry : model.tensors) at.end += rounded_up(entry.has_data ? entry.data.size() : 0);
  return at;
}

// Writes the bytes of a name or blob and pads to 8.
void padded(Writer& to, Bytes bytes, std::uint64_t before = 0) noexcept {
  to.bytes(bytes);
  to.zeros(rounded_up(before + bytes.size()) - before - bytes.size());
}

void string(Writer& to, std::string_view text) noexcept {
  to.u32le(static_cast<std::uint32_t>(text.size()));
  padded(to, as_bytes(text), 4);
}

// The indices of each table in the order of its names; equal names, which the decoder will refuse, as they were given.
// Shorter than the table where the scratch is too small.
struct Orders {
  std::span<const std::uint32_t> sizevars;
  std::span<const std::uint32_t> metadata;
  std::span<const std::uint32_t> tensors;
};

Orders orders_of(const ModelView& model, Scratch& scratch) noexcept {
  const auto by_name = [&scratch](const auto& table, auto name) {
    const auto name_at = [&](std::uint32_t i) { return as_bytes(table[i].*name); };
    return sorted_names(table.size(), scratch, name_at, [](std::uint32_t) { return 0U; });
  };
  return {by_name(model.sizevars, &Sizevar::name), by_name(model.metadata, &Metadata::key),
          by_name(model.tensors, &TensorView::name)};
}

void header(Writer& to, const Counts& counts, const Sections& at) noexcept {
  to.bytes(std::as_bytes(std::span("OINF", 5)));
  for (const std::uint32_t field : {1U, 0U, counts.sizevars, counts.metadata, counts.tensors, 0U}) to.u32le(field);
  for (const std::uint64_t field : {header_size, at.metadata, at.tensors, at.data, at.end}) to.u64le(field);
  to.zeros(header_size - to.size());
}

void tables(Writer& to, const ModelView& model, const Orders& orders, std::uint64_t data_begin) noexcept {
  for (const std::uint32_t i : orders.sizevars) {
    string(to, model.sizevars[i].name);
    to.u64le(model.sizevars[i].value);
  }
  std::uint64_t blob = data_begin;
  for (const std::uint32_t i : orders.metadata) {
    const Metadata& entry = model.metadata[i];
    string(to, entry.key);
    to.u32le(static_cast<std::uint32_t>(entry.type));
    to.u32le(0);
    to.u64le(entry.blob.size());
    to.u64le(blob);
    blob += rounded_up(entry.blob.size());
  }
  for (const std::uint32_t i : orders.tensors) {
    const TensorView& tensor = model.tensors[i];
    const std::uint64_t size = tensor.has_data ? tensor.data.size() : 0;
    string(to, tensor.name);
    to.u32le(static_cast<std::uint32_t>(type_of(tensor.dtype)));
    to.u32le(static_cast<std::uint32_t>(tensor.shape.rank()));
    to.u32le(tensor.has_data ? has_data : 0);
    for (std::uint64_t axis = 0; axis < tensor.shape.rank(); ++axis) to.u64le(tensor.shape[axis]);
    to.u64le(size);
    to.u64le(tensor.has_data ? blob : 0);
    blob += rounded_up(size);
  }
  to.zeros(data_begin - to.size());
}

void blobs(Writer& to, const ModelView& model, const Orders& orders) noexcept {
  for (const std::uint32_t i : orders.metadata) padded(to, model.metadata[i].blob);
  for (const std::uint32_t i : orders.tensors) {
    if (model.tensors[i].has_data) padded(to, model.tensors[i].data);
  }
}

}  // namespace

std::uint64_t encoded_size(const ModelView& model) noexcept { return sections_of(model).end; }

std::uint64_t encode_scratch(const ModelView& model) noexcept {
  const Counts counts = counts_of(model);
  // What sorting borrows is less than what decoding takes.
  return sorted_names_scratch(counts.sizevars) + sorted_names_scratch(counts.metadata) +
         sorted_names_scratch(counts.tensors) + scratch_of(counts);
}

Encoded encode(const ModelView& model, Scratch& scratch, std::span<std::byte> out) noexcept {
  const Sections at = sections_of(model);
  if (out.size() < at.end) return too_short(out, at.end);
  out = out.first(static_cast<std::size_t>(at.end));
  const Orders orders = orders_of(model, scratch);
  const Counts counts = counts_of(model);
  const std::uint64_t entries = std::uint64_t{counts.sizevars} + counts.metadata + counts.tensors;
  if (orders.sizevars.size() + orders.metadata.size() + orders.tensors.size() != entries) {
    return {.size = at.end, .refusal = {&hallmark::rule<"hallmark/scratch-exhausted">, 0, 0, entries, {}, ""}};
  }
  Writer to(out);
  header(to, counts, at);
  tables(to, model, orders, at.data);
  blobs(to, model, orders);
  // What our own decoder would refuse is refused here, by the same rules.
  const auto written = decode(out, scratch);
  return {.size = at.end, .refusal = written.violation()};
}

}  // namespace hallmark::oinf
