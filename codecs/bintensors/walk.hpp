// Walk: the phases that decoding and validating share. See README.md.
#pragma once

#include <iterator>

#include "bintensors/rules.hpp"
#include "bintensors/varint.hpp"
#include "core/memory_rules.hpp"
#include "core/reader.hpp"
#include "core/sort_names.hpp"
#include "core/table_place.hpp"
#include "hallmark/bintensors.hpp"

namespace hallmark::bintensors {

inline constexpr std::uint64_t sofm_size = 8;
inline constexpr std::uint64_t smallest_pair = 2;     // two empty strings
inline constexpr std::uint64_t smallest_info = 4;     // dtype, rank 0, two offsets
inline constexpr std::uint64_t smallest_tensor = 5;   // an empty name before it
inline constexpr std::uint64_t smallest_mapping = 2;  // an empty name, an index
// most_tensors gives how many the bytes of a record have room for; two divisions by constants, which are
// multiplications.
[[nodiscard]] constexpr std::uint64_t most_tensors(Layout layout, std::uint64_t bytes) noexcept {
  return layout == Layout::v1 ? bytes / smallest_tensor : bytes / smallest_info;
}
inline constexpr std::uint8_t padding_byte = 0x20;
inline constexpr std::uint32_t no_name = UINT32_MAX;

// dtype_of gives the shared name of a dtype, 0 to 14; discriminant_of the way back, 15 where BinTensors has no such
// one.
[[nodiscard]] DType dtype_of(std::uint64_t discriminant) noexcept;
[[nodiscard]] std::uint64_t discriminant_of(DType dtype) noexcept;

// element_size gives bytes by discriminant, 0 where there is no such dtype: in a table, because every tensor asks.
inline constexpr std::uint8_t element_sizes[] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 8, 8, 8};
[[nodiscard]] constexpr std::uint64_t element_size(std::uint64_t discriminant) noexcept {
  return discriminant < std::size(element_sizes) ? element_sizes[discriminant] : 0;
}

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

// Claim is what the extents of the tensors are checked by, without the places.
struct Claim {
  std::uint64_t dtype = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  ElementCount count;
};

// Extent is where the elements of one tensor lie, computed from its own numbers and those of its neighbours.
struct Extent {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;  // only of a sized one
  bool joins = true;      // it starts where the tensor before ends, or should have ended
  bool sized = false;     // it has a dtype, and its elements end below 2^64
  bool ends = false;      // it ends where its elements take it
};

// Extents goes from one tensor to the next, so that a wrong number is reported once: a tensor may begin at the declared
// or at the computed end of the one before, and where only its begin is wrong, its end is not reported as well.
class Extents {
 public:
  [[nodiscard]] Extent next(const Info& info) noexcept;

 private:
  std::uint64_t declared_end_ = 0;
  std::uint64_t computed_end_ = 0;
};

// Ascent compares each name with the one before, while it is still in the cache.
class Ascent {
 public:
  [[gnu::always_inline]] void follow(Bytes name) noexcept {
    unbroken_ = unbroken_ && (last_.data() == nullptr || before(last_, name));
    last_ = name;
  }
  [[nodiscard]] bool unbroken() const noexcept { return unbroken_; }

 private:
  Bytes last_;
  bool unbroken_ = true;
};

// Tally is what the tensors read so far add up to.
struct Tally {
  [[gnu::always_inline]] void add(const Claim& claim) noexcept {
    std::uint64_t bytes = 0;
    const bool sized = claim.dtype <= 14 && claim.count.bytes(element_size(claim.dtype), bytes);
    contiguous = contiguous && sized && claim.begin == end && claim.end >= end && claim.end - end == bytes;
    booleans = booleans || claim.dtype == 0;
    end = claim.end;
  }

  std::uint64_t end = 0;
  bool contiguous = true;  // every tensor is sized and placed as it should be
  bool booleans = false;   // some tensor is BOOL
  Ascent names;
};

// Position says where the walk is, for paths: `tensors[3].shape[0]`.
class Position final : public TablePlace {
 public:
  explicit Position(Bytes header) noexcept : header_(header) {}
  void write(TextSink& out, const Violation& violation) const noexcept override;

  // shape remembers where the dimensions of the tensor at hand begin, so that one of them can be numbered.
  void shape(std::uint64_t at) noexcept { shape_at_ = at; }

 private:
  Bytes header_;  // what holds the dimensions
  std::uint64_t shape_at_ = 0;
};

