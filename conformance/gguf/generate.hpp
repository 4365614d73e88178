// SPDX-License-Identifier: Apache-2.0
// Valid GGUF models from a tape of choices, and their files: canonical ones are the encoder's, these are laid out in
// any of the ways that the format leaves open, or that only the compat profile takes.
#pragma once

#include <vector>

#include "codecs/gguf/writer.hpp"
#include "conformance/generate/models.hpp"
#include "conformance/model/arena.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::gguf {

inline const Codec& codec() { return *codec_named("gguf"); }

using File = std::vector<std::byte>;

// Model has the memory that its views point into.
struct Model : conformance::Arena {
  std::uint32_t version = 3;
  bool big_endian = false;
  std::vector<Pair> metadata;
  std::vector<TensorView> tensors;

  [[nodiscard]] FileView view() const { return {version, big_endian, metadata, tensors}; }
};

// named gives a model that has a name for its architecture, and nothing else.
[[nodiscard]] inline Model named(std::string_view architecture) {
  Model model;
  model.metadata = {{"general.architecture", {ValueType::string, 0, architecture, {}}}};
  return model;
}

// any_model gives up to `most` tensors, and as many pairs beside those that the format knows: every type, nested
// arrays, every rank up to 4, empty tensors; with `compat`, what only that profile takes.
[[nodiscard]] Model any_model(conformance::Choices& choices, std::uint32_t most, bool compat = false);

// any_file lays a model out; with `compat` in any order, with gaps, other padding or a tail.
[[nodiscard]] File any_file(const FileView& model, conformance::Choices& choices, bool compat = false);

// file_of lays a model out as the encoder does.
[[nodiscard]] File file_of(const FileView& model);

// head_of writes a file of the tensors of a model up to their data, which need not exist. What they have in u8 or
// booleans is in i8 here.
[[nodiscard]] File head_of(const conformance::OwnedModel& field);

// flat gives all that a model holds, to compare it with others: a file whose data lie at 0, and have no padding.
[[nodiscard]] File flat(const FileView& model);

}  // namespace hallmark::gguf
