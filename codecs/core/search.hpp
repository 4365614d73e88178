// Searches of large data, which a caller may divide among processors.
#pragma once

#include "hallmark/core/options.hpp"

namespace hallmark {

// Data of this size are worth asking the caller, in bytes.
inline constexpr std::size_t large_search = std::size_t{1} << 20;

// find_first gives search(data): by the caller's Searcher, if there is one and the data are large.
[[nodiscard]] inline std::uint64_t find_first(ByteSearch search, Bytes data, const Searcher* searcher) noexcept {
  return searcher != nullptr && data.size() >= large_search ? searcher->first(data, search) : search(data);
}

}  // namespace hallmark
