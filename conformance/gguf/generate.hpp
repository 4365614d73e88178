// SPDX-License-Identifier: Apache-2.0
// Valid GGUF models from a tape of choices, and their files: canonical ones are the encoder's, these are laid out in
// any of the ways that the format leaves open, or that only the compat profile takes.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/models.hpp"
#include "conformance/gguf/put.hpp"
#include "hallmark/core/codec.hpp"
#include "hallmark/gguf.hpp"

namespace hallmark::gguf {

inline const Codec& codec() { return *codec_named("gguf"); }

using conformance::OwnedTensor;
using File = std::vector<std::byte>;

// OwnedPair is a pair of metadata; `value` is what a file has after the type, in its byte order.
struct OwnedPair {
  std::string key;
  ValueType type = ValueType::u8;
  File value;

  [[nodiscard]] bool operator==(const OwnedPair&) const = default;
};

// OwnedModel is a model with the memory that its views point into; data are as in a file, too.
struct OwnedModel {
  std::uint32_t version = 3;
  bool big_endian = false;
  std::vector<OwnedPair> metadata;
  std::vector<OwnedTensor> tensors;

  [[nodiscard]] bool operator==(const OwnedModel&) const = default;
};

// owned copies a decoded file.
[[nodiscard]] OwnedModel owned(const FileView& file);

// Borrowed is a model as the encoder takes it, which must stay where it is.
class Borrowed {
 public:
  explicit Borrowed(const OwnedModel& model);
  [[nodiscard]] FileView view() const { return {version_, big_endian_, metadata_, tensors_}; }

 private:
  std::uint32_t version_;
  bool big_endian_;
  std::vector<Pair> metadata_;
  std::vector<TensorView> tensors_;
  conformance::Shapes shapes_;
};

// pair_of gives a pair of a number of `width` bytes; text_of one of a text.
[[nodiscard]] OwnedPair pair_of(std::string key, ValueType type, std::uint64_t value, std::size_t width,
                                bool big_endian = false);
[[nodiscard]] OwnedPair text_of(std::string key, std::string_view text, bool big_endian = false);

// any_model gives up to `most` tensors, and as many pairs beside those that the format knows: every type, nested
// arrays, every rank up to 4, empty tensors; with `compat`, what only that profile takes.
[[nodiscard]] OwnedModel any_model(conformance::Choices& choices, std::uint32_t most, bool compat = false);

// any_file lays a model out; with `compat` in any order, with gaps, other padding or a tail.
[[nodiscard]] File any_file(const OwnedModel& model, conformance::Choices& choices, bool compat = false);

// head_of writes a file up to its data, which need not exist; file_of writes the data, too. Both are laid out as the
// encoder does.
[[nodiscard]] File head_of(const OwnedModel& model);
[[nodiscard]] File file_of(const OwnedModel& model);

// written encodes a model; a refusal gives nothing.
[[nodiscard]] File written(const OwnedModel& model);

}  // namespace hallmark::gguf
