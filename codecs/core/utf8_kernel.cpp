#include "core/utf8_kernels.hpp"

namespace hallmark {

const Utf8Kernel& utf8_kernel() noexcept { return fastest_utf8_kernel(); }

}  // namespace hallmark
