// SPDX-License-Identifier: Apache-2.0
// safetensors: names, shapes and data of tensors in one file, after a header of JSON. Our reading of every silent
// clause: codecs/safetensors/README.md.
#pragma once

#include <span>

#include "hallmark/core/decoder.hpp"

namespace hallmark::safetensors {

// Bounds unless Limits say otherwise; the first is fixed.
inline constexpr std::uint64_t default_max_header = 100'000'000;  // bytes of JSON, padding included
inline constexpr std::uint32_t default_max_depth = 64;            // of objects and arrays; the outermost is 1
inline constexpr std::uint32_t default_max_rank = 255;

// Pair is one entry of the metadata, without escapes.
struct Pair {
  std::string_view key;
  std::string_view value;
};

// FileView is what a file holds. A decoder gives tensors in the order of their places, and of equal places in that of
// the header; metadata in that of the header. An encoder takes both in any order. Texts without escapes and data lie in
// the input, other texts and both tables in the scratch; shapes are read from the JSON when asked for.
struct FileView {
  bool has_metadata = false;  // an empty map is not the same as none
  std::span<const Pair> metadata;
  std::span<const TensorView> tensors;
};

// scratch_bound is about 2 bytes for each byte of the header, and never more than 16 and a few. It counts what the
// header has of them.
[[nodiscard]] HALLMARK_API std::uint64_t scratch_bound(Input input, const Options& options = {}) noexcept;

// decode reads a file, or its beginning: up to where the data start is enough. A tensor has no data then where they are
// not here in full. Rejections: safetensors/rules.hpp.
HALLMARK_API Decoded<FileView> decode(Input input, Scratch& scratch, const Options& options = {}) noexcept;

// header_size is the number of bytes before the data, at most 100,000,008: N, and as many as it says. 0 where `start`,
// the beginning of a file, is shorter than N, or N is above that bound.
[[nodiscard]] HALLMARK_API std::uint64_t header_size(Bytes start) noexcept;

// This decode reads the header from `header`, a copy of the first header_size bytes of `file` or more, and does not
// touch the file: to open a mapped model costs no page fault. Names and shapes lie in the copy, data in the file.
// Working memory: scratch_bound of the copy. A copy that is too short is not used.
HALLMARK_API Decoded<FileView> decode(Input file, LastingBytes header, Scratch& scratch,
                                      const Options& options = {}) noexcept;

// validate goes on after an error as far as the header can be read: README.md says how far.
HALLMARK_API Verdict validate(Input input, Scratch& scratch, const Options& options, DiagnosticSink& sink) noexcept;

// encode_scratch is the working memory that encode needs: to sort, and to decode what was written.
[[nodiscard]] HALLMARK_API std::uint64_t encode_scratch(const FileView& file) noexcept;

// encoded_size is the size of the canonical file. Offsets have more digits in one order than in another, so it sorts,
// and borrows the scratch; in less than encode_scratch it may be 0, and says nothing then.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size(const FileView& file, Scratch scratch) noexcept;

// encode writes the canonical file, as the reference crate does since 0.3.1: metadata by key; tensors by dtype from U64
// down to BOOL, then by name; spaces up to a multiple of 8. It refuses what the decoder would, by the same rules, and
// in less scratch than encode_scratch what it has no room to sort or to check.
HALLMARK_API Encoded encode(const FileView& file, Scratch& scratch, std::span<std::byte> out) noexcept;

}  // namespace hallmark::safetensors
