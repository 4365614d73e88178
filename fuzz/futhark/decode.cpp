// Fuzz target: the decoder of `futhark`. Beyond the invariants of every decoder: scratch is constant, every element of
// every value of an accepted stream can be read in exactly the memory that is asked for, and what is shown of a stream
// is what can be read of it.
#include "fuzz/futhark/streams.hpp"
#include "fuzz/parts.hpp"

namespace hallmark::codec {
extern const Codec futhark;
}  // namespace hallmark::codec

namespace hallmark::fuzz {
namespace {

void accepted_invariants(Bytes input, const Options& options) {
  const auto values = read(input, options);
  invariant(values.has_value(), "an accepted stream is accepted again");
  for (const futhark::OwnedValue& value : *values) {
    if (options.profile == Profile::compat || value.dtype != DType::boolean) continue;
    for (const std::byte b : value.data) invariant(b <= std::byte{1}, "elements of bool are 0 or 1");
  }
  Parts expected({});
  const futhark::Borrowed borrowed(*values);
  for (const TensorView& value : borrowed.view()) expected.tensor(value);
  invariant(parts_of(codec::futhark, input, options) == expected.parts,
            "contents show what can be read, and all of it");
}

// In less scratch than the values need, reading ends early.
void cramped_invariants(Bytes input) {
  const std::uint64_t bound = futhark::scratch_bound(input);
  invariant(bound <= 16 * std::min<std::uint64_t>(futhark::default_max_rank, input.size()), "scratch is constant");
  Block whole(static_cast<std::size_t>(bound), 0x5a);
  Scratch enough(whole.bytes());
  const auto stream = futhark::decode(input, enough);
  if (!stream) return;
  for (const std::uint64_t given : {std::uint64_t{0}, bound / 2, bound - bound / 4}) {
    Block memory(static_cast<std::size_t>(given), 0x5a);
    futhark::Values values(*stream, Scratch(memory.bytes()));
    for (futhark::ValueView value; values.next(value);) {
      check_value(value, input, memory.view());
      (void)futhark::owned(value);
    }
  }
}

}  // namespace

void run_target(const Block& input) {
  const auto found = check_invariants(codec::futhark, input);
  cramped_invariants(input.view());
  where_accepted(found, [&](const Options& options) { accepted_invariants(input.view(), options); });
}

}  // namespace hallmark::fuzz
