// Prints the contents of an input in constant memory: as text, with a table of the tensors or with their statistics, or
// as JSON with statistics.
#pragma once

#include <string>

#include "conformance/show/sink_writer.hpp"
#include "conformance/statistics/statistics.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::show {

using ContentWriter = SinkWriter<ContentSink>;

// ContentText prints what is no tensor, like the OINF verifier: `B := 1024`, `mode: str = "clamp"`,
// `a: f32[3] = { 1, 2, 3 }`. oinf#verification-and-printing.
class ContentText : public ContentWriter {
 public:
  using ContentWriter::ContentWriter;

  void number(std::string_view name, std::uint64_t value) noexcept override;
  void text(std::string_view name, std::string_view value) noexcept override;
  void scalar(const TensorView& value) noexcept override;
  void array(const TensorView& value) noexcept override;
  void bits(const BitsView& value) noexcept override;

 protected:
  ~ContentText() = default;
  enum class Part : std::uint8_t { none, numbers, metadata, tensors };
  // begin writes an empty line before each section.
  void begin(Part part);

 private:
  Part part_ = Part::none;
};

// StatisticsText prints a tensor like the OINF verifier too, `a: f32[1024] = { … }`, and under it its statistics and a
// histogram.
class StatisticsText final : public ContentText {
 public:
  using ContentText::ContentText;

  void tensor(const TensorView& tensor, const Place& place) noexcept override;
  void bit_tensor(const BitsView& tensor, const Place& place) noexcept override;

 private:
  void begin_tensor();
  [[nodiscard]] std::string known_as(std::string_view name, const Place& place);
  void write_statistics(std::uint64_t nbytes, const conformance::Statistics& statistics);

  bool first_ = true;
};

// ContentJson writes the elements of a JSON array. reports/schema/README.md describes them.
class ContentJson final : public ContentWriter {
 public:
  using ContentWriter::ContentWriter;

  void number(std::string_view name, std::uint64_t value) noexcept override;
  void text(std::string_view name, std::string_view value) noexcept override;
  void scalar(const TensorView& value) noexcept override;
  void array(const TensorView& value) noexcept override;
  void bits(const BitsView& value) noexcept override;
  void tensor(const TensorView& tensor, const Place& place) noexcept override;
  void bit_tensor(const BitsView& tensor, const Place& place) noexcept override;

 private:
  void put(const reports::Json& entry);

  bool first_ = true;
};

// text_of returns a shape as "[2, 3]".
[[nodiscard]] std::string text_of(const Shape& shape);

}  // namespace hallmark::show
