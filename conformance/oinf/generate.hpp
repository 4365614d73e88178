// SPDX-License-Identifier: Apache-2.0
// Valid OINF models from a tape of choices, and their files: canonical ones are the encoder's, these are laid out in
// any of the ways that the format leaves open.
#pragma once

#include <span>
#include <vector>

#include "conformance/generate/models.hpp"
#include "conformance/model/arena.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::oinf {

// Tables of a model that is made, or put into another order. What they view lies elsewhere.
struct Tables {
  std::vector<Sizevar> sizevars;
  std::vector<Metadata> metadata;
  std::vector<TensorView> tensors;

  [[nodiscard]] ModelView view() const { return {sizevars, metadata, tensors}; }
};

// Model has the memory of its views.
struct Model : Tables {
  conformance::Arena arena;
};

[[nodiscard]] bool same(const ModelView& a, const ModelView& b);

// any_model gives up to `most` entries in each table, with every type, every rank up to 4 and empty tensors.
[[nodiscard]] Model any_model(conformance::Choices& choices, std::uint32_t most);

// shuffle puts the tables into any order; sorted gives them in that of their names.
void shuffle(Tables& tables, conformance::Choices& choices);
[[nodiscard]] Tables sorted(const ModelView& model);

// file_of writes the tables as they stand, and the blobs in an order of their numbers: those of the metadata, then
// those of the tensors that have data. Without an order they stand as in the tables.
[[nodiscard]] std::vector<std::byte> file_of(const ModelView& model, std::span<const std::size_t> order = {});

// any_file writes the blobs in any order.
[[nodiscard]] std::vector<std::byte> any_file(const ModelView& model, conformance::Choices& choices);

// head_of writes a file of texts and tensors up to the data of the tensors, which are left out: each padded to 8 bytes.
[[nodiscard]] std::vector<std::byte> head_of(const conformance::OwnedModel& model);

}  // namespace hallmark::oinf
