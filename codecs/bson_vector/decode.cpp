// SPDX-License-Identifier: Apache-2.0
#include "bson_vector/payload.hpp"
#include "hallmark/bson_vector.hpp"

namespace hallmark::bson_vector {

std::uint64_t scratch_bound(LastingBytes, const Options&) noexcept { return 0; }

Decoded<VectorView> decode(LastingBytes input, Scratch&, const Options& options) noexcept {
  Findings findings(options.profile);
  Reader in(input, findings, rule<"bson-vector/header-truncated">);
  const VectorView vector = read_vector(in);
  return in.verdict<VectorView>(vector.dtype, vector.padding, vector.data);
}

Verdict validate(LastingBytes input, Scratch&, const Options& options, DiagnosticSink& sink) noexcept {
  Findings findings(options.profile, &sink);
  Reader in(input, findings, rule<"bson-vector/header-truncated">);
  (void)read_vector(in);
  return findings.verdict();
}

}  // namespace hallmark::bson_vector
