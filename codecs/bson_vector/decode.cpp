#include "codecs/bson_vector/bson_vector.hpp"
#include "codecs/bson_vector/rules.hpp"

namespace hallmark::bson_vector {
namespace {

bool known(std::uint8_t dtype) noexcept {
  switch (static_cast<VectorType>(dtype)) {
    case VectorType::int8:
    case VectorType::packed_bit:
    case VectorType::float32: return true;
  }
  return false;
}

// The low `padding` bits of the last byte.
std::uint8_t ignored_bits(std::uint8_t last, std::uint8_t padding) noexcept {
  return static_cast<std::uint8_t>(last & ((1U << padding) - 1U));
}

// Padding and length are checked each on its own, so that a vector with both wrong is told of both.
void check_numbers(Reader& in, VectorType type, const Field<std::uint8_t>& padding, const Field<Bytes>& data) noexcept {
  in.require(padding == 0, rule::padding_not_applicable, padding, 0);
  if (type == VectorType::float32) {
    in.require(data.value.size() % 4 == 0, rule::float32_length, data.at, data.width(), data.name, data.width());
  }
}

void check_bits(Reader& in, const Field<std::uint8_t>& padding, const Field<Bytes>& data) noexcept {
  if (in.require(padding <= 7, rule::padding_range, padding) &&
      in.require(padding == 0 || !data.value.empty(), rule::padding_empty, padding, 0) && padding != 0 &&
      !data.value.empty()) {
    const auto last = std::to_integer<std::uint8_t>(data.value.back());
    in.require(ignored_bits(last, padding) == 0, rule::ignored_bits, data.at + data.width() - 1, 1, data.name, last,
               padding.value);
  }
}

}  // namespace

VectorView read_vector(Reader& in) noexcept {
  const std::uint64_t header = in.remaining();
  if (!in.require(header >= 2, rule::header_truncated, in.offset() + header, 0, "dtype", header, 2)) return {};
  const auto dtype = in.u8("dtype");
  const auto padding = in.u8("padding");
  const auto data = in.rest("data");
  if (!in.require(known(dtype), rule::dtype_unknown, dtype)) return {};
  const auto type = static_cast<VectorType>(dtype.value);
  if (type == VectorType::packed_bit) {
    check_bits(in, padding, data);
  } else {
    check_numbers(in, type, padding, data);
  }
  return {type, padding, data};
}

std::uint64_t scratch_bound(Bytes, const Options&) noexcept { return 0; }

Decoded<VectorView> decode(Bytes input, Scratch&, const Options& options) noexcept {
  Findings findings(options.profile);
  Reader in(input, findings, rule::header_truncated);
  const VectorView vector = read_vector(in);
  return in.verdict(vector);
}

Verdict validate(Bytes input, Scratch&, const Options& options, DiagnosticSink& sink) noexcept {
  Findings findings(options.profile, &sink);
  Reader in(input, findings, rule::header_truncated);
  (void)read_vector(in);
  return findings.verdict();
}

}  // namespace hallmark::bson_vector
