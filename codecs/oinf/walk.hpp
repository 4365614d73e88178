// Walk: the phases that decoding and validating share. See README.md.
#pragma once

#include "core/memory_rules.hpp"
#include "core/reader.hpp"
#include "core/table_place.hpp"
#include "hallmark/core/tensor.hpp"
#include "hallmark/oinf.hpp"
#include "oinf/format.hpp"
#include "oinf/rules.hpp"

namespace hallmark::oinf {

// Position says which entry the walk is at, for paths: `tensors[3].data_nbytes`.
class Position final : public TablePlace {};

// Header is what a file says of itself.
struct Header {
  Counts counts;
  Field<std::uint64_t> offset_sizevars;
  Field<std::uint64_t> offset_metadata;
  Field<std::uint64_t> offset_tensors;
  Field<std::uint64_t> offset_data;
};

class Walk {
 public:
  Walk(Bytes input, Scratch& scratch, const Options& options, Findings& findings, Position& position) noexcept
      : input_(input),
        scratch_(scratch),
        max_rank_(options.limits.max_rank.value_or(default_max_rank)),
        findings_(findings),
        position_(position),
        in_(input, findings, rule<"oinf/header-truncated">) {}

  void run() noexcept;
  [[nodiscard]] const ModelView& model() const noexcept { return model_; }
  [[nodiscard]] const Header& header() const noexcept { return header_; }
  [[nodiscard]] Reader& in() noexcept { return in_; }
  // blobs gives the blobs that are not empty, in the order of their places once phase 6 has run.
  [[nodiscard]] std::span<const Blob> blobs() const noexcept {
    return blobs_.first(static_cast<std::size_t>(blob_count_));
  }
  // fields_of gives where the fields behind an entry's name begin.
  [[nodiscard]] std::uint64_t fields_of(std::string_view name) const noexcept {
    return offset_of(name) - 4 + string_size(name.size());
  }
  // at_owner moves the position to the entry that a blob belongs to, and gives the name of what the blob is there.
  const char* at_owner(const Blob& blob) noexcept;

 private:
  bool stopped() const noexcept { return findings_.stopped(); }
  // have_scratch ends the walk when a caller gave too little.
  bool have_scratch(bool enough, std::uint64_t entries) noexcept;

  // Phases 1 and 2, header.cpp.
  bool read_header() noexcept;
  bool check_version(const Field<std::uint32_t>& version) noexcept;
  bool check_counts(const Field<std::uint32_t>& sizevars, const Field<std::uint32_t>& metadata,
                    const Field<std::uint32_t>& tensors) noexcept;
  bool check_sections() noexcept;

  // Phase 3, tables.cpp.
  void read_tables() noexcept;
  template <class Entry, class Read>
  std::span<Entry> read_table(const char* name, std::uint32_t count, const Field<std::uint64_t>& from,
                              const Field<std::uint64_t>& to, const Rule& duplicate, const Read& read) noexcept;
  Sizevar read_sizevar(Reader& in) noexcept;
  Metadata read_metadata(Reader& in) noexcept;
  TensorView read_tensor(Reader& in) noexcept;
  template <class Entry>
  void check_unique(const char* table, std::span<const Entry> entries, const Rule& duplicate) noexcept;
  void check_section_end(std::uint64_t end, const Field<std::uint64_t>& next) noexcept;

  // Phases 4 and 5, values.cpp.
  void read_values() noexcept;
  bool read_value(Metadata& entry, const Field<std::uint64_t>& nbytes) noexcept;
  bool check_size(ValueType type, const Field<std::uint64_t>& nbytes) noexcept;
  bool read_scalar(const Metadata& entry) noexcept;
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
  // field reads a number that a table has already been checked to hold.
  [[nodiscard]] Field<std::uint64_t> field(std::uint64_t at, const char* name) const noexcept {
    return {load_le<std::uint64_t>(input_.data() + at), at, name};
  }
  [[nodiscard]] std::uint64_t offset_of(std::string_view name) const noexcept {
    return static_cast<std::uint64_t>(reinterpret_cast<const std::byte*>(name.data()) - input_.data());
  }
  void check_zeros(std::uint64_t begin, std::uint64_t end, const Rule& rule, const char* name) noexcept;

  Bytes input_;
  Scratch& scratch_;
  std::uint32_t max_rank_;
  Findings& findings_;
  Position& position_;
  Reader in_;
  Header header_;
  ModelView model_;
  std::span<Metadata> metadata_;
  std::span<TensorView> tensors_;
  std::span<Blob> blobs_;
  std::uint64_t blob_count_ = 0;
  bool ascending_ = true;  // blobs so far are in the order of the tables
  bool booleans_ = false;  // there are BOOL tensors to look at
  // A gap is reported only when no blob is missing. Where missing ones start at multiples of 8, the bytes behind
  // another one are padding all the same.
  bool all_placed_ = true;
  bool all_aligned_ = true;
  bool end_known_ = true;  // file_size is right: bytes behind the last blob have no other explanation
};

}  // namespace hallmark::oinf
