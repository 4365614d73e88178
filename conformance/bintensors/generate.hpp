// SPDX-License-Identifier: Apache-2.0
// Valid BinTensors models from a tape of choices, and their files: canonical ones are the encoder's, these are written
// in any of the ways that a layout leaves open, or that only the compat profile takes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "conformance/generate/shapes.hpp"
#include "hallmark/bintensors.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::bintensors {

inline const Codec& codec(Layout layout) {
  return *codec_named(layout == Layout::v0 ? "bintensors-v0" : "bintensors-v1");
}

struct OwnedTensor {
  std::string name;
  DType dtype = DType::u8;
  std::vector<std::uint64_t> dims;
  std::vector<std::byte> data;

  [[nodiscard]] bool operator==(const OwnedTensor&) const = default;
};

// OwnedModel is a model with the memory that its views point into.
struct OwnedModel {
  bool has_metadata = false;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::vector<OwnedTensor> tensors;

  [[nodiscard]] bool operator==(const OwnedModel&) const = default;
};

// owned copies a decoded file; sorted gives the order of the original writer.
[[nodiscard]] OwnedModel owned(const FileView& file);
[[nodiscard]] OwnedModel sorted(OwnedModel model);

// Borrowed is an OwnedModel as the encoder takes it; the model must stay where it is.
class Borrowed {
 public:
  explicit Borrowed(const OwnedModel& model);
  [[nodiscard]] Model view() const { return {has_metadata_, metadata_, tensors_}; }

 private:
  bool has_metadata_;
  std::vector<Pair> metadata_;
  std::vector<TensorView> tensors_;
  conformance::Shapes shapes_;
};

// any_model gives up to `most` tensors and as many entries of metadata: every dtype, every rank up to 4, empty tensors,
// numbers of every width.
[[nodiscard]] OwnedModel any_model(conformance::Choices& choices, std::uint32_t most);

// shuffled puts tensors and metadata into any order.
[[nodiscard]] OwnedModel shuffled(OwnedModel model, conformance::Choices& choices);

// data_size is what the elements of a tensor take in bytes, whether it has them or not.
[[nodiscard]] std::uint64_t data_size(const OwnedTensor& tensor);

// any_file writes tensors and metadata in the order they stand in, and the index map in any; without choices, in
// theirs. A file that only compat takes has long numbers, and any tail after the record.
[[nodiscard]] std::vector<std::byte> any_file(Layout layout, const OwnedModel& model,
                                              conformance::Choices* choices = nullptr, bool compat = false);

// head_of writes such a file up to its data.
[[nodiscard]] std::vector<std::byte> head_of(Layout layout, const OwnedModel& model,
                                             conformance::Choices* choices = nullptr, bool compat = false);

// written encodes a model; a refusal gives nothing.
[[nodiscard]] std::vector<std::byte> written(Layout layout, const OwnedModel& model);

}  // namespace hallmark::bintensors
