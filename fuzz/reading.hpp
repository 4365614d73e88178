// Reading: reads every byte of a view, and checks that it is inside the input.
#pragma once

#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

class Reading {
 public:
  explicit Reading(Bytes input) noexcept : input_(input) {}

  // The sum keeps the compiler from removing the loads.
  void bytes(Bytes view) noexcept {
    const auto address = [](const std::byte* at) { return reinterpret_cast<std::uintptr_t>(at); };
    invariant(view.empty() || (address(view.data()) >= address(input_.data()) &&
                               address(view.data() + view.size()) <= address(input_.data() + input_.size())),
              "views are not copies");
    for (const std::byte b : view) sum_ = sum_ + std::to_integer<unsigned>(b);
  }

 private:
  Bytes input_;
  volatile std::uint64_t sum_ = 0;
};

}  // namespace hallmark::fuzz
