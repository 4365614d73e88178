// Copies of the values of an accepted stream, read with exactly the required scratch, and their encodings.
#pragma once

#include <optional>
#include <vector>

#include "fuzz/reading.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::fuzz {

// Owned is a value with the memory of its view.
struct Owned {
  DType dtype;
  std::vector<std::byte> dims;
  std::vector<std::byte> data;

  [[nodiscard]] bool operator==(const Owned&) const = default;
};
using OwnedValues = std::vector<Owned>;

[[nodiscard]] inline std::vector<TensorView> views_of(const OwnedValues& values) {
  std::vector<TensorView> views;
  for (const Owned& value : values) views.push_back({{}, value.dtype, Shape(value.dims), value.data, true});
  return views;
}

// value_invariants checks one value; `memory` is where text was converted.
inline void value_invariants(const futhark::ValueView& value, Bytes input, Bytes memory) noexcept {
  const TensorView& tensor = value.tensor;
  invariant(value.length > 0 && value.offset <= input.size() && value.length <= input.size() - value.offset,
            "a value lies inside the input");
  // Binary data are views of the input; text is converted into the scratch memory.
  Reading(value.form == Form::text ? memory : input.subspan(value.offset, value.length)).bytes(tensor.data);
  ElementCount count;
  for (std::uint64_t axis = 0; axis < tensor.shape.rank(); ++axis) count.dimension(tensor.shape[axis]);
  std::uint64_t size = 0;
  invariant(count.bytes(size_of(tensor.dtype), size) && size == tensor.data.size(),
            "data are as large as the shape says");
  invariant(value.form == Form::binary || size + 8 * tensor.shape.rank() <= 4 * value.length,
            "text is converted into 4 bytes for each of its own at most");
}

// read returns the values of a stream, or none if it is not accepted.
[[nodiscard]] inline std::optional<OwnedValues> read(Bytes input, const Options& options) {
  Block memory(static_cast<std::size_t>(futhark::scratch_bound(input, options)), 0x5a);
  Scratch scratch(memory.bytes());
  const auto stream = futhark::decode(input, scratch, options);
  if (!stream) return std::nullopt;
  Block reading(static_cast<std::size_t>(futhark::read_scratch(*stream, options)), 0x5a);
  futhark::Values values(*stream, Scratch(reading.bytes()), options);
  OwnedValues all;
  std::uint64_t end = 0;
  for (futhark::ValueView value; values.next(value); end = value.offset + value.length) {
    invariant(value.offset >= end, "values follow each other");
    value_invariants(value, input, reading.view());
    Owned& copy = all.emplace_back(Owned{value.tensor.dtype, {}, {value.tensor.data.begin(), value.tensor.data.end()}});
    copy.dims.resize(value.tensor.shape.rank() * sizeof(std::uint64_t));
    for (std::uint64_t axis = 0; axis < value.tensor.shape.rank(); ++axis) {
      store_le(copy.dims.data() + axis * sizeof(std::uint64_t), value.tensor.shape[axis]);
    }
  }
  invariant(all.size() == stream->values, "all values that were counted can be read");
  return all;
}

// written returns the encoding of the values, or the violation in `refused`.
[[nodiscard]] inline std::vector<std::byte> written(const OwnedValues& values, const futhark::Style& style,
                                                    Violation& refused) {
  const std::vector<TensorView> views = views_of(values);
  Block out(static_cast<std::size_t>(futhark::encoded_size({views, style})), 0xee);
  Scratch none;
  const Encoded encoded = futhark::encode({views, style}, none, out.bytes());
  refused = encoded.refusal;
  invariant(!encoded || encoded.size == out.view().size(), "encoded_size is the size of the stream");
  return {out.view().begin(), out.view().end()};
}

}  // namespace hallmark::fuzz
