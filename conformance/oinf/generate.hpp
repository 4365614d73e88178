// Valid OINF models from a tape of choices, and their files: canonical ones are the encoder's, these are laid out in
// any of the ways that the format leaves open.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "conformance/generate/shapes.hpp"
#include "hallmark/oinf.hpp"

namespace hallmark::oinf {

struct OwnedMetadata {
  std::string key;
  ValueType type = ValueType::u8;
  std::vector<std::byte> blob;

  [[nodiscard]] bool operator==(const OwnedMetadata&) const = default;
};

struct OwnedTensor {
  std::string name;
  ValueType dtype = ValueType::u8;
  std::vector<std::uint64_t> dims;
  bool has_data = false;
  std::vector<std::byte> data;

  [[nodiscard]] bool operator==(const OwnedTensor&) const = default;
};

// OwnedModel is a model with the memory that its views point into.
struct OwnedModel {
  struct Size {
    std::string name;
    std::uint64_t value = 0;

    [[nodiscard]] bool operator==(const Size&) const = default;
  };
  std::vector<Size> sizevars;
  std::vector<OwnedMetadata> metadata;
  std::vector<OwnedTensor> tensors;

  [[nodiscard]] bool operator==(const OwnedModel&) const = default;
};

// owned copies a decoded model; sorted puts the tables into the order of their names.
[[nodiscard]] OwnedModel owned(const ModelView& model);
[[nodiscard]] OwnedModel sorted(OwnedModel model);

// Borrowed is an OwnedModel as the encoder takes it; the model must stay where it is.
class Borrowed {
 public:
  explicit Borrowed(const OwnedModel& model);
  [[nodiscard]] ModelView view() const { return {sizevars_, metadata_, tensors_}; }

 private:
  std::vector<Sizevar> sizevars_;
  std::vector<Metadata> metadata_;
  std::vector<TensorView> tensors_;
  conformance::Shapes shapes_;
};

// any_model gives up to `most` entries in each table, with every type, every rank up to 4 and empty tensors.
[[nodiscard]] OwnedModel any_model(conformance::Choices& choices, std::uint32_t most);

// shuffled puts the tables into any order.
[[nodiscard]] OwnedModel shuffled(OwnedModel model, conformance::Choices& choices);

// any_file writes the tables in the order they stand in and the blobs in any order; without choices, in theirs.
[[nodiscard]] std::vector<std::byte> any_file(const OwnedModel& model, conformance::Choices* choices = nullptr);

// file_in writes the blobs in an order, by their numbers: those of the metadata, then those of the tensors.
[[nodiscard]] std::vector<std::byte> file_in(std::vector<std::size_t> order, const OwnedModel& model);

// head_of writes a file up to the data of its tensors, which all have some: `sizes` bytes each, every one padded to 8.
[[nodiscard]] std::vector<std::byte> head_of(const OwnedModel& model, std::span<const std::uint64_t> sizes);

// written encodes a model; a refusal gives nothing.
[[nodiscard]] std::vector<std::byte> written(const OwnedModel& model);

}  // namespace hallmark::oinf
