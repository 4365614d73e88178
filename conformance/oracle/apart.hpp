// SPDX-License-Identifier: Apache-2.0
// Files that are decoded with a copy of their header, of families that can: as the file itself is, and without a look
// at the header in the file.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "conformance/model/scratch_memory.hpp"
#include "hallmark/core/decoded.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::conformance {

// difference_apart is empty, or says what differs. `size` is what header_size gives of the file. read(file, copy,
// scratch) decodes, with a copy where that is not null, in as much scratch as bound(file, copy) says; tensors(view)
// lists what it finds.
template <class Bound, class Read, class Tensors>
[[nodiscard]] std::string difference_apart(Bytes file, std::uint64_t size, const Bound& bound, const Read& read,
                                           const Tensors& tensors) {
  const auto header = static_cast<std::size_t>(size <= file.size() ? size : 0);
  const std::vector<std::byte> copy(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(header));
  std::vector<std::byte> other(file.begin(), file.end());
  std::fill_n(other.begin(), header, std::byte{0xee});
  const Bytes start(copy);
  ScratchMemory memory;
  ScratchMemory memory_apart;
  Scratch scratch = memory.of(bound(file, nullptr));
  Scratch scratch_apart = memory_apart.of(bound(other, &start));
  const auto whole = read(file, nullptr, scratch);
  const auto apart = read(other, &start, scratch_apart);
  const Violation found = whole.violation();
  const Violation found_apart = apart.violation();
  if (found.rule != found_apart.rule || found.offset != found_apart.offset || found.length != found_apart.length)
    return "with a copy of the header another error is found";
  if (!whole) return "";
  const auto same = [&](const TensorView& a, const TensorView& b) {
    return a.name == b.name && a.dtype == b.dtype && a.shape.rank() == b.shape.rank() &&
           a.data.size() == b.data.size() && a.data.data() - file.data() == b.data.data() - other.data();
  };
  return std::ranges::equal(tensors(*whole), tensors(*apart), same) ? "" : "with a copy of the header tensors differ";
}

}  // namespace hallmark::conformance
