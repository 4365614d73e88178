// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/growth/samples.hpp"

#include <algorithm>

namespace hallmark::benchmarks::growth {

Sample of_text(const std::string& text) {
  const Bytes bytes = as_bytes(text);
  return Sample(File(bytes.begin(), bytes.end()));
}

std::string repeated_text(std::string_view text, std::uint64_t size) {
  std::string all;
  while (all.size() < size) all += text;
  return all;
}

Sample overwritten(File bytes, std::string_view mark, std::string_view text) {
  const Bytes sought = as_bytes(mark);
  const Bytes put = as_bytes(text);
  auto at = bytes.begin();
  while ((at = std::search(at, bytes.end(), sought.begin(), sought.end())) != bytes.end()) {
    at = std::copy(put.begin(), put.end(), at + static_cast<std::ptrdiff_t>(sought.size()));
  }
  return Sample(std::move(bytes));
}

std::string nested(std::string_view inside, std::uint64_t levels) {
  return std::string(levels, '[') + std::string(inside) + std::string(levels, ']');
}

}  // namespace hallmark::benchmarks::growth
