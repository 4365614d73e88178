// SPDX-License-Identifier: Apache-2.0
// Walk: the way through a file that everything is derived from. README.md lists its phases.
#pragma once

#include "core/table_place.hpp"
#include "core/table_walk.hpp"
#include "gguf/format.hpp"
#include "hallmark/gguf.hpp"
#include "hallmark/gguf/rules.hpp"

namespace hallmark::gguf {

// Level is an array whose elements are arrays, while they are read.
struct Level {
  std::uint64_t index;  // of the element at hand
  std::uint64_t count;
};

// Position says where the walk is, for paths: `metadata[3].value[17]`, `tensors[1].dimensions[2]`.
class Position final : public TablePlace {
 public:
  void write(TextSink& out, const Violation& violation) const noexcept override;

  // inside says which arrays the value at hand lies in, and which element it is of the innermost.
  void inside(std::span<const Level> arrays, std::uint64_t element = UINT64_MAX) noexcept {
    arrays_ = arrays;
    element_ = element;
  }

 private:
  std::span<const Level> arrays_;
  std::uint64_t element_ = UINT64_MAX;
};

// Header is what a file says of itself.
struct Header {
  Field<std::uint32_t> version;
  Field<std::uint64_t> tensor_count;
  Field<std::uint64_t> metadata_kv_count;
  bool big_endian = false;
};

// Place is where the data of a tensor lie, from where those of all start.
struct Place {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

class Walk : public TableWalk<Position, header_size> {
 public:
  Walk(Input input, Scratch& scratch, const Options& options, DiagnosticSink* sink = nullptr,
       Ranges* ranges = nullptr) noexcept
      : TableWalk(input, scratch, options, default_max_rank, rule<"gguf/header-truncated">, sink, ranges),
        max_depth_(options.limits.max_depth.value_or(default_max_depth)) {}

  void run() noexcept;
  // read_header alone is for those who ask what a file declares, before it is judged. False: nothing follows.
  bool read_header() noexcept;
  [[nodiscard]] const Header& header() const noexcept { return header_; }
  [[nodiscard]] Decoded<FileView> decoded() noexcept {
    return in_.verdict<FileView>(header_.version.value, header_.big_endian, pairs_, tensors_);
  }
  // The tables so far: entries that were read wholly.
  [[nodiscard]] std::span<Pair> pairs() const noexcept { return pairs_; }
  [[nodiscard]] std::span<TensorView> tensors() const noexcept { return tensors_; }
  // data_begin is where the data of all tensors start; 0 where the infos were not read.
  [[nodiscard]] std::uint64_t data_begin() const noexcept { return data_begin_; }
  [[nodiscard]] std::uint64_t alignment() const noexcept { return alignment_; }
  // declared_size is where the last data end; 0 where that is not known, or there are none: then padding alone may be
  // missing.
  [[nodiscard]] std::uint64_t declared_size() const noexcept {
    const bool known = data_begin_ != 0 && placed_ && reached_ != 0;
    return known && reached_ < UINT64_MAX - data_begin_ ? data_begin_ + reached_ : 0;
  }
  // each_place calls see(index, place) for the tensors that have data, in the order of their places.
  template <class See>
  void each_place(const See& see) const noexcept {
    for (std::size_t i = 0; i < places_.size() && !findings_.stopped(); ++i) {
      const std::size_t index = at_place(i);
      if (places_[index].size != 0) see(index, places_[index]);
    }
  }

 private:
  // Phase 2, pairs.cpp.
  bool read_pairs(Reader& in) noexcept;
  void read_pair(Reader& in, Pair& pair) noexcept;
  [[nodiscard]] std::string_view read_key(Reader& in) noexcept;
  bool read_type(Reader& in, const char* name, ValueType& type) noexcept;
  [[nodiscard]] std::string_view read_string(Reader& in) noexcept;
  void read_strings(Reader& in, std::span<const Level> arrays, std::uint64_t count) noexcept;
  void read_array(Reader& in, Array& array) noexcept;
  bool read_array_head(Reader& in, std::uint64_t depth, Array& array) noexcept;
  void read_elements(Reader& in, std::span<const Level> arrays, const Array& array) noexcept;

  // Phase 3, keys.cpp.
  void check_alignment() noexcept;
  void check_architecture() noexcept;
  void check_quantization_version() noexcept;
  void check_vocabulary() noexcept;
  // stand_at moves the position to the pair of a key, and gives it, or null.
  [[nodiscard]] const Pair* stand_at(std::string_view key) noexcept;
  // type_at is where the type of a pair is; its value begins 4 bytes later.
  [[nodiscard]] std::uint64_t type_at(const Pair& pair) const noexcept { return offset_of(pair.key) + pair.key.size(); }

  // Phase 4, infos.cpp.
  bool read_infos(Reader& in) noexcept;
  bool read_info(Reader& in, TensorView& tensor, Place& place) noexcept;
  [[nodiscard]] std::string_view read_name(Reader& in) noexcept;
  bool check_type(Reader& in, const Field<std::uint32_t>& type, DType& dtype) noexcept;

  // Phases 5 to 9, places.cpp.
  void check_padding(std::uint64_t end) noexcept;
  bool sort_places() noexcept;
  void check_places() noexcept;
  bool check_inside() noexcept;
  void check_order() noexcept;
  void check_between() noexcept;
  // check_tail judges what follows the end of what the file holds: zeros up to a multiple of the alignment, or nothing.
  void check_tail(std::uint64_t end, const Rule& zeros) noexcept;
  bool require_place(bool condition, const Rule& rule, std::size_t index, Number expected) noexcept;
  [[nodiscard]] std::size_t at_place(std::size_t i) const noexcept { return order_.empty() ? i : order_[i]; }

  // check_unique reports the names of a table that were there before; false: the walk is over.
  template <class Entry>
  bool check_unique(const char* table, const char* field, std::string_view Entry::* name_of, std::span<Entry> entries,
                    const Rule& duplicate) noexcept {
    return each_repeated(table, name_of, entries, [&](std::string_view name, std::uint32_t earlier) {
      const std::uint64_t length_at = offset_of(name) - sizeof(std::uint64_t);
      in_.require(false, duplicate, length_at, sizeof(std::uint64_t) + name.size(), field, {}, earlier);
    });
  }

  // pays reports a length or a count that the rest of the file cannot pay for, at its end.
  template <class T>
  bool pays(Reader& in, std::uint64_t most, const Rule& rule, const Field<T>& field) noexcept {
    return in.require(field <= most, rule, input_.size, 0, field.name, field.value, in.remaining());
  }
  // number reads an integer in the byte order of the file.
  template <class T>
  [[nodiscard, gnu::always_inline]] Field<T> number(Reader& in, const char* name) noexcept {
    Field<T> field = in.integer<T>(name);
    field.value = in_order(field.value, header_.big_endian);
    return field;
  }

  std::uint64_t max_depth_;
  Header header_;
  std::span<Pair> pairs_;
  std::span<Level> levels_;
  std::span<TensorView> tensors_;
  std::span<Place> places_;
  std::span<std::uint32_t> order_;  // of the places; empty where it is that of the infos
  std::uint64_t alignment_ = default_alignment;
  std::uint64_t data_begin_ = 0;
  std::uint64_t reached_ = 0;  // the largest end of data so far, from there
  bool aligned_ = true;        // the alignment is known
  bool versioned_ = true;      // a quantisation version is there, or need not be
  bool ordered_ = false;       // a note said that blocks have no byte order
  bool placed_ = true;         // the place of every tensor is known
};

}  // namespace hallmark::gguf
