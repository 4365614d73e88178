// SPDX-License-Identifier: Apache-2.0
// What some processors have and others have not: vectors of 32 bytes with tables of 16 (x86 with AVX2), or such of 16
// (every 64-bit ARM). Code for them gives what the code for all processors gives, only sooner.
//
// A function that is written with HALLMARK_VECTORS is compiled for them; it is called where uses_vectors says so. Where
// the macro is not defined there is no such processor.
#pragma once

#if defined(__x86_64__) || defined(__i386__)
#define HALLMARK_VECTORS [[gnu::target("avx2")]]
#elif defined(__aarch64__) && defined(__ARM_NEON)
#define HALLMARK_VECTORS
#endif

namespace hallmark {

// processor_has_vectors asks the runtime of the compiler, which has asked the processor: one load, one test.
[[nodiscard]] inline bool processor_has_vectors() noexcept {
#if !defined(HALLMARK_VECTORS)
  return false;
#elif defined(__aarch64__)
  return true;
#else
  return __builtin_cpu_supports("avx2") != 0;
#endif
}

// uses_vectors is the choice of this program, which the processor allows. It has a file of its own, in whose place the
// benchmarks link another.
[[nodiscard]] bool uses_vectors() noexcept;

}  // namespace hallmark
