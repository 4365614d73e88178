// SPDX-License-Identifier: Apache-2.0
// Futhark values from a tape of choices, and streams of them: canonical ones are the encoder's, these are spelled in
// any of the ways that the grammar leaves open, or that only the compat profile takes; and text of a grammar that is
// larger than the format's.
#pragma once

#include <string_view>
#include <vector>

#include "codecs/core/decimal.hpp"
#include "codecs/core/words.hpp"
#include "codecs/futhark/writer.hpp"
#include "conformance/generate/shapes.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::futhark {

// OwnedValue is a value with the memory that its view points into.
struct OwnedValue {
  DType dtype = DType::i32;
  std::vector<std::uint64_t> dims;
  std::vector<std::byte> data;

  [[nodiscard]] bool operator==(const OwnedValue&) const = default;
  // load gives the bits of an element.
  [[nodiscard]] std::uint64_t load(std::size_t index) const {
    const auto size = static_cast<std::size_t>(size_of(dtype));
    return load_up_to_word(data.data() + index * size, size);
  }
};
using OwnedValues = std::vector<OwnedValue>;

// Borrowed is values as the encoder takes them; they must stay where they are.
class Borrowed {
 public:
  explicit Borrowed(const OwnedValues& values);
  [[nodiscard]] std::span<const TensorView> view() const { return tensors_; }

 private:
  std::vector<TensorView> tensors_;
  conformance::Shapes shapes_;
};

// written encodes values; a refusal gives nothing.
[[nodiscard]] std::vector<std::byte> written(const OwnedValues& values, const Style& style);

// read gives the values of a valid stream, each read in exactly the scratch that is asked for; nothing of another.
// Throws std::logic_error where they do not follow each other, or need other memory than the stream says.
[[nodiscard]] std::optional<OwnedValues> read(Bytes input, const Options& options = {});

// written_header gives the bytes before the data of a binary value; `edit` may set its fields.
template <class Edit>
[[nodiscard]] std::vector<std::byte> written_header(DType dtype, const conformance::Dims& dims, const Edit& edit) {
  conformance::Shapes shapes;
  Header header(*type_of(dtype), shapes.of(dims));
  edit(header);
  std::vector<std::byte> out(header_size + dims.size() * sizeof(std::uint64_t));
  Writer to(out);
  header.put(to);
  return out;
}
[[nodiscard]] inline std::vector<std::byte> written_header(DType dtype, const conformance::Dims& dims = {}) {
  return written_header(dtype, dims, [](const Header&) {});
}

inline std::vector<std::byte> bytes_of(std::string_view text) {
  const Bytes view = as_bytes(text);
  return {view.begin(), view.end()};
}

// any_values gives up to `most` values: every type, ranks up to 5 and now and then 127, empty ones, the bits of floats
// and the edges of integers.
[[nodiscard]] OwnedValues any_values(conformance::Choices& choices, std::uint32_t most);

// has_text is false for a value with a NaN that no word means.
[[nodiscard]] bool has_text(const OwnedValue& value);

// What a written stream keeps.
enum class Liberty : std::uint8_t {
  none,    // what the strict profile takes
  compat,  // what only the compat profile takes besides
};

// any_stream writes the values in binary or, those that have it, in text, with any white space and comments between.
[[nodiscard]] std::vector<std::byte> any_stream(const OwnedValues& values, conformance::Choices& choices,
                                                Liberty liberty);

// any_text gives a stream of lexemes and values that a larger grammar allows: right ones, tolerated ones, wrong ones.
[[nodiscard]] std::vector<std::byte> any_text(conformance::Choices& choices);

}  // namespace hallmark::futhark
