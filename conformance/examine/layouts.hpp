// Layouts: which layout of a family an input is in, where only trying can tell. Contract, section 1.
#pragma once

#include "conformance/examine/examine.hpp"

namespace hallmark::conformance {

// Reading is the layout that an input is judged by, and another one that accepts it too.
struct Reading {
  const Codec* codec = nullptr;
  const Codec* alternative = nullptr;
};

// choose tries the layouts of `found` and its family by their strict readings, whatever the profile: the one that
// accepts, the latest where several do, else the one that comes furthest. A family with one layout is not tried.
[[nodiscard]] Reading choose(const Codec& found, Bytes input, const Options& options, const Bounds& bounds);

}  // namespace hallmark::conformance
