// SPDX-License-Identifier: Apache-2.0
// Contents: the tables of a valid input, of any format. Names and data are views of its bytes.
// Layout: what a family adds whose arrays lie otherwise in a file than row by row, which NumPy can say.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codecs/core/manifest.hpp"
#include "conformance/compression/buffer.hpp"
#include "conformance/examine/examiner.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "conformance/python/input.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::python {

using Keys = manifest::TensorKeys;

[[nodiscard]] Keys keys_of(const Codec& codec) noexcept;
[[nodiscard]] std::string_view name_of(Keys keys) noexcept;

// Array is a tensor, or a row of bits: then `dtype` is u8, for the bytes that hold them.
struct Array {
  std::string_view name = {};
  DType dtype = DType::u8;
  bool bits = false;
  bool has_data = true;
  bool most_significant_first = false;  // of bits
  std::uint32_t rank = 0;
  std::size_t shape = 0;  // where its dimensions start in Contents::dimensions; of bits, their number
  Bytes data = {};
};

// Fact is what an input says of itself beside its tensors.
struct Fact {
  enum class Holds : std::uint8_t { number, text, scalar, array };
  std::string_view name = {};
  Holds holds = Holds::text;
  std::uint64_t number = 0;
  std::string_view text = {};
  Array array = {};
};

// NumpyLayout returns what numpy.dtype makes the dtype of, and the order of the array, "C" or "F". It needs the GIL.
using NumpyLayout = std::function<nanobind::object()>;

// A Layout is the `contents` of a codec, with data as they lie in `whole`, which it looks at only where it must. It
// needs scratch_bound of the header alone, and `layout` needs that scratch as long as the file is open.
using Layout = Violation (*)(hallmark::Input header, Bytes whole, Scratch& scratch, const Options& options,
                             ContentSink& sink, NumpyLayout& layout);

// set_layout gives a codec a layout, and layout_of returns it; null if there is none.
void set_layout(const Codec& codec, Layout layout);
[[nodiscard]] Layout layout_of(const Codec& codec);

class Contents {
 public:
  // read fills the tables; false if the input is not valid, and `judge` then says why. Throws std::bad_alloc, also if
  // what is not a view of the input would take more than max_alloc.
  [[nodiscard]] bool read(std::unique_ptr<Input> input, std::string_view name,
                          const conformance::ExaminerSettings& settings);

  [[nodiscard]] const Codec& codec() const noexcept { return *codec_; }
  // layout returns what a NumpyLayout does; None where rows lie one after the other.
  [[nodiscard]] nanobind::object layout() const { return layout_ ? layout_() : nanobind::none(); }
  [[nodiscard]] const std::vector<Array>& tensors() const noexcept { return tensors_; }
  [[nodiscard]] const std::vector<Fact>& facts() const noexcept { return facts_; }
  [[nodiscard]] const std::uint64_t* dimensions(const Array& array) const noexcept {
    return dimensions_.data() + array.shape;
  }

 private:
  class Taker;

  [[nodiscard]] bool decompress(std::string_view& name, const conformance::ExaminerSettings& settings);
  [[nodiscard]] bool fill(const Options& options, std::uint64_t max_alloc);

  std::unique_ptr<Input> input_;
  compression::Buffer decompressed_;
  Bytes bytes_;  // of the input, decompressed
  Bytes start_;  // its beginning
  const Codec* codec_ = nullptr;
  conformance::ScratchMemory memory_;
  NumpyLayout layout_;
  std::vector<Array> tensors_;
  std::vector<Fact> facts_;
  std::vector<std::uint64_t> dimensions_;
  std::vector<std::vector<std::byte>> copies_;  // what is no view of the input, as numbers in text are
};

}  // namespace hallmark::python
