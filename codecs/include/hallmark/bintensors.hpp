// BinTensors, both layouts: names, shapes and data of tensors in one file. v0 is the layout of the document, with an
// index map behind the tensors; v1 that of every release since 0.1.0, with each name beside its tensor. Our reading of
// every silent clause: README.md.
#pragma once

#include <span>

#include "hallmark/core/api.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/decoded.hpp"
#include "hallmark/core/options.hpp"
#include "hallmark/core/scratch.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::bintensors {

enum class Layout : std::uint8_t { v0, v1 };

// Bounds unless Limits say otherwise.
inline constexpr std::uint32_t default_max_rank = 255;
inline constexpr std::uint64_t default_max_metadata = 100'000'000;  // bytes, padding included

// Row is what Dimensions and Pairs are: a row of things as they lie in a valid file, read one after the other.
class Row {
 public:
  Row() noexcept = default;
  // They end at `end` at the latest.
  Row(const std::byte* first, const std::byte* end, std::uint64_t count) noexcept
      : next_(first), end_(end), left_(count) {}

  [[nodiscard]] std::uint64_t left() const noexcept { return left_; }

 protected:
  const std::byte* next_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t left_ = 0;
};

// Dimensions are those of a tensor.
class Dimensions : public Row {
 public:
  using Row::Row;
  // next gives the dimension at hand and goes on; only while there are some left.
  [[nodiscard]] HALLMARK_API std::uint64_t next() noexcept;
};

// Tensor is one tensor of a valid file. It has no data where they are not here in full.
struct Tensor {
  std::string_view name;
  DType dtype = DType::u8;
  Dimensions shape;
  Bytes data;
};

// Pair is one entry of the metadata.
struct Pair {
  std::string_view key;
  std::string_view value;
};

// Pairs are the metadata.
class Pairs : public Row {
 public:
  using Row::Row;
  [[nodiscard]] HALLMARK_API Pair next() noexcept;
};

// Name is where the name of a tensor lies in the input.
struct Name {
  std::uint32_t at = 0;
  std::uint32_t size = 0;
};

// FileView is a valid file. Names, shapes and metadata are read from the input when asked for; the tables of places lie
// in the scratch. Where the input has changed since (core/bytes.hpp), what is read is whatever it says by then, or
// empty.
struct FileView {
  Bytes input;                // what lies before the data: of the file, or of the copy that it was decoded from
  Bytes data;                 // of all tensors, as far as it is here
  bool has_metadata = false;  // an empty map is not the same as none
  Pairs metadata;
  std::span<const Name> names;             // of the tensors in file order; in v0 in the order of the index map
  std::span<const std::uint32_t> infos;    // v0: where the tensors are described
  std::span<const std::uint32_t> name_of;  // v0: which name a tensor has

  [[nodiscard]] std::uint64_t size() const noexcept { return names.size(); }
  // tensor gives the tensor at `index` in file order.
  [[nodiscard]] HALLMARK_API Tensor tensor(std::uint64_t index) const noexcept;
};

// shape_room is the size of the largest row that shape_of writes for a tensor of the file.
[[nodiscard]] HALLMARK_API std::uint64_t shape_room(const FileView& file) noexcept;

// shape_of writes the dimensions of a tensor as the row of u64 that a TensorView has; nothing where `row` is shorter,
// which it can be after a change of the input, whose ranks are read again.
[[nodiscard]] HALLMARK_API Shape shape_of(const Tensor& tensor, std::span<std::byte> row) noexcept;

// scratch_bound is at most 32 bytes (v1) or 48 (v0) for each tensor that the header declares and can pay for, 24 for
// each entry of the metadata, and 15 to align them.
[[nodiscard]] HALLMARK_API std::uint64_t scratch_bound(Layout layout, Input input,
                                                       const Options& options = {}) noexcept;

// decode reads a file, or its beginning: up to where the data start is enough, and BOOL tensors are judged as far as
// they are here. Rejections: bintensors/rules.hpp.
HALLMARK_API Decoded<FileView> decode(Layout layout, Input input, Scratch& scratch,
                                      const Options& options = {}) noexcept;

// header_size is the number of bytes before the data, at most 100,000,008: the size field of 8 bytes, and as many as it
// announces. 0 where `start`, the beginning of a file, is shorter than the field, or announces more than that bound.
[[nodiscard]] HALLMARK_API std::uint64_t header_size(Bytes start) noexcept;

// This decode reads the header from `header`, a copy of the first header_size bytes of `file` or more, and touches the
// file only where a tensor is BOOL. To open a mapped model costs no page fault then. Names, shapes and metadata lie in
// the copy, data in the file. Working memory: scratch_bound of the copy. A copy that is too short is not used.
HALLMARK_API Decoded<FileView> decode(Layout layout, Input file, LastingBytes header, Scratch& scratch,
                                      const Options& options = {}) noexcept;

// validate goes on with the next field after an invalid one, and ends at a malformed one.
HALLMARK_API Verdict validate(Layout layout, Input input, Scratch& scratch, const Options& options,
                              DiagnosticSink& sink) noexcept;

// Model is what is written: tensors in any order, metadata or none.
struct Model {
  bool has_metadata = false;
  std::span<const Pair> metadata;
  std::span<const TensorView> tensors;
};

// encode_scratch is the working memory encode needs: to sort, and to decode what was written.
[[nodiscard]] HALLMARK_API std::uint64_t encode_scratch(Layout layout, const Model& model) noexcept;

// encoded_size is the size of the canonical file of a model. Offsets take more bytes in one order than in another: in
// less scratch than encode_scratch, which is only borrowed, it is the most that the size can be.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size(Layout layout, const Model& model, Scratch scratch = {}) noexcept;

// encode writes the canonical file: tensors by dtype from U64 down to BOOL, then by name; metadata by key; the index
// map of v0 in the order of the tensors. It refuses what the decoder would, by the same rules, and in less scratch than
// encode_scratch what it has no room to sort or to check.
HALLMARK_API Encoded encode(Layout layout, const Model& model, Scratch& scratch, std::span<std::byte> out) noexcept;

}  // namespace hallmark::bintensors
