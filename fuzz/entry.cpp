// SPDX-License-Identifier: Apache-2.0
// Where an engine, or the replay, hands an input to a target.
#include "fuzz/invariants.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hallmark::fuzz::run_target(hallmark::fuzz::Block(hallmark::fuzz::bytes_of(data, size)));
  return 0;
}
