// FindingTable: what is wrong with many inputs, as columns of Arrow: a row for each finding, and one for an input
// without.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "reports/validation.hpp"

namespace hallmark::python {

// Cell is one value of a column: null, a number, or a text.
using Cell = std::variant<std::monostate, std::uint64_t, std::string_view>;

// Column holds the buffers that Arrow has for a column. Numbers are int64, as Spark has no other; text is UTF-8 with
// offsets of 32 bits.
class Column {
 public:
  explicit Column(bool text) : offsets_(text ? 1 : 0) {}

  // set gives the value of a row; the rows before it that were given none are null. Rows are set in ascending order.
  // Throws std::length_error if the text of a column comes to 2 GiB.
  void set(std::size_t row, const Cell& cell);
  // buffers returns the bytes of validity (None without nulls), of numbers or offsets, and of text, for so many rows.
  [[nodiscard]] nanobind::list buffers(std::size_t rows);

 private:
  void fill(std::size_t rows);  // with nulls, up to this number

  std::size_t rows_ = 0;
  bool nulls_ = false;
  std::vector<std::uint8_t> validity_;  // a bit a row
  std::vector<std::int64_t> numbers_;
  std::vector<std::int32_t> offsets_;  // of text; one more than rows
  std::string data_;
};

// The columns are the members of INPUT and of its diagnostics (reports/schema), whose `path` here is `place`, and the
// index of an HTTP message is `message_index`.
class FindingTable {
 public:
  FindingTable();

  // start begins an input: a row of the batch.
  void start(std::uint64_t row, std::string_view path);
  // add adds the report of the input, or of a message in it.
  void add(const reports::InputReport& input);
  // skip says why the input is not judged.
  void skip(std::uint64_t size, std::string_view reason);

  // columns returns name, whether it is text, whether it may be null, and buffers of each column.
  [[nodiscard]] nanobind::list columns();
  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }

 private:
  void add_row(const reports::InputReport& input, const reports::Diagnostic* finding, std::string_view skipped = {});

  std::vector<Column> columns_;
  std::uint64_t row_ = 0;
  std::string_view path_;
  std::uint64_t ordinal_ = 0;
  std::size_t rows_ = 0;
};

}  // namespace hallmark::python
