// FindingTable: what is wrong with many inputs, as a table of Arrow: a row for each finding, and one for an input
// without.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "conformance/python/arrow_table.hpp"
#include "reports/validation.hpp"

namespace hallmark::python {

// The columns are the members of INPUT and of its diagnostics (reports/schema), whose `path` here is `place`, and the
// index of an HTTP message is `message_index`.
class FindingTable {
 public:
  explicit FindingTable(std::size_t inputs);

  // start begins an input: a row of the batch.
  void start(std::uint64_t row, std::string_view path);
  // add adds the report of the input, or of a message in it.
  void add(const reports::InputReport& input);
  // skip says why the input is not judged.
  void skip(std::uint64_t size, std::string_view reason);

  void hand_over(ArrowSchema& schema, ArrowArray& array) { table_.hand_over(rows_, schema, array); }

 private:
  using Kind = ArrowTable::Kind;
  using Column = ArrowTable::Column;

  void add_input(const reports::InputReport& input, std::string_view verdict);
  void add_finding(const reports::Diagnostic& diagnostic);

  ArrowTable table_;
  std::uint64_t current_row_ = 0;
  std::string_view current_path_;
  std::uint64_t current_ordinal_ = 0;
  std::size_t rows_ = 0;

  Column& row_ = table_.column("row", Kind::number);
  Column& path_ = table_.column("path", Kind::text);
  Column& ordinal_ = table_.column("ordinal", Kind::number);
  Column& message_index_ = table_.column("message_index", Kind::optional_number);
  Column& format_ = table_.column("format", Kind::optional_text);
  Column& size_ = table_.column("size", Kind::number);
  Column& compression_ = table_.column("compression", Kind::optional_text);
  Column& verdict_ = table_.column("verdict", Kind::text);
  Column& more_ = table_.column("more", Kind::number);
  Column& scratch_ = table_.column("scratch", Kind::number);
  Column& alternative_ = table_.column("alternative", Kind::optional_text);
  Column& rule_ = table_.column("rule", Kind::optional_text);
  Column& level_ = table_.column("level", Kind::optional_text);
  Column& clause_ = table_.column("clause", Kind::optional_text);
  Column& severity_ = table_.column("severity", Kind::optional_text);
  Column& category_ = table_.column("category", Kind::optional_text);
  Column& offset_ = table_.column("offset", Kind::optional_number);
  Column& length_ = table_.column("length", Kind::optional_number);
  Column& part_ = table_.column("part", Kind::optional_text);
  Column& place_ = table_.column("place", Kind::optional_text);
  Column& message_ = table_.column("message", Kind::optional_text);
  Column& expected_ = table_.column("expected", Kind::optional_text);
  Column& actual_ = table_.column("actual", Kind::optional_text);
};

}  // namespace hallmark::python
