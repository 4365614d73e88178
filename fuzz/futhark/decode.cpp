// SPDX-License-Identifier: Apache-2.0
// Fuzz target: the decoder and the encoder of `futhark`. Beyond the invariants of every decoder: every element of every
// value of an accepted stream can be read in exactly the memory that is asked for, and is what contents show; and the
// values, written in every form, are read as the same values again. Only values that compat tolerates, and in text NaNs
// without a word, are not written.
#include "conformance/futhark/generate.hpp"
#include "fuzz/encoding.hpp"
#include "fuzz/parts.hpp"

namespace hallmark::codec {
extern const Codec futhark;
}  // namespace hallmark::codec

namespace hallmark::fuzz {
namespace {

void check_values(Bytes input, const Options& options) {
  const auto values = futhark::read(input, options);
  invariant(values.has_value(), "an accepted stream is accepted again");
  Parts expected({});
  const futhark::Borrowed borrowed(*values);
  for (const TensorView& value : borrowed.view()) expected.tensor(value);
  invariant(parts_of(codec::futhark, input, options) == expected.parts,
            "contents show what can be read, and all of it");
  for (const futhark::Style style : {futhark::Style{}, {Form::binary, true}, {Form::text}}) {
    if (style.form == Form::text && !std::ranges::all_of(*values, futhark::has_text)) continue;
    (void)check_encoding(*values, *values, options.profile, futhark::read, [&style](const futhark::OwnedValues& all) {
      const futhark::Borrowed own(all);
      const futhark::ValueList list{own.view(), style};
      return written(futhark::encoded_size(list), 0, ShortMemory::written_to,
                     [&list](Scratch& none, std::span<std::byte> out) { return futhark::encode(list, none, out); });
    });
  }
}

}  // namespace

void run_target(const Block& input) {
  const auto found = check_invariants(codec::futhark, input);
  where_accepted(found, [&](const Options& options) { check_values(input.view(), options); });
}

}  // namespace hallmark::fuzz
