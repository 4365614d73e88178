// SPDX-License-Identifier: Apache-2.0
// The one writer: the fields of a file by their names in the document, in its order. The encoder puts through it, and
// so does whatever makes a file for a test or a benchmark; besides, the layout stands in the walk and in the oracle.
#pragma once

#include <type_traits>

#include "hallmark/core/writer.hpp"
#include "hallmark/oinf.hpp"
#include "oinf/format.hpp"

namespace hallmark::oinf {

// HeaderOf is what a file says of itself after the magic: fields as they are read, or numbers to write.
// oinf#fileheader-fixed-size.
template <template <class> class As>
struct HeaderOf {
  As<std::uint32_t> version{1};
  As<std::uint32_t> flags{};
  As<std::uint32_t> n_sizevars{};
  As<std::uint32_t> n_metadata{};
  As<std::uint32_t> n_tensors{};
  As<std::uint32_t> reserved{};
  As<std::uint64_t> offset_sizevars{};
  As<std::uint64_t> offset_metadata{};
  As<std::uint64_t> offset_tensors{};
  As<std::uint64_t> offset_data{};
  As<std::uint64_t> file_size{};
};
using HeaderFields = HeaderOf<std::type_identity_t>;

// each_field calls see(name, field) for them in their order.
template <class Fields, class See>
[[gnu::always_inline]] constexpr void each_field(Fields& header, const See& see) noexcept {
  see("version", header.version);
  see("flags", header.flags);
  see("n_sizevars", header.n_sizevars);
  see("n_metadata", header.n_metadata);
  see("n_tensors", header.n_tensors);
  see("reserved", header.reserved);
  see("offset_sizevars", header.offset_sizevars);
  see("offset_metadata", header.offset_metadata);
  see("offset_tensors", header.offset_tensors);
  see("offset_data", header.offset_data);
  see("file_size", header.file_size);
}

// put_padding puts zeros until what was put since `from`, a size, fills a multiple of 8.
[[gnu::always_inline]] constexpr void put_padding(Writer& to, std::uint64_t from = 0) noexcept {
  const std::uint64_t size = to.size() - from;
  to.zeros(rounded_up(size) - size);
}

[[gnu::always_inline]] constexpr void put_string(Writer& to, std::string_view text) noexcept {
  const std::uint64_t from = to.size();
  to.u32le(static_cast<std::uint32_t>(text.size()));
  to.text(text);
  put_padding(to, from);
}

[[gnu::always_inline]] constexpr void put_dims(Writer& to, const Shape& dims) noexcept {
  if (dims.is_row()) return to.bytes(dims.row());
  dims.each([&to](std::uint64_t size) { to.u64le(size); });
}

[[gnu::always_inline]] constexpr void put_header(Writer& to, const HeaderFields& header) noexcept {
  to.text(magic);
  each_field(header, [&to](const char*, auto value) { to.integer(value); });
}

// PlaceOf is what an entry says of its blob.
template <template <class> class As>
struct PlaceOf {
  As<std::uint64_t> nbytes{};
  As<std::uint64_t> offset{};
};
using BlobPlace = PlaceOf<std::type_identity_t>;

// The entries of the tables. oinf#metadatatable, oinf#tensorindextable.
[[gnu::always_inline]] constexpr void put_sizevar(Writer& to, const Sizevar& entry) noexcept {
  put_string(to, entry.name);
  to.u64le(entry.value);
}

[[gnu::always_inline]] constexpr void put_metadata(Writer& to, const Metadata& entry, const BlobPlace& value) noexcept {
  put_string(to, entry.key);
  to.u32le(static_cast<std::uint32_t>(entry.type));
  to.u32le(0);  // value_flags
  to.u64le(value.nbytes);
  to.u64le(value.offset);
}

[[gnu::always_inline]] constexpr void put_tensor(Writer& to, const TensorView& entry, ValueType dtype,
                                                 const BlobPlace& data) noexcept {
  put_string(to, entry.name);
  to.u32le(static_cast<std::uint32_t>(dtype));
  to.u32le(static_cast<std::uint32_t>(entry.shape.rank()));
  to.u32le(entry.has_data ? has_data : 0);
  put_dims(to, entry.shape);
  to.u64le(data.nbytes);
  to.u64le(data.offset);
}

// Blobs of metadata from what they hold, with the padding that is their own; a STRING is one string. The encoder takes
// them as they lie. oinf#metadata-payloads.
inline void put_bitset(Writer& to, const Bitset& value) noexcept {
  const std::uint64_t from = to.size();
  to.u32le(value.bits);
  to.u32le(static_cast<std::uint32_t>(value.data.size()));
  to.bytes(value.data);
  put_padding(to, from);
}
inline void put_ndarray(Writer& to, const TensorView& value) noexcept {
  const std::uint64_t from = to.size();
  to.u32le(static_cast<std::uint32_t>(type_of(value.dtype)));
  to.u32le(static_cast<std::uint32_t>(value.shape.rank()));
  put_dims(to, value.shape);
  to.bytes(value.data);
  put_padding(to, from);
}

// A blob in the data section, with the padding after it.
[[gnu::always_inline]] constexpr void put_blob(Writer& to, Bytes blob) noexcept {
  const std::uint64_t from = to.size();
  to.bytes(blob);
  put_padding(to, from);
}

inline constexpr std::uint64_t packed_size = measured([](Writer& to) { put_header(to, {}); });  // without its padding
inline constexpr std::uint64_t header_size = rounded_up(packed_size);
// The entries of which a file can have most: without a name, and without dimensions.
inline constexpr std::uint64_t smallest_sizevar = measured([](Writer& to) { put_sizevar(to, {}); });
inline constexpr std::uint64_t smallest_metadata = measured([](Writer& to) { put_metadata(to, {}, {}); });
inline constexpr std::uint64_t smallest_tensor = measured([](Writer& to) { put_tensor(to, {}, {}, {}); });

// header_of gives the header of a model whose sections are tight.
[[nodiscard]] inline HeaderFields header_of(const ModelView& model) noexcept {
  HeaderFields header{.n_sizevars = static_cast<std::uint32_t>(model.sizevars.size()),
                      .n_metadata = static_cast<std::uint32_t>(model.metadata.size()),
                      .n_tensors = static_cast<std::uint32_t>(model.tensors.size())};
  std::uint64_t at = header.offset_sizevars = header_size;
  for (const Sizevar& one : model.sizevars) at += measured([&](Writer& to) { put_sizevar(to, one); });
  header.offset_metadata = at;
  for (const Metadata& one : model.metadata) at += measured([&](Writer& to) { put_metadata(to, one, {}); });
  header.offset_tensors = at;
  for (const TensorView& one : model.tensors) at += measured([&](Writer& to) { put_tensor(to, one, {}, {}); });
  at = header.offset_data = rounded_up(at);
  for (const Metadata& one : model.metadata) at += rounded_up(one.blob.size());
  for (const TensorView& one : model.tensors) at += one.has_data ? rounded_up(one.data.size()) : 0;
  header.file_size = at;
  return header;
}

// Orders are the indices of each table in the order in which its entries are put.
struct Orders {
  std::span<const std::uint32_t> sizevars;
  std::span<const std::uint32_t> metadata;
  std::span<const std::uint32_t> tensors;
};

// put_head puts a file up to its data. `place` is called with each blob, in the order of the tables as they are put.
[[gnu::always_inline]] constexpr void put_head(Writer& to, const HeaderFields& header, const ModelView& model,
                                               const Orders& orders, auto&& place) noexcept {
  put_header(to, header);
  put_padding(to);
  for (const std::uint32_t i : orders.sizevars) put_sizevar(to, model.sizevars[i]);
  for (const std::uint32_t i : orders.metadata) {
    const Metadata& entry = model.metadata[i];
    put_metadata(to, entry, place(entry.blob));
  }
  for (const std::uint32_t i : orders.tensors) {
    const TensorView& entry = model.tensors[i];
    put_tensor(to, entry, type_of(entry.dtype), entry.has_data ? place(entry.data) : BlobPlace{});
  }
  put_padding(to);
}

}  // namespace hallmark::oinf
