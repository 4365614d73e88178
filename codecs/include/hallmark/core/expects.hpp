// SPDX-License-Identifier: Apache-2.0
// expects: what a caller owes to a function.
#pragma once

namespace hallmark {

// expects stops a build without NDEBUG where a caller did not keep a condition: by a trap, for codecs print nothing.
constexpr void expects([[maybe_unused]] bool kept) noexcept {
#ifndef NDEBUG
  if (!kept) __builtin_trap();
#endif
}

}  // namespace hallmark
