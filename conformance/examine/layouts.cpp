#include "conformance/examine/layouts.hpp"

#include <tuple>

#include "conformance/model/scratch_memory.hpp"

namespace hallmark::conformance {
namespace {

// Attempt is the position of the first error in one layout.
struct Attempt {
  bool accepts = false;
  unsigned phase = 0;
  std::uint64_t offset = 0;
};

Attempt attempt(const Codec& codec, hallmark::Input input, const Options& options, const Bounds& bounds) {
  const std::uint64_t needed = codec.scratch_bound(input, options);
  if (needed > bounds.max_alloc) return {};
  ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  const Violation violation = codec.decode(input, scratch, options);
  if (violation.rule == nullptr) return {.accepts = true};
  return {.phase = codec.phase(*violation.rule), .offset = violation.offset};
}

}  // namespace

Reading choose(const Codec& found, hallmark::Input input, const Options& options, const Bounds& bounds) {
  if (found.phase == nullptr) return {&found, nullptr};
  Options strict = options;
  strict.profile = Profile::strict;
  Reading reading;
  Attempt best;
  for (const Codec* codec : all_codecs()) {
    if (codec->family != found.family) continue;
    const Attempt one = attempt(*codec, input, strict, bounds);
    if (one.accepts && best.accepts) reading.alternative = reading.codec;
    // Of equal attempts the later layout wins.
    if (reading.codec == nullptr ||
        std::tie(one.accepts, one.phase, one.offset) >= std::tie(best.accepts, best.phase, best.offset)) {
      reading.codec = codec;
      best = one;
    }
  }
  return reading;
}

}  // namespace hallmark::conformance
