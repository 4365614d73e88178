// Valid BinTensors models from a tape of choices, and their files: canonical ones are the encoder's, these are written
// in any of the ways that a layout leaves open, or that only the compat profile takes, or with hostile numbers.
#pragma once

#include <functional>
#include <span>
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

// discriminants are the dtypes as files number them, from 0.
inline constexpr DType discriminants[] = {DType::boolean, DType::u8,  DType::i8,  DType::f8_e5m2, DType::f8_e4m3,
                                          DType::i16,     DType::u16, DType::f16, DType::bf16,    DType::i32,
                                          DType::u32,     DType::f32, DType::f64, DType::i64,     DType::u64};

// any_model gives up to `most` tensors and as many entries of metadata: every dtype, every rank up to 4, empty tensors,
// numbers of every width.
[[nodiscard]] OwnedModel any_model(conformance::Choices& choices, std::uint32_t most);

// shuffled puts tensors and metadata into any order.
[[nodiscard]] OwnedModel shuffled(OwnedModel model, conformance::Choices& choices);

// What a written file keeps.
enum class Liberty : std::uint8_t {
  none,     // what the strict profile takes
  compat,   // what readers take: long numbers, any tail behind the record
  hostile,  // the structure: some numbers are others
};

// WrittenField is a field of a file that was written, by its path, and where it begins.
struct WrittenField {
  std::string path;
  std::size_t at = 0;
};

// any_file writes tensors and metadata in the order they stand in, and the index map in any; without choices, in
// theirs.
[[nodiscard]] std::vector<std::byte> any_file(Layout layout, const OwnedModel& model,
                                              conformance::Choices* choices = nullptr, Liberty liberty = Liberty::none);

// head_of writes such a file up to its data; `sizes` are the bytes of each tensor's data, which need not exist.
// `fields` gets what is written, the padding last.
[[nodiscard]] std::vector<std::byte> head_of(Layout layout, const OwnedModel& model,
                                             std::span<const std::uint64_t> sizes,
                                             conformance::Choices* choices = nullptr, Liberty liberty = Liberty::none,
                                             std::vector<WrittenField>* fields = nullptr);

// Of millions of tensors, which are made one by one: `tensor` gives one without its data, which take `size` bytes; the
// index map has them in an order, by their numbers; without one, in theirs.
[[nodiscard]] std::vector<std::byte> head_of(Layout layout, std::size_t count, std::uint64_t size,
                                             const std::function<OwnedTensor(std::size_t)>& tensor,
                                             std::span<const std::uint32_t> order);

// written encodes a model; a refusal gives nothing.
[[nodiscard]] std::vector<std::byte> written(Layout layout, const OwnedModel& model);

}  // namespace hallmark::bintensors
