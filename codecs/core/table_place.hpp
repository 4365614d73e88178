// SPDX-License-Identifier: Apache-2.0
// TablePlace: where a walk over the tables of a file is, for paths such as `tensors[3].dtype`.
#pragma once

#include "core/path.hpp"

namespace hallmark {

class TablePlace : public Place {
 public:
  void write(TextSink& out, const Violation& violation) const noexcept override { write_field(out, violation.field); }

  void at(const char* table) noexcept { table_ = table; }
  void entry(std::uint64_t index) noexcept { index_ = index; }
  void whole_file() noexcept { table_ = nullptr; }

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
};

}  // namespace hallmark
