// SPDX-License-Identifier: Apache-2.0
#include "core/encoder_answers.hpp"
#include "core/sort_names.hpp"
#include "hallmark/oinf.hpp"
#include "oinf/writer.hpp"

namespace hallmark::oinf {
namespace {

// Each table in the order of its names; equal names, which the decoder will refuse, as they were given. Shorter than
// the table where the scratch is too small.
Orders orders_of(const ModelView& model, Scratch& scratch) noexcept {
  const auto by_name = [&scratch](const auto& table, auto name) {
    const auto name_at = [&](std::uint32_t i) { return as_bytes(table[i].*name); };
    return sorted_names(table.size(), scratch, name_at, [](std::uint32_t) { return 0U; });
  };
  return {by_name(model.sizevars, &Sizevar::name), by_name(model.metadata, &Metadata::key),
          by_name(model.tensors, &TensorView::name)};
}

}  // namespace

std::uint64_t encoded_size(const ModelView& model) noexcept { return header_of(model).file_size; }

std::uint64_t encode_scratch(const ModelView& model) noexcept {
  const std::uint64_t sizevars = model.sizevars.size();
  const std::uint64_t metadata = model.metadata.size();
  const std::uint64_t tensors = model.tensors.size();
  // What sorting borrows is less than what decoding takes.
  return sorted_names_scratch(sizevars) + sorted_names_scratch(metadata) + sorted_names_scratch(tensors) +
         scratch_of(sizevars, metadata, tensors);
}

Encoded encode(const ModelView& model, Scratch& scratch, std::span<std::byte> out) noexcept {
  const HeaderFields header = header_of(model);
  const std::uint64_t size = header.file_size;
  if (out.size() < size) return too_short(out, size);
  const Orders orders = orders_of(model, scratch);
  const std::uint64_t entries = model.sizevars.size() + model.metadata.size() + model.tensors.size();
  if (orders.sizevars.size() + orders.metadata.size() + orders.tensors.size() != entries) {
    return {.size = size, .refusal = {&hallmark::rule<"hallmark/scratch-exhausted">, 0, 0, entries, {}, ""}};
  }
  Writer to(out);
  std::uint64_t next = header.offset_data;
  put_head(to, header, model, orders, [&next](Bytes blob) {
    const BlobPlace place{blob.size(), next};
    next += rounded_up(blob.size());
    return place;
  });
  for (const std::uint32_t i : orders.metadata) put_blob(to, model.metadata[i].blob);
  for (const std::uint32_t i : orders.tensors) {
    if (model.tensors[i].has_data) put_blob(to, model.tensors[i].data);
  }
  return checked(to, out, [&](Bytes written) { return decode(written, scratch); });
}

}  // namespace hallmark::oinf
