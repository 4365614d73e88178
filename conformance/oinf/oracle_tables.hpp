// The header and the tables of an OINF file, as the oracle reads them.
#pragma once

#include <string>
#include <vector>

#include "conformance/oinf/oracle_file.hpp"

namespace hallmark::oinf::oracle {

// Entry is a row of metadata or tensors: its fields, and the offset of each.
struct Entry {
  std::string path{};
  uint32_t type = 0;
  bool known = false;   // the type, and the rank
  bool present = true;  // HAS_DATA
  std::vector<uint64_t> dims;
  uint64_t dims_at = 0;
  uint64_t nbytes = 0;
  uint64_t nbytes_at = 0;
  uint64_t offset = 0;
  uint64_t offset_at = 0;
};

struct Tables {
  uint64_t section[4] = {};  // where sizevars, metadata, tensors and data start
  std::vector<Entry> metadata;
  std::vector<Entry> tensors;
  bool complete = true;  // every table was read to its end
  bool file_size_right = true;
};

// read_tables reports the faults of header and tables; throws End where nothing behind can be read.
[[nodiscard]] Tables read_tables(File& file);

// check_type reports a type that is not 1 to `last`, and is false for one.
[[nodiscard]] bool check_type(File& file, uint32_t type, uint32_t last, const std::string& rule, uint64_t at,
                              const std::string& path);

}  // namespace hallmark::oinf::oracle
