// SPDX-License-Identifier: Apache-2.0
// Walk: the phases that decoding and validating share. See README.md.
#pragma once

#include <algorithm>
#include <array>

#include "bintensors/record.hpp"
#include "core/table_walk.hpp"

namespace hallmark::bintensors {

inline constexpr std::uint8_t padding_byte = 0x20;
inline constexpr std::uint32_t no_name = UINT32_MAX;

// The dtypes by their discriminants. dtype_of gives the shared name.
inline constexpr DType dtypes[] = {DType::boolean, DType::u8,  DType::i8,  DType::f8_e5m2, DType::f8_e4m3,
                                   DType::i16,     DType::u16, DType::f16, DType::bf16,    DType::i32,
                                   DType::u32,     DType::f32, DType::f64, DType::i64,     DType::u64};
[[nodiscard]] constexpr DType dtype_of(std::uint64_t discriminant) noexcept {
  return discriminant < std::size(dtypes) ? dtypes[discriminant] : DType::bytes;
}
// discriminant_of gives 15 where BinTensors has no such dtype.
[[nodiscard]] constexpr std::uint64_t discriminant_of(DType dtype) noexcept {
  return static_cast<std::uint64_t>(std::ranges::find(dtypes, dtype) - std::begin(dtypes));
}

// element_size gives bytes by discriminant, 0 where there is no such dtype: in a table, because every tensor asks.
inline constexpr auto element_sizes = [] {
  std::array<std::uint8_t, std::size(dtypes)> sizes{};
  std::ranges::transform(dtypes, sizes.begin(), [](DType dtype) { return static_cast<std::uint8_t>(size_of(dtype)); });
  return sizes;
}();
[[nodiscard]] constexpr std::uint64_t element_size(std::uint64_t discriminant) noexcept {
  return discriminant < element_sizes.size() ? element_sizes[static_cast<std::size_t>(discriminant)] : 0;
}

// Extent is where the elements of a tensor lie, computed from its own numbers and those of its neighbours. It goes from
// one tensor to the next, so that a wrong number is reported once. A tensor may begin at the declared or at the
// computed end of the one before. Where only its begin is wrong, its end is not reported as well.
struct Extent {
  void next(const Info& info) noexcept;

  std::uint64_t begin = 0;
  std::uint64_t end = 0;           // computed, of a sized one
  std::uint64_t declared_end = 0;  // what the file says
  bool joins = true;               // it starts where the tensor before ends, or should have ended
  bool sized = false;              // it has a dtype, and its elements end below 2^64
  bool ends = false;               // it ends where its elements take it
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

// Tables is the watcher of decoding and validating, of a file that nobody has read: every rule holds. It keeps where
// the entries lie, in scratch, and what they add up to.
struct Tables : Placed {
  static constexpr bool judges = true;

  Tables(Position& at, std::uint32_t max, Layout of, Scratch& memory) noexcept
      : Placed{{}, &at}, max_rank(max), layout(of), scratch(&memory) {}

  [[nodiscard, gnu::always_inline]] bool tensors(Reader& in, const Varint& count) noexcept {
    names = scratch->room<Name>(count);
    if (layout == Layout::v0) infos = scratch->room<std::uint32_t>(count);
    const bool room = names.size() == count && (layout == Layout::v1 || infos.size() == count);
    return require(in, room, hallmark::rule<"hallmark/scratch-exhausted">, count);
  }
  // Of more mappings than tensors the rest is read and not kept: their number is wrong already.
  [[nodiscard, gnu::always_inline]] bool mappings(Reader& in, const Varint& count) noexcept {
    bijective = count == names.size();
    if (!bijective) return true;
    name_of = scratch->room<std::uint32_t>(count);
    std::fill(name_of.begin(), name_of.end(), no_name);
    return require(in, name_of.size() == count, hallmark::rule<"hallmark/scratch-exhausted">, count);
  }
  [[gnu::always_inline]] void pair(Reader&, const Field<Bytes>& key, const Field<Bytes>&) noexcept {
    keys.follow(key.value);
  }
  [[gnu::always_inline]] void name(std::uint64_t index, const Field<Bytes>& name) noexcept {
    if (index >= names.size()) return;
    names[static_cast<std::size_t>(index)] = {static_cast<std::uint32_t>(name.at),
                                              static_cast<std::uint32_t>(name.value.size())};
    ascent.follow(name.value);
  }
  [[gnu::always_inline]] void tensor(Reader&, std::uint64_t index, const Info& info) noexcept {
    if (layout == Layout::v0) infos[static_cast<std::size_t>(index)] = static_cast<std::uint32_t>(info.dtype.at);
    std::uint64_t bytes = 0;
    const bool sized = info.dtype <= 14 && info.count.bytes(element_size(info.dtype), bytes);
    contiguous = contiguous && sized && info.begin == end && info.end >= end && info.end - end == bytes;
    booleans = booleans || info.dtype == 0;
    end = info.end;
  }
  [[gnu::always_inline]] void mapping(std::uint64_t index, const Varint& tensor) noexcept {
    const bool known = tensor < name_of.size();
    bijective = bijective && known && name_of[static_cast<std::size_t>(tensor.value)] == no_name;
    if (known) name_of[static_cast<std::size_t>(tensor.value)] = static_cast<std::uint32_t>(index);
  }

