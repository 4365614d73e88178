// SPDX-License-Identifier: Apache-2.0
// The record: the one reader of what lies before the data. Whoever reads it says by a watcher what the fields are for.
// What is read is kept in variables that are not const: const ones g++ 12 keeps in memory, a third more instructions.
#pragma once

#include <algorithm>

#include "bintensors/varint.hpp"
#include "core/reader.hpp"
#include "core/table_place.hpp"
#include "core/words.hpp"
#include "hallmark/bintensors.hpp"
#include "hallmark/bintensors/rules.hpp"

namespace hallmark::bintensors {

inline constexpr std::uint64_t sofm_size = 8;
inline constexpr std::uint64_t smallest_pair = 2;     // two empty strings
inline constexpr std::uint64_t smallest_info = 4;     // dtype, rank 0, two offsets
inline constexpr std::uint64_t smallest_tensor = 5;   // an empty name before it
inline constexpr std::uint64_t smallest_mapping = 2;  // an empty name, an index

// Info is what a file says of one tensor, each number with its place.
struct Info {
  Varint dtype;
  Varint rank;
  std::uint64_t shape_at = 0;
  std::uint64_t shape_size = 0;  // bytes
  Varint begin;
  Varint end;
  ElementCount count;
};

// Header is what a record says of itself.
struct Header {
  std::uint64_t data_begin = 0;  // where the padding ends
  std::uint64_t record_end = 0;  // where it begins; 0 until the record is read
  bool has_metadata = false;
  std::uint64_t pairs = 0;  // of metadata
  std::uint64_t pairs_at = 0;
  std::uint64_t tensors = 0;
  Varint mappings;  // v0: entries of the index map
};

// Watchers hear of every field and of every entry. Unjudged reads what was judged before, or only asks how the fields
// lie: no rule holds but those without which the next field cannot be found.
struct Unjudged {
  static constexpr bool judges = false;
  static constexpr bool fields = false;  // else field(offset, size, name) hears of each; false ends the walk
  static constexpr bool counts = true;   // of elements

  void table(const char*) const noexcept {}
  void entry(std::uint64_t) const noexcept {}
  void axis(std::uint64_t) const noexcept {}  // before a dimension
  // Before the entries of a table; false ends the walk.
  [[nodiscard]] bool tensors(Reader&, const Varint&) const noexcept { return true; }
  [[nodiscard]] bool mappings(Reader&, const Varint&) const noexcept { return true; }
  // After the name of an entry: in v1 of a tensor, in v0 of a mapping.
  void name(std::uint64_t, const Field<Bytes>&) const noexcept {}
  // After an entry, where the reader stands, which they may stop.
  void pair(Reader&, const Field<Bytes>&, const Field<Bytes>&) const noexcept {}
  void tensor(Reader&, std::uint64_t, const Info&) const noexcept {}
  void mapping(std::uint64_t, const Varint&) const noexcept {}
};

// Placed knows where it stands, for paths.
struct Placed : Unjudged {
  void table(const char* name) const noexcept { position->at(name); }
  void entry(std::uint64_t index) const noexcept { position->entry(index); }
  void axis(std::uint64_t axis) const noexcept { position->axis(axis); }

