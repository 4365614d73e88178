// SPDX-License-Identifier: Apache-2.0
// Models of the formats that hold metadata, from text to text, and tensors with names.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "conformance/generate/generator.hpp"
#include "conformance/generate/shapes.hpp"

namespace hallmark::conformance {

struct OwnedTensor {
  std::string name;
  DType dtype = DType::u8;
  Dims dims;
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

// Borrowed is an OwnedModel as an encoder takes it, which must stay where it is.
template <class View, class Pair>
class Borrowed {
 public:
  explicit Borrowed(const OwnedModel& model) : has_metadata_(model.has_metadata) {
    for (const auto& [key, value] : model.metadata) metadata_.push_back({key, value});
    for (const OwnedTensor& one : model.tensors) {
      tensors_.push_back({one.name, one.dtype, true, shapes_.of(one.dims), one.data});
    }
  }
  [[nodiscard]] View view() const { return {has_metadata_, metadata_, tensors_}; }

 private:
  bool has_metadata_;
  std::vector<Pair> metadata_;
  std::vector<TensorView> tensors_;
  Shapes shapes_;
};

// any_model gives up to `most` tensors and as many entries of metadata: every dtype of these, every rank up to 5, empty
// tensors, numbers of every width up to `bits`.
[[nodiscard]] OwnedModel any_model(Choices& choices, std::uint32_t most, std::span<const DType> dtypes,
                                   std::uint32_t bits = 64);

// owned copies a tensor.
[[nodiscard]] OwnedTensor owned(const TensorView& tensor);

// in_order sorts metadata by key, and tensors by dtype, the last in the order of a format first, then by name.
[[nodiscard]] OwnedModel in_order(OwnedModel model, std::uint64_t (*order_of)(DType));

// shuffled puts tensors and metadata into any order.
[[nodiscard]] OwnedModel shuffled(OwnedModel model, Choices& choices);

// data_size is what the elements of a tensor take in bytes, whether it has them or not.
[[nodiscard]] inline std::uint64_t data_size(const OwnedTensor& tensor) {
  return bytes_of(tensor.dtype, count_of(tensor.dims));
}
[[nodiscard]] std::uint64_t data_size(const OwnedModel& model);

// ModelLayout is how a format orders a model, and writes what stands before its data.
struct ModelLayout {
  std::vector<std::byte> (*head_of)(const OwnedModel& model);
  std::uint64_t entry;                               // what a tensor takes there at most, twice its name aside
  std::uint64_t alignment = 1;                       // of the head, and of the data of each tensor
  OwnedModel (*sorted)(OwnedModel model) = nullptr;  // null: they stay as they are
  DType byte = DType::u8;                            // what the format has in its place
};

// write_model writes a model of the field, and the bytes of its tokeniser, which bring the file to its size.
void write_model(std::uint64_t seed, std::uint64_t size, const ModelLayout& layout, ByteSink& out);

// model_generator is for a format of such models; `any` is that of Generator.
template <const ModelLayout& layout>
[[nodiscard]] constexpr Generator model_generator(std::string_view format, std::string_view clause,
                                                  Input (*any)(Choices& choices)) {
  const auto sized = [](std::uint64_t seed, std::uint64_t size, ByteSink& out) {
    write_model(seed, size, layout, out);
    return Sized();
  };
  return {format, clause, any, sized, layout.alignment, &layout};
}

}  // namespace hallmark::conformance
