// The canary: a target with a planted bug. An engine that does not find it within seconds finds nothing elsewhere
// either, and a replay that runs its crashing input without dying is no replay.
#include "fuzz/invariants.hpp"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HALLMARK_ADDRESS_SANITIZER
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HALLMARK_ADDRESS_SANITIZER
#endif

// The format: a magic, a length, that many bytes. The bug: the length is believed.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 5 || data[0] != 'B' || data[1] != 'I' || data[2] != 'R' || data[3] != 'D') return 0;
  const std::size_t declared = data[4];
  if (declared <= size - 5) return 0;
#ifdef HALLMARK_ADDRESS_SANITIZER
  // One byte beyond: seen only if the engine or the replay hands over exactly as many bytes as the input has.
  const volatile std::uint8_t* beyond = data + size;
  (void)*beyond;
#endif
  hallmark::fuzz::invariant(false, "the canary is alive");
  return 0;
}
