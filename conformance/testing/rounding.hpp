// SPDX-License-Identifier: Apache-2.0
// Rounding modes of the host, for tests of what must not depend on them.
#pragma once

#include <cfenv>
#include <string>

#include "conformance/testing/catch.hpp"

namespace hallmark::testing {

// Rounding sets a mode for as long as it lives.
class Rounding {
 public:
  explicit Rounding(int mode) : before_(std::fegetround()), set_(std::fesetround(mode) == 0) {}
  ~Rounding() { std::fesetround(before_); }
  Rounding(const Rounding&) = delete;
  Rounding& operator=(const Rounding&) = delete;
  // set is false where the host has no such mode.
  [[nodiscard]] bool set() const { return set_; }

 private:
  int before_;
  bool set_;
};

// differences makes a list under every mode, and says in which an item differs from what it is to nearest; "" where
// none does. The mode is that of the host only inside `make`.
template <class Make>
std::string differences(const Make& make) {
  const auto under = [&make](int mode) {
    const Rounding rounding(mode);
    return rounding.set() ? make() : decltype(make()){};
  };
  const auto expected = under(FE_TONEAREST);
  REQUIRE(!expected.empty());
  for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    const auto found = under(mode);
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i] != expected[i]) return "mode " + std::to_string(mode) + ", item " + std::to_string(i);
    }
  }
  return "";
}

}  // namespace hallmark::testing
