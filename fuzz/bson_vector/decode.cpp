// Fuzz target: the decoder of `bson-vector`. Beyond the invariants of every decoder: strict encoding is canonical, and
// every element of an accepted vector can be read.
#include <bit>

#include "codecs/bson_vector/rules.hpp"
#include "fuzz/encoding.hpp"
#include "hallmark/bson_vector.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::codec {
extern const Codec bson_vector;
}  // namespace hallmark::codec

namespace hallmark::fuzz {
namespace {

using bson_vector::VectorType;
using bson_vector::VectorView;

// digest reads the bits of every element, NaN payloads included.
std::uint64_t digest(const VectorView& vector) noexcept {
  std::uint64_t sum = 0;
  const auto fold = [&sum](std::uint64_t element) { sum = std::rotl(sum, 5) ^ element; };
  for (std::uint64_t i = 0; i < vector.elements(); ++i) {
    switch (vector.dtype) {
      case VectorType::int8: fold(static_cast<std::uint8_t>(element<std::int8_t>(vector.data, i))); break;
      case VectorType::float32: fold(std::bit_cast<std::uint32_t>(element<float>(vector.data, i))); break;
      case VectorType::packed_bit: fold(bit(vector, i) ? 1 : 0); break;
    }
  }
  return sum;
}

VectorView decoded(Bytes input, const Options& options) {
  Scratch none;
  const auto vector = bson_vector::decode(input, none, options);
  invariant(static_cast<bool>(vector), "an accepted vector is accepted without scratch");
  invariant(vector.verdict() == Verdict::valid, "an accepted vector is valid");
  const VectorView& view = *vector;
  invariant(view.data.size() + 2 == input.size(), "the data of a vector are all that follows its header");
  invariant(view.data.empty() || view.data.data() == input.data() + 2, "the data of a vector are not copied");
  return view;
}

Written write(const VectorView& view) {
  return written(bson_vector::encoded_size(view), 0, ShortMemory::left_alone,
                 [&](Scratch& none, std::span<std::byte> out) { return bson_vector::encode(view, none, out); });
}

// A strict vector is the only encoding of its elements.
void strict_invariants(Bytes input) {
  const VectorView view = decoded(input, {});
  const Written made = write(view);
  invariant(made.result && same_bytes(made.file.view(), input), "an accepted input is its own re-encoding");

  const Block shifted(input, 1);
  invariant(digest(decoded(shifted.view(), {})) == digest(view), "elements do not depend on alignment");
}

// A compat vector differs from a strict one only in its ignored bits.
void compat_invariants(Bytes input, bool strict) {
  Options compat;
  compat.profile = Profile::compat;
  const VectorView view = decoded(input, compat);
  const Encoded refused = write(view).result;
  invariant(static_cast<bool>(refused) == strict, "an encoder refuses what strict rejects");
  if (strict) return;
  invariant(refused.refusal.rule == &bson_vector::rule<"bson-vector/ignored-bits">,
            "compat tolerates ignored bits alone");

  Block cleared(view.data);
  auto& last = cleared.bytes().back();
  last &= static_cast<std::byte>(0xff << view.padding);
  VectorView canonical = view;
  canonical.data = cleared.view();
  const Written made = write(canonical);
  invariant(static_cast<bool>(made.result), "without ignored bits the vector is strict");
  invariant(digest(decoded(made.file.view(), {})) == digest(view), "ignored bits are no elements");
}

}  // namespace

void run_target(const Block& input) {
  const auto found = check_invariants(codec::bson_vector, input);
  const bool strict = found.strict.verdict == Verdict::valid;
  if (strict) strict_invariants(input.view());
  if (found.compat == Verdict::valid) compat_invariants(input.view(), strict);
  invariant(bson_vector::scratch_bound(input.view()) == 0, "a vector needs no scratch");
}

}  // namespace hallmark::fuzz
