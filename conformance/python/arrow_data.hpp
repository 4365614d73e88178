// The Arrow C data interface: the two structures by which libraries hand arrays to each other without copying. Their
// layout is fixed by https://arrow.apache.org/docs/format/CDataInterface.html.
#pragma once

#include <cstdint>

namespace hallmark::python {

// ArrowSchema is the type of an array.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  ArrowSchema** children;
  ArrowSchema* dictionary;
  void (*release)(ArrowSchema*);  // null after it was called
  void* private_data;
};

// ArrowArray is the memory of an array.
struct ArrowArray {
  std::int64_t length;
  std::int64_t null_count;
  std::int64_t offset;
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;
  ArrowArray** children;
  ArrowArray* dictionary;
  void (*release)(ArrowArray*);  // null after it was called
  void* private_data;
};

inline constexpr std::int64_t arrow_nullable = 2;  // a flag of a schema

}  // namespace hallmark::python