  Position* position;
};

template <Width width = Width::u64, class Watcher>
[[nodiscard, gnu::always_inline]] inline Varint read_number(Reader& in, const Watcher& watcher,
                                                            const char* name) noexcept {
  Varint number = read_varint<Watcher::judges, width>(in, name);
  if constexpr (Watcher::fields) {
    if (in.ok() && !watcher.field(number.at, number.size, name)) in.stop();
  }
  return number;
}

// Reads a string whose text is not judged yet. Nothing of it is known once the reader is spent.
template <class Watcher>
[[nodiscard, gnu::always_inline]] inline Field<Bytes> read_bytes(Reader& in, const Watcher& watcher,
                                                                 const char* length_name, const char* name) noexcept {
  auto length = read_number(in, watcher, length_name);
  const bool fits = require(in, length <= in.remaining(), rule<"bintensors/string-overrun">, length, in.remaining());
  auto text = in.bytes(fits ? length.value : 0, name);
  if constexpr (Watcher::fields) {
    if (!watcher.field(text.at, text.width(), name)) in.stop();
  }
  return text;
}

template <class Watcher>
[[nodiscard, gnu::always_inline]] inline Field<Bytes> read_string(Reader& in, const Watcher& watcher,
                                                                  const char* length_name, const char* name) noexcept {
  auto text = read_bytes(in, watcher, length_name, name);
  if constexpr (Watcher::judges) in.require_none(find_invalid_utf8(text.value), rule<"bintensors/utf8">, text);
  return text;
}

// Names may hold any text; warnings point at what breaks common tools.
template <class Watcher>
[[nodiscard, gnu::always_inline]] inline Field<Bytes> read_name(Reader& in, const Watcher& watcher) noexcept {
  auto name = read_string(in, watcher, "name.length", "name");
  if constexpr (Watcher::judges) {
    if (in.ok() && in.findings().validating()) [[unlikely]] {
      in.require(!name.value.empty(), rule<"bintensors/empty-name">, name);
      const auto zero = static_cast<std::uint64_t>(std::ranges::find(name.value, std::byte{0}) - name.value.begin());
      in.require(zero == name.value.size(), rule<"bintensors/nul-in-name">, name.at + zero, 1, "name");
    }
  }
  return name;
}

template <class Watcher>
[[nodiscard, gnu::always_inline]] inline Info read_info(Reader& in, const Watcher& watcher) noexcept {
  constexpr bool judges = Watcher::judges;
  Varint dtype = read_number<Width::u32>(in, watcher, "dtype");
  if constexpr (judges) require(in, dtype <= 14, rule<"bintensors/dtype">, dtype);
  Varint rank = read_number(in, watcher, "shape.length");
  require(in, rank <= in.remaining(), rule<"bintensors/rank-overrun">, rank, in.remaining());
  if constexpr (judges) require(in, rank <= watcher.max_rank, rule<"bintensors/rank">, rank, watcher.max_rank);
  const std::uint64_t shape_at = in.offset();
  ElementCount count;
  for (std::uint64_t axis = 0; axis < rank && in.ok(); ++axis) {
    watcher.axis(axis);
    Varint size = read_number(in, watcher, "shape[]");
    if constexpr (Watcher::counts) count.dimension(size);
  }
  const std::uint64_t shape_size = in.offset() - shape_at;
  Varint begin = read_number(in, watcher, "data_offsets[0]");
  Varint end = read_number(in, watcher, "data_offsets[1]");
  return {dtype, rank, shape_at, shape_size, begin, end, count};
}

// The functions below read a part of a record that was read before. Its bytes may have changed since, as those of a
// mapped file may: only the end is certain, and what reaches beyond it is 0, or empty.

[[nodiscard]] inline Reader again(Bytes input, std::uint64_t begin, std::uint64_t end, Findings& unheard) noexcept {
  return Reader::part(input, begin, end, unheard, rule<"bintensors/record-truncated">);
}

[[nodiscard, gnu::always_inline]] inline Varint number_again(Bytes input, std::uint64_t at, const char* name) noexcept {
  Findings unheard(Profile::strict);
  Reader in = again(input, at, input.size(), unheard);
  return read_varint<false>(in, name);
}

[[nodiscard, gnu::always_inline]] inline Info info_again(Bytes input, std::uint64_t begin, std::uint64_t end) noexcept {
  Findings unheard(Profile::strict);
  Reader in = again(input, begin, end, unheard);
  Info info = read_info(in, Unjudged());
  return in.ok() ? info : Info();
}

// shape_of gives the dimensions of a tensor whose description was read from `input`.
[[nodiscard]] const std::byte* next_dimension(const std::byte* at, const std::byte* end,
                                              std::uint64_t& dimension) noexcept;
[[nodiscard, gnu::always_inline]] inline Shape shape_of(const Info& info, Bytes input) noexcept {
  const auto at = static_cast<std::size_t>(info.shape_at);
  return {input.subspan(at, static_cast<std::size_t>(info.shape_size)), info.rank, next_dimension};
}

// The loops below read through a copy of the cursor, and tell a copy of the watcher, which nothing points at: both stay
// in registers. In a function of its own each has them to itself.

template <class Watcher>
[[nodiscard, gnu::noinline]] bool read_metadata(Reader& from, Header& header, Watcher& to) noexcept {
  Reader in = from;
  Watcher watcher = to;
  auto tag = in.u8("metadata");
  if constexpr (Watcher::judges) in.require(tag <= 1, rule<"bintensors/option-tag">, tag);
  if (!in.ok()) return false;
  if constexpr (Watcher::fields) {
    if (!watcher.field(tag.at, tag.width(), tag.name)) in.stop();
  }
  header.has_metadata = tag == 1;
  if (header.has_metadata) {
    auto count = read_number(in, watcher, "metadata");
    if (!require(in, count <= in.remaining() / smallest_pair, rule<"bintensors/count">, count, in.remaining()))
      return false;
    header.pairs = count;
    header.pairs_at = in.offset();
    watcher.table("metadata");
    for (std::uint64_t i = 0; i < count; ++i) {
      watcher.entry(i);
      auto key = read_string(in, watcher, "key.length", "key");
      auto value = read_string(in, watcher, "value.length", "value");
      if (!in.ok()) return false;
      watcher.pair(in, key, value);
    }
    watcher.table(nullptr);
  }
  to = watcher;
  from = in;
  return true;
}

template <class Watcher>
[[nodiscard, gnu::noinline]] bool read_tensors(Reader& from, Layout layout, Header& header, Watcher& to) noexcept {
  Reader in = from;
  Watcher watcher = to;
  const bool named = layout == Layout::v1;
  auto count = read_number(in, watcher, "tensors");
  const std::uint64_t most = named ? in.remaining() / smallest_tensor : in.remaining() / smallest_info;
  if (!require(in, count <= most, rule<"bintensors/count">, count, in.remaining())) return false;
  header.tensors = count;
  if (!watcher.tensors(in, count)) return false;
  watcher.table("tensors");
  for (std::uint64_t i = 0; i < count; ++i) {
    watcher.entry(i);
    if (named) watcher.name(i, read_name(in, watcher));
    Info info = read_info(in, watcher);
    if (!in.ok()) return false;
    watcher.tensor(in, i, info);
  }
  watcher.table(nullptr);
  to = watcher;
  from = in;
  return true;
}

template <class Watcher>
[[nodiscard, gnu::noinline]] bool read_index_map(Reader& from, Header& header, Watcher& to) noexcept {
  Reader in = from;
  Watcher watcher = to;
  auto count = read_number(in, watcher, "index_map");
  if (!require(in, count <= in.remaining() / smallest_mapping, rule<"bintensors/count">, count, in.remaining()))
    return false;
  header.mappings = count;
  if (!watcher.mappings(in, count)) return false;
  watcher.table("index_map");
  for (std::uint64_t i = 0; i < count; ++i) {
    watcher.entry(i);
    watcher.name(i, read_name(in, watcher));
    auto index = read_number(in, watcher, "index");
    if (!in.ok()) return false;
    watcher.mapping(i, index);
  }
  watcher.table(nullptr);
  to = watcher;
  from = in;
  return true;
}

// read_header reads what lies before the data: SofM, then the record in the bytes that it counts. False where a rule
// does not let it go on, or the watcher.
template <class Watcher>
[[nodiscard]] bool read_header(Layout layout, Input input, Reader& in, Header& header, Watcher& watcher) noexcept {
  auto sofm = in.u64le("sofm");
  if (!in.ok()) return false;
  const std::uint64_t left = in.remaining();  // as much as of the file, or what a copy was made of
  if (!in.require(sofm <= left, rule<"bintensors/sofm-range">, sofm, left) ||
      !in.require(sofm <= default_max_metadata, rule<"bintensors/metadata-limit">, sofm, default_max_metadata)) {
    return false;
  }
  if constexpr (Watcher::fields) {
    if (!watcher.field(sofm.at, sofm.width(), sofm.name)) {
      in.stop();
      return false;
    }
  }
  header.data_begin = sofm_size + sofm;
  if (Watcher::judges && !in.holds(header.data_begin)) return false;
  Reader record = Reader::part(input, sofm_size, header.data_begin, in.findings(), rule<"bintensors/record-truncated">);
  if (!read_metadata(record, header, watcher) || !read_tensors(record, layout, header, watcher)) return false;
  if (layout == Layout::v0 && !read_index_map(record, header, watcher)) return false;
  header.record_end = record.offset();
  return true;
}

// Reading reads it for a watcher that judges nothing.
struct Reading {
  template <class Watcher>
  Reading(Layout layout, Input input, Watcher& watcher) noexcept
      : in(input, findings, rule<"bintensors/sofm-truncated">),
        whole(read_header(layout, input, in, header, watcher)) {}

  Findings findings{Profile::strict};
  Header header;
  Reader in;
  bool whole;  // all of it was read
};

}  // namespace hallmark::bintensors
