#include "conformance/program/spare_threads.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

#include "conformance/examine/input_bytes.hpp"

namespace hallmark::program {
namespace {

// A search in pieces, taken in ascending order: every piece before one with a find is searched to its own first find.
class Pieces {
 public:
  Pieces(Bytes data, ByteSearch search, std::size_t piece, const conformance::MappedFile* mapping) noexcept
      : data_(data), search_(search), piece_(piece), mapping_(mapping) {}

  void work() noexcept {
    for (std::size_t at = next_.fetch_add(piece_); at < data_.size() && at < first_; at = next_.fetch_add(piece_)) {
      const Bytes piece = data_.subspan(at, std::min(piece_, data_.size() - at));
      const std::uint64_t found = search_(piece);
      if (found != UINT64_MAX) lower(at + found);
      // Else one thread would have to unmap all of it in the end, which takes a fifth of the time.
      if (mapping_ != nullptr) mapping_->forget(piece);
    }
  }
  [[nodiscard]] std::uint64_t first() const noexcept { return first_; }

 private:
  void lower(std::uint64_t found) noexcept {
    std::uint64_t before = first_;
    while (found < before && !first_.compare_exchange_weak(before, found)) {
    }
  }

  Bytes data_;
  ByteSearch search_;
  std::size_t piece_;
  const conformance::MappedFile* mapping_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::uint64_t> first_ = UINT64_MAX;
};

}  // namespace

std::size_t SpareThreads::take(std::size_t wanted) const noexcept {
  std::size_t there = spare_;
  std::size_t taken = 0;
  do {
    taken = std::min(there, wanted);
  } while (!spare_.compare_exchange_weak(there, there - taken));
  return taken;
}

std::uint64_t SpareThreads::first(Bytes data, ByteSearch search) const noexcept {
  const std::size_t taken = data.size() > piece_ ? take((data.size() - 1) / piece_) : 0;
  if (taken == 0) return search(data);
  const conformance::MappedFile* mapping = conformance::MappedFile::of_this_thread();
  Pieces pieces(data, search, piece_, mapping);
  std::vector<std::thread> helpers;
  try {
    helpers.reserve(taken);
    while (helpers.size() < taken) {
      helpers.emplace_back([&pieces, mapping] {
        const conformance::MappedFile::Guest guest(mapping);
        pieces.work();
      });
    }
  } catch (const std::exception&) {
    // No memory or no thread for another helper: those that run do the work.
  }
  pieces.work();
  for (std::thread& helper : helpers) helper.join();
  spare_ += taken;
  return pieces.first();
}

}  // namespace hallmark::program