// description gives the bytes that describe a tensor, perhaps with the length of the next name, out of those of a
// record up to its end. Each byte belongs to one tensor, so reading all of them again is linear whatever they say by
// then.
[[nodiscard, gnu::always_inline]] inline Bytes description(Bytes record, std::span<const Name> names,
                                                           std::span<const std::uint32_t> infos,
                                                           std::size_t tensor) noexcept {
  const bool mapped = !infos.empty();
  const std::size_t begin = mapped ? infos[tensor] : std::size_t{names[tensor].at} + names[tensor].size;
  const std::size_t next = tensor + 1;
  const std::size_t end = next == names.size() ? record.size() : mapped ? infos[next] : names[next].at;
  return record.subspan(begin, end - begin);
}

class Walk {
 public:
  // `header` is all of the file, or a copy of what lies before the data.
  Walk(Layout layout, Bytes file, Bytes header, Scratch& scratch, const Options& options, Findings& findings,
       Position& position) noexcept
      : layout_(layout),
        whole_(file),
        header_(header),
        scratch_(scratch),
        max_rank_(options.limits.max_rank.value_or(default_max_rank)),
        findings_(findings),
        position_(position),
        in_(header, findings, rule<"bintensors/sofm-truncated">) {}

  void run() noexcept;
  [[nodiscard]] const FileView& file() const noexcept { return file_; }
  [[nodiscard]] Reader& in() noexcept { return in_; }
  // record_end is where the padding begins, data_begin where it ends.
  [[nodiscard]] std::uint64_t record_end() const noexcept { return record_end_; }
  [[nodiscard]] std::uint64_t data_begin() const noexcept { return data_begin_; }

 private:
  bool stopped() const noexcept { return findings_.stopped(); }

  // Phases 1 to 3, record.cpp.
  bool read_sofm() noexcept;
  bool read_record() noexcept;
  bool read_metadata(Reader& in) noexcept;
  bool read_tensors(Reader& in) noexcept;
  bool read_index_map(Reader& in) noexcept;
  template <bool named>
  [[nodiscard]] std::size_t read_plain_tensors(Reader& from, std::size_t first, Tally& to) noexcept;
  [[nodiscard]] std::size_t read_plain_mappings(Reader& from, Ascent& to) noexcept;
  [[nodiscard]] Claim read_any_tensor(Reader& in, std::size_t tensor) noexcept;
  void check_padding() noexcept;

  // Phases 4, 5 and 7, tensors.cpp.
  void check_tensors() noexcept;
  void check_file_size() noexcept;
  void check_booleans() noexcept;
  [[nodiscard]] Info info_at(std::uint64_t tensor) noexcept;

  // Phase 6, names.cpp, and the warnings about order.
  void check_names() noexcept;
  void check_keys() noexcept;
  void check_mapping(std::uint64_t entry) noexcept;
  [[nodiscard]] bool has_room(bool room, const char* table, std::uint64_t entries) noexcept;
  void remark_order() noexcept;
  void remark_keys() noexcept;
  void remark_tensors() noexcept;
  void remark_mappings() noexcept;
  [[nodiscard]] Varint index_behind(const Name& name) const noexcept;

  // record gives what was read in phase 2, from the beginning of the file on.
  [[nodiscard]] Bytes record() const noexcept { return header_.first(static_cast<std::size_t>(record_end_)); }
  [[nodiscard]] Bytes data() const noexcept { return whole_.subspan(static_cast<std::size_t>(data_begin_)); }
  [[nodiscard]] Bytes bytes_of(const Name& name) const noexcept { return header_.subspan(name.at, name.size); }
  [[nodiscard]] Bytes name_of_tensor(std::size_t tensor) const noexcept {
    return bytes_of(names_[layout_ == Layout::v0 ? name_of_[tensor] : tensor]);
  }
  [[nodiscard]] Reader window(std::uint64_t begin, std::uint64_t end) noexcept {
    return Reader::part(header_, begin, end, findings_, rule<"bintensors/record-truncated">);
  }

  Layout layout_;
  Bytes whole_;   // the file
  Bytes header_;  // where what lies before the data is read
  Scratch& scratch_;
  std::uint32_t max_rank_;
  Findings& findings_;
  Position& position_;
  Reader in_;
  FileView file_;
  std::uint64_t data_begin_ = 0;
  std::uint64_t record_end_ = 0;
  std::uint64_t tensors_ = 0;  // as many as the record holds
  std::uint64_t pairs_ = 0;    // of metadata
  std::uint64_t pairs_at_ = 0;
  Varint mappings_;  // v0: entries of the index map
  std::span<Name> names_;
  std::span<std::uint32_t> infos_;
  std::span<std::uint32_t> name_of_;
  std::uint64_t last_end_ = 0;
  bool end_known_ = true;   // the data should end at last_end_
  bool contiguous_ = true;  // every tensor is sized and placed as it should be
  bool booleans_ = false;   // some tensor is BOOL
  bool ascending_ = true;   // no name stands before or is the same as the one before it
  bool bijective_ = false;  // v0: name_of_ has one name of its own for every tensor
};

}  // namespace hallmark::bintensors
