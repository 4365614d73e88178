// examine: run a codec over an input and put its findings in words.
#pragma once

#include <vector>

#include "hallmark/core/codec.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::conformance {

// Bounds of one examination. max_alloc bounds the scratch memory; an input that needs more is `limited`.
struct Bounds {
  std::uint64_t max_errors = 20;
  std::uint64_t max_alloc = std::uint64_t{1} << 30;
};

struct Examination {
  Verdict verdict = Verdict::valid;
  std::vector<reports::Diagnostic> diagnostics;  // in the order the walk found them
  std::uint64_t scratch = 0;                     // bytes of working memory used
  bool more = false;                             // errors were found beyond max_errors
  bool more_remarks = false;                     // so were warnings or notes, of which as many are kept
};

[[nodiscard]] Examination examine(const Codec& codec, Bytes input, const Options& options, const Bounds& bounds = {});

// decisive gives the diagnostic of the decoder's error, or nullptr when the verdict is valid: the first error of the
// kind that gives the verdict.
[[nodiscard]] const reports::Diagnostic* decisive(const Examination& examination, const Codec& codec);

}  // namespace hallmark::conformance
