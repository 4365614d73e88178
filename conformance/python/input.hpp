// SPDX-License-Identifier: Apache-2.0
// Input: the bytes of one input, in memory for as long as anything looks at them.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>
#include <vector>

#include "hallmark/core/bytes.hpp"

namespace hallmark::python {

// Input owns a mapping, or keeps a Python buffer.
class Input {
 public:
  Input(Bytes bytes, std::shared_ptr<void> owner) : bytes_(bytes), owner_(std::move(owner)) {}
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

  // start is the beginning of a mapping, read from the file: to touch a page of it takes longer than all else that
  // opening a file does. Of others it is everything.
  [[nodiscard]] Bytes start() const noexcept { return start_.empty() ? bytes_ : Bytes(start_); }
  void set_start(std::vector<std::byte> start) { start_ = std::move(start); }

 private:
  Bytes bytes_;
  std::shared_ptr<void> owner_;
  std::vector<std::byte> start_;
};

// mapped_file maps a regular file. Throws std::system_error. Call it without the GIL or with it.
[[nodiscard]] std::unique_ptr<Input> mapped_file(const std::string& path);

// buffer_of keeps the buffer of a Python object, which cannot change its size meanwhile; `flags` as of
// PyObject_GetBuffer. Needs the GIL, also to be
// destroyed. Throws nanobind::python_error.
[[nodiscard]] std::unique_ptr<Input> buffer_of(nanobind::handle object, int flags = PyBUF_SIMPLE);

}  // namespace hallmark::python
