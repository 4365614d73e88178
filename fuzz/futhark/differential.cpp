// Fuzz target: the two forms of `futhark` compared. The values of an accepted stream, written as binary (with and
// without line feeds) and as text, are read back as the same values, and writing is idempotent. So are the values that
// the input draws as a tape of choices. Only values that compat tolerates, and in text NaNs without a spelling, are not
// written.
#include "codecs/futhark/rules.hpp"
#include "fuzz/futhark/streams.hpp"

namespace hallmark::fuzz {
namespace {

constexpr futhark::Style styles[] = {{}, {Form::binary, true}, {Form::text}};

void forms(Bytes input, Profile profile) {
  Options options;
  options.profile = profile;
  const auto values = read(input, options);
  if (!values) return;
  for (const futhark::Style& style : styles) {
    const auto in_style = [&style](const futhark::OwnedValues& all) { return write(all, style); };
    if (style.form == Form::text && in_style(*values).result.refusal.rule == &futhark::rule<"futhark/nan-text">)
      continue;
    (void)check_encoding(*values, *values, profile, read, in_style);
  }
}

void drawn(Bytes tape) {
  conformance::Choices choices({reinterpret_cast<const std::uint8_t*>(tape.data()), tape.size()});
  const futhark::OwnedValues values = futhark::any_values(choices, 4);
  for (const futhark::Style& style : styles) {
    const bool can = style.form == Form::binary || std::ranges::all_of(values, futhark::has_text);
    const Written made = write(values, style);
    invariant(static_cast<bool>(made.result) == can, "values are written in every form that has words for them");
    invariant(!can || read(made.file.view(), {}) == values, "what was written is read as the values that were drawn");
  }
}

}  // namespace

void run_target(const Block& input) {
  forms(input.view(), Profile::strict);
  forms(input.view(), Profile::compat);
  drawn(input.view());
}

}  // namespace hallmark::fuzz
