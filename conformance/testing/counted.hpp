// SPDX-License-Identifier: Apache-2.0
// Millions of cases: counted, and asserted once, for an assertion of Catch costs microseconds.
#pragma once

#include <cstdint>
#include <string>

#include "conformance/testing/catch.hpp"

namespace hallmark::testing {

class Counted {
 public:
  // check counts a case; `describe` is called for the first that is wrong.
  template <class Describe>
  void check(bool right, const Describe& describe) {
    ++cases_;
    if (right) [[likely]]
      return;
    if (wrong_++ == 0) first_ = describe();
  }
  // close demands that there were `cases` cases, so that a loop that runs over nothing is noticed.
  void close(std::uint64_t cases) const {
    INFO(first_);
    CHECK(wrong_ == 0);
    CHECK(cases_ == cases);
  }

 private:
  std::uint64_t cases_ = 0;
  std::uint64_t wrong_ = 0;
  std::string first_;
};

}  // namespace hallmark::testing
