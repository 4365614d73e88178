// SPDX-License-Identifier: Apache-2.0
#include "core/processor.hpp"

namespace hallmark {

bool uses_vectors() noexcept { return processor_has_vectors(); }

}  // namespace hallmark
