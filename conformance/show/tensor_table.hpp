// TensorTable: prints the contents of an input with its tensors as a table: offset, bytes, dtype, shape and name.
#pragma once

#include <string>
#include <vector>

#include "conformance/show/content_text.hpp"

namespace hallmark::show {

// Memory is bounded: columns are aligned over a thousand rows at a time, and keep their width after that. The name
// comes last, because it may be long.
class TensorTable final : public ContentText {
 public:
  // `input` is what offsets count in. `whole` is false if only what comes before an error can be shown.
  TensorTable(TextSink& output, Bytes input, bool whole) : ContentText(output), input_(input), whole_(whole) {}

  void tensor(const TensorView& tensor, const Place& place) noexcept override;
  void bit_tensor(const BitsView& tensor, const Place& place) noexcept override;

  // finish writes the last rows and a line with the sum; rethrows the write error, if there was one.
  void finish();

 private:
  static constexpr std::size_t columns = 4;  // before the name
  struct Row {
    std::string cells[columns];
    std::string name;
  };

  void add(std::string_view name, const Place& place, std::string_view dtype, std::string shape, Bytes data,
           bool has_data);
  // write_rows leaves the last line open; `name_follows` says that its name is written next.
  void write_rows(bool name_follows);
  [[nodiscard]] std::string offset_of(Bytes data) const;

  Bytes input_;
  bool whole_;
  std::vector<Row> rows_;
  std::size_t widths_[columns] = {};
  std::uint64_t kept_ = 0;  // bytes of names in rows_
  std::uint64_t tensors_ = 0;
  std::uint64_t bytes_ = 0;
};

}  // namespace hallmark::show
