// Takes the place of codecs/core/utf8_kernel.cpp in the benchmarks: what the gate counts must not depend on the
// processor.
#include "codecs/core/utf8_kernels.hpp"

namespace hallmark {
namespace {

bool portable = false;

}  // namespace

namespace benchmarks {

void use_portable_text_kernel() { portable = true; }

}  // namespace benchmarks

const Utf8Kernel& utf8_kernel() noexcept { return portable ? utf8_kernels().back() : fastest_utf8_kernel(); }

}  // namespace hallmark
