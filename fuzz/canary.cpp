// SPDX-License-Identifier: Apache-2.0
// The canary: a target with a planted bug, to test the set-up. An engine must find it within seconds, and the replay
// must crash on its input.
#include "fuzz/invariants.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HALLMARK_ADDRESS_SANITIZER
#elif __has_feature(memory_sanitizer)
#define HALLMARK_MEMORY_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HALLMARK_ADDRESS_SANITIZER
#endif

// The format: a magic, a length, that many bytes. The bug: the length is not checked.
void hallmark::fuzz::run_target(const Block& input) {
  const auto* const data = reinterpret_cast<const std::uint8_t*>(input.view().data());
  const std::size_t size = input.view().size();
  if (size < 5 || data[0] != 'B' || data[1] != 'I' || data[2] != 'R' || data[3] != 'D') return;
  const std::size_t declared = data[4];
  if (declared <= size - 5) return;
#ifdef HALLMARK_ADDRESS_SANITIZER
  // One byte too many: detected only because a Block ends where the input ends.
  const volatile std::uint8_t* beyond = data + size;
  (void)*beyond;
#elif defined(HALLMARK_MEMORY_SANITIZER)
  // A byte that nothing has written: detected only where a decision depends on it.
  const std::unique_ptr<std::uint8_t[]> unwritten(new std::uint8_t[size]);
  invariant(unwritten[declared % size] != 0, "the canary is alive");
#endif
  invariant(false, "the canary is alive");
}
