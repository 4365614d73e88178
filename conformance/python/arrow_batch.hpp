// ArrowBatch: the inputs in a record batch of Arrow, over its own memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>

#include "conformance/python/arrow_data.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::python {

// ArrowColumn is a column of strings or of bytes.
class ArrowColumn {
 public:
  // Throws std::invalid_argument if the column is of another type.
  ArrowColumn(const ArrowSchema& schema, const ArrowArray& array, std::int64_t parent_offset);

  // at is empty where the value is null.
  [[nodiscard]] std::optional<Bytes> at(std::size_t row) const noexcept;

 private:
  std::size_t offset_;
  bool wide_;  // offsets of 64 bits
  const std::byte* validity_;
  const std::byte* offsets_;
  const std::byte* data_;
};

// ArrowBatch has the columns `path`, and of inputs in memory `content`, which read_binary_files of Ray calls `bytes`;
// an input without content is a file. `problem` says why an input cannot be read. Other columns are ignored.
class ArrowBatch {
 public:
  // Throws std::invalid_argument if a column is missing or of another type. Both must outlive the batch.
  ArrowBatch(const ArrowSchema& schema, const ArrowArray& array);

  [[nodiscard]] std::size_t rows() const noexcept { return rows_; }
  [[nodiscard]] std::optional<Bytes> path(std::size_t row) const noexcept { return of(path_, row); }
  [[nodiscard]] std::optional<Bytes> content(std::size_t row) const noexcept { return of(content_, row); }
  [[nodiscard]] std::optional<Bytes> problem(std::size_t row) const noexcept { return of(problem_, row); }

 private:
  [[nodiscard]] static std::optional<Bytes> of(const std::optional<ArrowColumn>& column, std::size_t row) noexcept {
    return column ? column->at(row) : std::nullopt;
  }

  std::size_t rows_;
  std::optional<ArrowColumn> path_;
  std::optional<ArrowColumn> content_;
  std::optional<ArrowColumn> problem_;
};

}  // namespace hallmark::python
