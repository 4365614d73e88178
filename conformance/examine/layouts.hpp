// Chooses between the layouts of a family that only decoding can distinguish.
#pragma once

#include "conformance/examine/examine.hpp"

namespace hallmark::conformance {

// Reading is the layout chosen for an input, and another one that accepts it too.
struct Reading {
  const Codec* codec = nullptr;
  const Codec* alternative = nullptr;
};

// choose decodes the input in every layout of the family of `found`, with the strict profile: it returns the layout
// that accepts, the latest if several do, else the one whose first error comes last. A family with one layout is not
// decoded.
[[nodiscard]] Reading choose(const Codec& found, hallmark::Input input, const Options& options, const Bounds& bounds);

}  // namespace hallmark::conformance