  std::uint32_t max_rank;
  Layout layout;
  Scratch* scratch;
  std::span<Name> names;
  std::span<std::uint32_t> infos;    // v0
  std::span<std::uint32_t> name_of;  // v0, where there are as many names as tensors
  Ascent keys;
  Ascent ascent;           // of the names
  std::uint64_t end = 0;   // of the last tensor
  bool contiguous = true;  // every tensor is sized and placed as it should be
  bool booleans = false;   // some tensor is BOOL
  bool bijective = false;  // v0: name_of has one name of its own for every tensor
};

// Counts is how many entries a header seems to hold: no more than it has bytes for.
struct Counts {
  std::uint64_t pairs = 0;
  std::uint64_t tensors = 0;
};
[[nodiscard]] Counts counts_of(Layout layout, Input input) noexcept;
// tables_scratch is what the tables of so many entries take, and what it takes to compare their names.
[[nodiscard]] std::uint64_t tables_scratch(Layout layout, const Counts& counts) noexcept;

// described_again reads what describes a tensor, out of a record up to its end, perhaps with the length of the next
// name. Each byte belongs to one tensor, so reading all of them again is linear whatever they say by then.
[[nodiscard, gnu::always_inline]] inline Info described_again(Bytes record, std::span<const Name> names,
                                                              std::span<const std::uint32_t> infos,
                                                              std::size_t tensor) noexcept {
  const bool mapped = !infos.empty();
  const std::size_t begin = mapped ? infos[tensor] : std::size_t{names[tensor].at} + names[tensor].size;
  const std::size_t next = tensor + 1;
  const std::size_t end = next == names.size() ? record.size() : mapped ? infos[next] : names[next].at;
  return info_again(record, begin, end);
}

// tensor_of gives the tensor of a file that `info` describes.
[[nodiscard, gnu::always_inline]] inline TensorView tensor_of(const FileView& file, std::uint64_t index,
                                                              const Info& info) noexcept {
  const bool here = info.begin <= info.end && info.end <= file.data.size();
  TensorView tensor{file.name(index), dtype_of(info.dtype), here, shape_of(info, file.input), {}};
  if (here) {
    tensor.data =
        file.data.subspan(static_cast<std::size_t>(info.begin), static_cast<std::size_t>(info.end - info.begin));
  }
  return tensor;
}

// Its input is what lies before the data: of the file, or of a copy.
class Walk : public TableWalk<Position, sofm_size> {
 public:
  Walk(Layout layout, Input file, Bytes header, Scratch& scratch, const Options& options,
       DiagnosticSink* sink = nullptr) noexcept
      : TableWalk({header, file.size}, scratch, options, default_max_rank, rule<"bintensors/sofm-truncated">, sink,
                  nullptr),
        file_(file),
        to_(position_, max_rank_, layout, scratch) {}

  void run() noexcept;
  [[nodiscard]] Decoded<FileView> decoded() noexcept {
    return in_.verdict<FileView>(input_.slice(0, header_.data_begin), file_.slice(header_.data_begin, file_.size),
                                 header_.has_metadata, pairs(), to_.names, to_.infos, to_.name_of);
  }

 private:
  // Phases 3, 4, 5 and 7, tensors.cpp.
  void check_padding() noexcept;
  void check_tensors() noexcept;
  [[nodiscard]] bool covers() noexcept;
  void check_file_size() noexcept;
  void check_booleans() noexcept;

  // Phase 6, names.cpp, and the warnings about order.
  void check_names() noexcept;
  void check_keys() noexcept;
  void check_mapping(std::uint64_t entry) noexcept;
  [[nodiscard]] bool has_room(bool room, const char* table, std::uint64_t entries) noexcept;
  void remark_order() noexcept;
  void remark_keys() noexcept;
  void remark_tensors() noexcept;
  void remark_mappings() noexcept;

  // What phase 2 read is read again where it is needed again.
  [[nodiscard]] Info info_at(std::uint64_t tensor) const noexcept {
    return described_again(record(), to_.names, to_.infos, static_cast<std::size_t>(tensor));
  }
  // The index of an entry follows its name.
  [[nodiscard]] Varint index_behind(const Name& name) const noexcept {
    return number_again(record(), std::uint64_t{name.at} + name.size, "index");
  }
  [[nodiscard]] Pairs pairs() const noexcept {
    const std::byte* const begin = input_.window.data();
    return {begin + header_.pairs_at, begin + header_.record_end, header_.pairs};
  }
  // record gives what was read in phase 2, from the beginning of the file on.
  [[nodiscard]] Bytes record() const noexcept { return input_.slice(0, header_.record_end); }
  [[nodiscard]] Bytes bytes_of(const Name& name) const noexcept { return input_.window.subspan(name.at, name.size); }

  Input file_;
  Header header_;
  Tables to_;
  std::uint64_t covered_ = 0;  // the end of data in another order
  bool end_known_ = true;      // the data should end at to_.end
};

}  // namespace hallmark::bintensors
