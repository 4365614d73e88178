// SPDX-License-Identifier: Apache-2.0
// Takes the place of codecs/core/processor.cpp in the benchmarks: what the gate counts must not depend on the
// processor.
#include "codecs/core/processor.hpp"

namespace hallmark {
namespace {

bool portable = false;

}  // namespace

namespace benchmarks {

void use_portable_code() { portable = true; }

}  // namespace benchmarks

bool uses_vectors() noexcept { return !portable && processor_has_vectors(); }

}  // namespace hallmark
