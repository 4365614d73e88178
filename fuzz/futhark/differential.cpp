// Fuzz target: the two forms of `futhark` compared. The values of an accepted stream, written as binary (with and
// without line feeds) and as text, are read back as the same values, and writing is idempotent. Only values that compat
// tolerates, and in text NaNs without a spelling, are not written.
#include "codecs/futhark/rules.hpp"
#include "fuzz/futhark/streams.hpp"

namespace hallmark::fuzz {
namespace {

void forms(Bytes input, Profile profile) {
  Options options;
  options.profile = profile;
  const auto values = read(input, options);
  if (!values) return;
  for (const futhark::Style style :
       {futhark::Style{}, futhark::Style{Form::binary, true}, futhark::Style{Form::text}}) {
    const auto in_style = [&style](const futhark::OwnedValues& all) { return write(all, style); };
    if (style.form == Form::text && in_style(*values).result.refusal.rule == &futhark::rule<"futhark/nan-text">)
      continue;
    (void)check_encoding(*values, *values, profile, read, in_style);
  }
}

}  // namespace

void run_target(const Block& input) {
  forms(input.view(), Profile::strict);
  forms(input.view(), Profile::compat);
}

}  // namespace hallmark::fuzz
