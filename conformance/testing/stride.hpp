// SPDX-License-Identifier: Apache-2.0
// stride: a loop of a test over very many inputs takes one in so many of them, in quick runs and where the machine is
// emulated.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>

namespace hallmark::testing {

// stride is HALLMARK_TEST_STRIDE, which a preset sets; 1, that is all inputs, without it.
[[nodiscard]] inline std::size_t stride() {
  static const std::size_t value = [] {
    const char* given = std::getenv("HALLMARK_TEST_STRIDE");
    return given == nullptr ? std::size_t{1} : std::size_t{std::stoul(given)};
  }();
  return value;
}

// Every is asked once for each input and says which are taken.
class Every {
 public:
  [[nodiscard]] bool taken() { return asked_++ % stride() == 0; }

 private:
  std::size_t asked_ = 0;
};

}  // namespace hallmark::testing
