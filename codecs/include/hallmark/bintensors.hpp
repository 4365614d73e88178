// SPDX-License-Identifier: Apache-2.0
// BinTensors, both layouts: names, shapes and data of tensors in one file. v0 is the layout of the document, with an
// index map after the tensors; v1 that of every release since 0.1.0, with each name beside its tensor. Our reading of
// every silent clause: codecs/bintensors/README.md.
#pragma once

#include <optional>
#include <span>

#include "hallmark/core/decoder.hpp"

namespace hallmark::bintensors {

enum class Layout : std::uint8_t { v0, v1 };

// layout_of gives the layout of a file, or nothing of what is no such file. It needs as much of the beginning as decode
// does. Where the fields of both layouts fit the file, or of none, it has the one in which decode takes it: v1 first.
// For these few files it borrows the scratch, of which the larger scratch_bound suffices.
[[nodiscard]] HALLMARK_API std::optional<Layout> layout_of(Input input, Scratch scratch = {},
                                                           const Options& options = {}) noexcept;

// Bounds unless Limits say otherwise.
inline constexpr std::uint32_t default_max_rank = 255;
inline constexpr std::uint64_t default_max_metadata = 100'000'000;  // bytes, padding included

// Pair is one entry of the metadata.
struct Pair {
  std::string_view key;
  std::string_view value;
};

// Pairs are the metadata as they lie in a valid file, read one after the other.
class Pairs {
 public:
  Pairs() noexcept = default;
  // They end at `end` at the latest.
  Pairs(const std::byte* first, const std::byte* end, std::uint64_t count) noexcept
      : next_(first), end_(end), left_(count) {}

  [[nodiscard]] std::uint64_t left() const noexcept { return left_; }
  // next gives the pair at hand and goes on; only while there are some left.
  [[nodiscard]] HALLMARK_API Pair next() noexcept;

 private:
  const std::byte* next_ = nullptr;
  const std::byte* end_ = nullptr;
  std::uint64_t left_ = 0;
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
  // name and tensor are those at `index` in file order.
  [[nodiscard]] HALLMARK_API std::string_view name(std::uint64_t index) const noexcept;
  [[nodiscard]] HALLMARK_API TensorView tensor(std::uint64_t index) const noexcept;
};

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

// encoded_size is the size of the canonical file of a model. Offsets take more bytes in one order than in another, so
// it sorts, and borrows the scratch; in less than encode_scratch it may be 0, and says nothing then.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size(Layout layout, const Model& model, Scratch scratch) noexcept;

// encoded_size_bound is at least the size, and needs no scratch. Encoded::size says how many bytes were written.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size_bound(Layout layout, const Model& model) noexcept;

// encode writes the canonical file: tensors by dtype from U64 down to BOOL, then by name; metadata by key; the index
// map of v0 in the order of the tensors. It refuses what the decoder would, by the same rules, and in less scratch than
// encode_scratch what it has no room to sort or to check.
HALLMARK_API Encoded encode(Layout layout, const Model& model, Scratch& scratch, std::span<std::byte> out) noexcept;

}  // namespace hallmark::bintensors
