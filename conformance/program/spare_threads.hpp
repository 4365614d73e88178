// SpareThreads: searches of large data, divided among the threads that have nothing else to do.
#pragma once

#include <atomic>
#include <cstddef>

#include "hallmark/core/options.hpp"

namespace hallmark::program {

// SpareThreads gives the answer of a search of all data, however many threads took part. It may be used by several
// threads at once; together they never have more helpers than there are spare threads.
class SpareThreads final : public Searcher {
 public:
  static constexpr std::size_t piece_size = std::size_t{4} << 20;  // bytes

  // `piece` is the size of what a thread searches at a time, in bytes.
  explicit SpareThreads(std::size_t count, std::size_t piece = piece_size) noexcept : spare_(count), piece_(piece) {}

  // add says that one more thread has nothing to do.
  void add() noexcept { ++spare_; }
  [[nodiscard]] std::uint64_t first(Bytes data, ByteSearch search) const noexcept override;

 private:
  [[nodiscard]] std::size_t take(std::size_t wanted) const noexcept;

  mutable std::atomic<std::size_t> spare_;
  std::size_t piece_;
};

}  // namespace hallmark::program
