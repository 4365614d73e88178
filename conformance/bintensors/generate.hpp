// SPDX-License-Identifier: Apache-2.0
// Valid BinTensors models from a tape of choices, and their files: canonical ones are the encoder's, these are written
// in any of the ways that a layout leaves open, or that only the compat profile takes.
#pragma once

#include <vector>

#include "conformance/generate/models.hpp"
#include "hallmark/bintensors.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::bintensors {

inline const Codec& codec(Layout layout) {
  return *codec_named(layout == Layout::v0 ? "bintensors-v0" : "bintensors-v1");
}

using Borrowed = conformance::Borrowed<Model, Pair>;
using conformance::OwnedModel;
using conformance::OwnedTensor;

// owned copies a decoded file; sorted gives the order of the original writer.
[[nodiscard]] OwnedModel owned(const FileView& file);
[[nodiscard]] OwnedModel sorted(OwnedModel model);

// any_model gives up to `most` tensors, and as many entries of metadata.
[[nodiscard]] OwnedModel any_model(conformance::Choices& choices, std::uint32_t most);

using conformance::data_size;
using conformance::shuffled;

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
