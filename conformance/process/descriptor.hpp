// SPDX-License-Identifier: Apache-2.0
// Descriptor: a file descriptor with one owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace hallmark::runner {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) noexcept : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() { close(); }

  [[nodiscard]] int number() const noexcept { return number_; }
  [[nodiscard]] bool open() const noexcept { return number_ >= 0; }
  void close() noexcept {
    if (open()) ::close(std::exchange(number_, -1));
  }

 private:
  int number_ = -1;
};

}  // namespace hallmark::runner
