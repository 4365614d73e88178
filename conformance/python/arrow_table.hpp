// ArrowTable: columns that are filled row by row, and handed over as a record batch of Arrow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/python/arrow_data.hpp"

namespace hallmark::python {

class ArrowTable {
 public:
  // Columns of numbers are int64, as Spark has no other; text is UTF-8 with offsets of 32 bits.
  class Column {
   public:
    Column(const char* name, bool text, bool nullable);

    // reserve takes memory for so many rows, but for their text.
    void reserve(std::size_t rows);

    // set gives the value of a row; the rows before it that were given none are null. Rows are set in ascending order.
    void set(std::size_t row, std::uint64_t number);
    // Throws std::length_error if the text of a column comes to 2 GiB.
    void set(std::size_t row, std::string_view text);

    // set leaves the row null if there is no value.
    template <class T>
    void set(std::size_t row, const std::optional<T>& value) {
      if (value) set(row, *value);
    }

   private:
    friend class ArrowTable;
    void fill(std::size_t rows);  // with nulls, up to this number
    void grow();                  // by a row that is not null

    std::string name_;
    bool text_;
    bool nullable_;
    std::size_t rows_ = 0;
    std::size_t nulls_ = 0;
    std::vector<std::uint8_t> validity_;  // a bit a row, once there is a null
    std::vector<std::int64_t> numbers_;
    std::vector<std::int32_t> offsets_;
    std::string data_;
    const void* buffers_[3] = {};
  };

  enum class Kind : std::uint8_t { text, optional_text, number, optional_number };

  // column adds a column; the reference stays good.
  Column& column(const char* name, Kind kind);

  // hand_over moves the table, of so many rows, into structures that own it. Call it once.
  void hand_over(std::size_t rows, ArrowSchema& schema, ArrowArray& array);

 private:
  std::deque<Column> columns_;
};

}  // namespace hallmark::python
