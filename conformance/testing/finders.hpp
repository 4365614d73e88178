// SPDX-License-Identifier: Apache-2.0
// Finders: scans that look at many bytes at once for one that does not belong there. One such byte is tried at every
// place that differs for the code, and nothing is read that is not theirs.
#pragma once

#include <algorithm>
#include <memory>
#include <new>
#include <vector>

#include "codecs/core/scan.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/fenced.hpp"
#include "conformance/testing/stride.hpp"

namespace hallmark::testing {

struct Finder {
  const char* name;
  std::uint64_t (*scan)(Bytes) noexcept;  // the place of the first bad byte, or `nowhere`
  unsigned char good;
  unsigned char bad;
  bool large_blocks = false;
};

// On both sides of words (8), lines and rows (64), blocks (256, 16384) and long stretches (1024), and of what is
// left of them where the first line is taken apart.
inline std::vector<std::size_t> sizes_around_borders() {
  std::vector<std::size_t> sizes;
  for (std::size_t size = 0; size <= 20; ++size) sizes.push_back(size);
  for (const std::size_t border :
       {32U, 64U, 128U, 136U, 192U, 256U, 264U, 512U, 1024U, 1088U, 1152U, 16384U, 16448U, 16512U}) {
    for (const std::size_t size : {border - 1, border, border + 1}) sizes.push_back(size);
  }
  return sizes;
}
inline bool is_near_border(std::size_t at, std::size_t size) {
  constexpr std::size_t edge = 140;  // a row, and a little
  return size <= 300 || at < edge || at + edge >= size || (at + 2) % 1024 < 4;
}

// A block of exactly so many bytes after `shift` others, which begin where a line does. AddressSanitizer knows where
// it ends; the bytes before are bad, so that a scan that looks at them shows.
class Shifted {
 public:
  Shifted(std::size_t shift, std::size_t size, std::byte good, std::byte bad)
      : memory_(static_cast<std::byte*>(::operator new(shift + size, line))), data_(memory_.get() + shift, size) {
    std::fill_n(memory_.get(), shift, bad);
    std::ranges::fill(data_, good);
  }
  [[nodiscard]] std::span<std::byte> data() const { return data_; }

 private:
  static constexpr std::align_val_t line{64};
  struct Free {
    void operator()(std::byte* memory) const { ::operator delete(memory, line); }
  };
  std::unique_ptr<std::byte, Free> memory_;
  std::span<std::byte> data_;
};

inline void check_alignments(const Finder& finder) {
  const auto good = static_cast<std::byte>(finder.good);
  const auto bad = static_cast<std::byte>(finder.bad);
  for (std::size_t shift = 0; shift < 64; shift += stride()) {
    std::size_t wrong = 0;
    for (const std::size_t size : sizes_around_borders()) {
      if (size > 2000 && !finder.large_blocks) break;
      const Shifted memory(shift, size, good, bad);
      const auto data = memory.data();
      wrong += finder.scan(data) != nowhere;
      for (std::size_t at = 0; at < size; ++at) {
        if (!is_near_border(at, size)) continue;
        data[at] = bad;
        wrong += finder.scan(data) != at;
        data[at] = good;
        if (shift % 8 != 0) continue;
        data[at] = data[size - 1] = bad;  // the first of two
        wrong += finder.scan(data) != at;
        data[at] = data[size - 1] = good;
      }
    }
    CAPTURE(finder.name, shift);
    CHECK(wrong == 0);
  }
}

inline void check_fenced(const Finder& finder) {
  const auto good = static_cast<std::byte>(finder.good);
  const auto bad = static_cast<std::byte>(finder.bad);
  std::size_t wrong = 0;
  for (std::size_t size = 0; size <= 300; ++size) {
    const Fenced memory(size);
    for (const auto data : {memory.low(), memory.high()}) {
      std::ranges::fill(data, good);
      wrong += finder.scan(data) != nowhere;
      for (std::size_t at = 0; at < size; ++at) {
        data[at] = bad;
        wrong += finder.scan(data) != at;
        data[at] = good;
      }
    }
  }
  CAPTURE(finder.name);
  CHECK(wrong == 0);
}

inline void check_finder(const Finder& finder) {
  check_alignments(finder);
  check_fenced(finder);
}

}  // namespace hallmark::testing
