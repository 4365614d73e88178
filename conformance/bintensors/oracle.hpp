// Oracle: the rulings on "BinTensors", written a second time and plainly: strings, maps and 128-bit sums. It says
// everything that validate must say, in order.
#pragma once

#include "conformance/tests/ruling.hpp"
#include "hallmark/bintensors.hpp"

namespace hallmark::bintensors::oracle {

using property::Fault;
using property::Ruling;

[[nodiscard]] Ruling ruling_on(Layout layout, Bytes file, const Options& options = {});

}  // namespace hallmark::bintensors::oracle
