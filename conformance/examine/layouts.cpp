#include "conformance/examine/layouts.hpp"

#include <algorithm>
#include <tuple>

#include "conformance/model/scratch_memory.hpp"

namespace hallmark::conformance {
namespace {

// Attempt is the position of the first error in one layout.
struct Attempt {
  bool accepts = false;
  bool invalid = false;  // because of that error: nothing outranks it that comes later
  unsigned phase = 0;
  std::uint64_t offset = 0;
};

// Choice is a reading, and whether all other layouts fail before the last phase.
struct Choice {
  Reading reading;
  bool others_fail_early = true;
};

// Inputs of this size are worth two looks, the first of which leaves large data out, in bytes.
constexpr std::size_t large = std::size_t{1} << 20;

class Nothing final : public Searcher {
 public:
  std::uint64_t first(Bytes, ByteSearch) const noexcept override { return UINT64_MAX; }
};

Attempt attempt(const Codec& codec, Bytes input, const Options& options, const Bounds& bounds) {
  const std::uint64_t needed = codec.scratch_bound(input, options);
  if (needed > bounds.max_alloc) return {};
  ScratchMemory memory;
  Scratch scratch = memory.of(needed);
  const Violation violation = codec.decode(input, scratch, options);
  if (violation.rule == nullptr) return {.accepts = true};
  return {.invalid = verdict_of(violation.rule->kind) == Verdict::invalid,
          .phase = codec.phase(*violation.rule),
          .offset = violation.offset};
}

unsigned last_phase(const Codec& codec) {
  unsigned last = 0;
  for (const Rule* rule : codec.rules) last = std::max(last, codec.phase(*rule));
  return last;
}

Choice choice(const Codec& found, Bytes input, const Options& options, const Bounds& bounds) {
  Choice made;
  Reading& reading = made.reading;
  Attempt best;
  for (const Codec* codec : all_codecs()) {
    if (codec->family != found.family) continue;
    const Attempt one = attempt(*codec, input, options, bounds);
    if (one.accepts && best.accepts) reading.alternative = reading.codec;
    if (!one.accepts && !(one.invalid && one.phase < last_phase(*codec))) made.others_fail_early = false;
    // Of equal attempts the later layout wins.
    if (reading.codec == nullptr ||
        std::tie(one.accepts, one.phase, one.offset) >= std::tie(best.accepts, best.phase, best.offset)) {
      reading.codec = codec;
      best = one;
    }
  }
  if (!best.accepts || reading.alternative != nullptr) made.others_fail_early = false;
  return made;
}

}  // namespace

Reading choose(const Codec& found, Bytes input, const Options& options, const Bounds& bounds) {
  if (found.phase == nullptr) return {&found, nullptr};
  Options strict = options;
  strict.profile = Profile::strict;
  if (input.size() >= large) {
    // Data are searched in the last phase. Where one layout alone gets that far, the walk that follows may search them.
    const Nothing nothing;
    Options without_data = strict;
    without_data.searcher = &nothing;
    const Choice quick = choice(found, input, without_data, bounds);
    if (quick.others_fail_early) return quick.reading;
  }
  return choice(found, input, strict, bounds).reading;
}

}  // namespace hallmark::conformance
