// SPDX-License-Identifier: Apache-2.0
// Fenced: memory between inaccessible pages, so that a read outside it ends the program.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <string_view>

#include "hallmark/core/bytes.hpp"

namespace hallmark::testing {

class Fenced {
 public:
  // After the `size` bytes lie `locked` more, a page at least.
  explicit Fenced(std::size_t size, std::size_t locked = 0) : size_(size), locked_(locked) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const auto pages = [page](std::size_t bytes) { return bytes / page * page + page; };
    open_ = pages(size);
    whole_ = page + open_ + pages(locked);
    void* const memory = mmap(nullptr, whole_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) throw std::runtime_error("no memory to fence");
    memory_ = static_cast<std::byte*>(memory);
    begin_ = memory_ + page;
    if (mprotect(begin_, open_, PROT_READ | PROT_WRITE) != 0) throw std::runtime_error("memory cannot be opened");
  }
  ~Fenced() { munmap(memory_, whole_); }
  Fenced(const Fenced&) = delete;
  Fenced& operator=(const Fenced&) = delete;

  // low gives bytes that begin at a fence, high bytes that end at one.
  [[nodiscard]] std::span<std::byte> low() const { return {begin_, size_}; }
  [[nodiscard]] std::span<std::byte> high() const { return {begin_ + open_ - size_, size_}; }
  // beyond gives `high` and the locked bytes after it.
  [[nodiscard]] Bytes beyond() const { return {begin_ + open_ - size_, size_ + locked_}; }

 private:
  std::size_t size_;
  std::size_t locked_;
  std::size_t open_ = 0;
  std::size_t whole_ = 0;
  std::byte* memory_ = nullptr;
  std::byte* begin_ = nullptr;
};

// each_cut_text calls `check` with as much of each text as fits, for every size up to 300: between fences, filled up
// with one of `fills`.
template <class Check>
void each_cut_text(std::initializer_list<std::string_view> texts, std::string_view fills, const Check& check) {
  for (std::size_t size = 0; size <= 300; ++size) {
    const Fenced memory(size);
    for (const auto data : {memory.low(), memory.high()}) {
      for (const std::string_view text : texts) {
        for (const char fill : fills) {
          std::ranges::fill(data, static_cast<std::byte>(fill));
          std::ranges::copy(as_bytes(text.substr(0, std::min(text.size(), size))), data.begin());
          check(data);
        }
      }
    }
  }
}

}  // namespace hallmark::testing
