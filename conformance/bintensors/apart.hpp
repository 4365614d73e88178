// Apart: a file whose header was read into other memory must decode as the file in one piece does.
#pragma once

#include <algorithm>
#include <vector>

#include "conformance/bintensors/generate.hpp"

namespace hallmark::bintensors {

// decodes_alike_apart: the file decodes alike in one piece and with a copy of its header. The header that stays in the
// file is overwritten, so that a look at it makes a difference; not where it is no header, and the file is read.
[[nodiscard]] inline bool decodes_alike_apart(Layout layout, Bytes input, const Options& options) {
  const auto memory_for = [&](Bytes header) {
    return std::vector<std::byte>(static_cast<std::size_t>(scratch_bound(layout, header, options)));
  };
  std::vector<std::byte> memory = memory_for(input);
  Scratch scratch(memory);
  const auto whole = decode(layout, input, scratch, options);

  const std::uint64_t size = header_size(input);
  const bool is_there = size != 0 && size <= input.size();
  const auto end = is_there ? input.begin() + static_cast<std::ptrdiff_t>(size) : input.end();
  const std::vector<std::byte> header(input.begin(), end);
  std::vector<std::byte> file(input.begin(), input.end());
  if (is_there) std::fill_n(file.begin(), header.size(), std::byte{0xee});
  std::vector<std::byte> memory_apart = memory_for(header);
  Scratch scratch_apart(memory_apart);
  const auto apart = decode(layout, file, header, scratch_apart, options);

  if (static_cast<bool>(whole) != static_cast<bool>(apart)) return false;
  if (whole) return owned(*whole) == owned(*apart);
  const Violation& one = whole.violation();
  const Violation& other = apart.violation();
  return one.rule == other.rule && one.offset == other.offset && one.length == other.length;
}

}  // namespace hallmark::bintensors
