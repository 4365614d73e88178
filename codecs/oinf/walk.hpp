// SPDX-License-Identifier: Apache-2.0
// Walk: the phases that decoding and validating share. See README.md.
#pragma once

#include "core/table_place.hpp"
#include "core/table_walk.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/core/memory_rules.hpp"
#include "hallmark/core/tensor.hpp"
#include "hallmark/oinf.hpp"
#include "hallmark/oinf/rules.hpp"
#include "oinf/format.hpp"
#include "oinf/writer.hpp"

namespace hallmark::oinf {

// What lies between entries or blobs and `to` belongs to none of them.
inline bool draw_between(Ranges& ranges, std::uint64_t to) noexcept {
  return ranges.until(to, to - ranges.at() < 8 ? "padding" : "gap");
}

using Header = HeaderOf<Field>;
using Extent = PlaceOf<Field>;

class Walk : public TableWalk<Position, header_size> {
 public:
  Walk(Input input, Scratch& scratch, const Options& options, DiagnosticSink* sink = nullptr,
       Ranges* ranges = nullptr) noexcept
      : TableWalk(input, scratch, options, default_max_rank, rule<"oinf/header-truncated">, sink, ranges) {}

  void run() noexcept;
  [[nodiscard]] ModelView model() const noexcept { return {sizevars_, metadata_, tensors_}; }
  [[nodiscard]] const Header& header() const noexcept { return header_; }
  [[nodiscard]] Decoded<ModelView> decoded() noexcept { return in_.verdict<ModelView>(sizevars_, metadata_, tensors_); }
  [[nodiscard]] std::uint64_t declared_size() const noexcept { return header_.file_size; }
  // blobs gives the blobs that are not empty, in the order of their places once phase 6 has run.
  [[nodiscard]] std::span<Blob> blobs() const noexcept { return blobs_.first(static_cast<std::size_t>(blob_count_)); }
  // at_owner moves the position to the entry that a blob belongs to, and gives the name of what the blob is there.
  const char* at_owner(const Blob& blob) noexcept;

 private:
  // Phases 1 and 2, header.cpp.
  void read_header() noexcept;
  bool check_header() noexcept;
  bool check_counts() noexcept;
  bool check_sections() noexcept;

  // Phase 3, tables.cpp.
  void read_tables() noexcept;
  template <class Entry, class Read>
  std::span<Entry> read_table(const char* name, std::string_view Entry::* name_of, std::uint32_t count,
                              const Field<std::uint64_t>& from, const Field<std::uint64_t>& to, const Rule& duplicate,
                              const Read& read) noexcept;
  Sizevar read_sizevar(Reader& in) noexcept;
  Metadata read_metadata(Reader& in) noexcept;
  TensorView read_tensor(Reader& in) noexcept;
  std::string_view read_name(Reader& in, const char* field) noexcept;
  void check_section_end(std::uint64_t end, const Field<std::uint64_t>& next) noexcept;

  // Phases 4 and 5, values.cpp.
  void read_values() noexcept;
  bool read_value(const Metadata& entry, const Extent& extent) noexcept;
  bool check_size(ValueType type, const Field<std::uint64_t>& nbytes) noexcept;
  [[nodiscard]] static bool require_size(Reader& in, const Field<std::uint64_t>& nbytes, std::uint64_t size,
                                         std::uint64_t other) noexcept;
  bool read_string(Reader& in, const Field<std::uint64_t>& nbytes) noexcept;
  bool read_bitset(Reader& in, const Field<std::uint64_t>& nbytes) noexcept;
  bool read_ndarray(Reader& in, const Field<std::uint64_t>& nbytes) noexcept;
  void place_tensors() noexcept;
  void place_tensor(TensorView& tensor) noexcept;
  bool place(const Field<std::uint64_t>& offset, std::uint64_t size) noexcept;
  // take_blob remembers a blob that lies where it may; condemn_blob that one is missing from the picture, and where its
  // entry says that it starts.
  void take_blob(std::uint64_t begin, std::uint64_t end, std::uint64_t owner) noexcept;
  void condemn_blob(std::uint64_t offset = 0) noexcept {
    all_placed_ = false;
    all_aligned_ = all_aligned_ && offset % 8 == 0;
  }

  // Phases 6 and 7, blobs.cpp.
  void check_blobs() noexcept;
  void check_between(std::uint64_t begin, std::uint64_t end, bool report_gap) noexcept;
  void check_booleans() noexcept;

  // Reader over [begin, end) of the file; its offsets are those of the file.
  [[nodiscard]] Reader window(std::uint64_t begin, std::uint64_t end, const Rule& truncated) noexcept {
    return Reader::part(input_, begin, end, findings_, truncated);
  }
  // extent_at reads again where a blob lies, from the fields that phase 3 left in its place.
  [[nodiscard]] Extent extent_at(Bytes fields, const char* nbytes, const char* offset) noexcept {
    const std::uint64_t at = offset_of(as_text(fields));
    Reader in = window(at, at + fields.size(), rule<"oinf/table-overrun">);
    const auto size = in.u64le(nbytes);
    return {size, in.u64le(offset)};
  }

  Field<Bytes> magic_;
  Header header_;
  Field<Bytes> padding_;
  std::span<Sizevar> sizevars_;
  std::span<Metadata> metadata_;
  std::span<TensorView> tensors_;
  std::span<Blob> blobs_;
  std::uint64_t blob_count_ = 0;
  std::uint64_t values_end_ = 0;  // where the last value of the metadata ends
  bool ascending_ = true;         // blobs so far are in the order of the tables
  bool booleans_ = false;         // there are BOOL tensors to look at
  // A gap is reported only when no blob is missing. Where missing ones start at multiples of 8, the bytes after
  // another one are padding all the same.
  bool all_placed_ = true;
  bool all_aligned_ = true;
  bool end_known_ = true;  // file_size is right: bytes after the last blob have no other explanation
};

}  // namespace hallmark::oinf
