// Fuzz target: the two forms of `futhark` compared. The values of an accepted stream, written as binary (with and
// without line feeds) and as text, are read back as the same values, and writing is idempotent. Only values that compat
// tolerates, and in text NaNs without a spelling, are not written.
#include "codecs/futhark/rules.hpp"
#include "fuzz/futhark/values.hpp"

namespace hallmark::fuzz {
namespace {

void forms(Bytes input, Profile profile) {
  Options options;
  options.profile = profile;
  const auto values = read(input, options);
  if (!values) return;
  for (const futhark::Style style :
       {futhark::Style{}, futhark::Style{Form::binary, true}, futhark::Style{Form::text}}) {
    Violation refused;
    const std::vector<std::byte> stream = written(*values, style, refused);
    if (refused.rule != nullptr) {
      const bool without_word = style.form == Form::text && refused.rule == &futhark::rule<"futhark/nan-text">;
      invariant(without_word || (profile == Profile::compat && refused.rule->compat),
                "an encoder refuses nothing but what compat tolerates and NaNs without a word");
      continue;
    }
    const Block copy(stream);
    const auto again = read(copy.view(), {});
    invariant(again.has_value(), "what was encoded is accepted");
    invariant(*again == *values, "what was encoded reads as the same values");
    invariant(written(*again, style, refused) == stream, "what was encoded is its own re-encoding");
  }
}

}  // namespace
}  // namespace hallmark::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  const fuzz::Block input(fuzz::bytes_of(data, size));
  fuzz::forms(input.view(), Profile::strict);
  fuzz::forms(input.view(), Profile::compat);
  return 0;
}
