// SPDX-License-Identifier: Apache-2.0
// Kernels: the ways to check long text. All give the same answer; they differ in what processor they need.
#pragma once

#include <span>

#include "core/utf8.hpp"

namespace hallmark {

// Bytes after the first of a sequence.
inline constexpr std::size_t most_following = 3;
// What is shorter never reaches a kernel: one vector, and before it what its first byte may continue.
inline constexpr std::size_t least_for_utf8_kernel = 32 + most_following;

// Utf8Kernel looks for the place of an error, not for the error itself.
struct Utf8Kernel {
  const char* name;
  bool (*runs_here)() noexcept;
  // skip_valid gives a place before which no sequence of `text` is wrong, but perhaps the last of them, which reaches
  // over that place. It is the end, or an error is not far after. The text has at least least_for_utf8_kernel bytes.
  std::size_t (*skip_valid)(const std::byte* text, std::size_t size) noexcept;
};

// utf8_kernels gives the kernels that this build has, the fastest first. The last, "portable", runs everywhere.
[[nodiscard]] std::span<const Utf8Kernel> utf8_kernels() noexcept;

// utf8_kernel gives the one that find_invalid_utf8 uses: the first where uses_vectors says so.
[[nodiscard]] const Utf8Kernel& utf8_kernel() noexcept;

// find_invalid_utf8_with is find_invalid_utf8 by a kernel that the caller chooses.
[[nodiscard]] std::uint64_t find_invalid_utf8_with(const Utf8Kernel& kernel, Bytes text) noexcept;

}  // namespace hallmark
