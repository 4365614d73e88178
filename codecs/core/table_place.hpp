// SPDX-License-Identifier: Apache-2.0
// TablePlace: where a walk over the tables of a file is, for paths such as `tensors[3].dtype`.
#pragma once

#include "core/path.hpp"

namespace hallmark {

class TablePlace : public Place {
 public:
  // A field whose name ends in [] is one of several: axis says which.
  void write(TextSink& out, const Violation& violation) const noexcept override {
    std::string_view field = violation.field;
    const bool indexed = field.ends_with("[]");
    if (indexed) field.remove_suffix(2);
    write_field(out, field);
    if (indexed) write_index(out, axis_);
  }

  void at(const char* table) noexcept { table_ = table; }
  void entry(std::uint64_t index) noexcept { index_ = index; }
  void whole_file() noexcept { table_ = nullptr; }
  void axis(std::uint64_t index) noexcept { axis_ = index; }

 protected:
  ~TablePlace() = default;

  // write_field writes a field of the entry, or of the file; the entry alone where the name is empty.
  void write_field(TextSink& out, std::string_view field) const noexcept {
    if (table_ != nullptr) {
      out.write(table_);
      write_index(out, index_);
      if (!field.empty()) out.write(".");
    }
    out.write(field);
  }

 private:
  const char* table_ = nullptr;
  std::uint64_t index_ = 0;
  std::uint64_t axis_ = 0;
};

// Position is where a walk is that has no more to say of it than its entry and axis.
class Position final : public TablePlace {};

}  // namespace hallmark
