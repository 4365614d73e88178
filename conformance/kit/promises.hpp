// Promises: what every codec promises about any input at all, whatever its format. Properties check them on chosen
// inputs, fuzz targets on any.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "codecs/core/codec.hpp"

namespace hallmark::kit {

// Finding is one report of a validation.
struct Finding {
  const Rule* rule = nullptr;
  Severity severity = Severity::error;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
  std::string path;

  [[nodiscard]] bool operator==(const Finding&) const = default;
};

// Judgement is what decode and validate say about one input.
struct Judgement {
  Violation decoded;                 // of decode; null rule: valid
  Verdict verdict = Verdict::valid;  // of validate
  std::vector<Finding> findings;     // of validate, notes and warnings included
};

// judge runs both in scratch of exactly scratch_bound bytes, allocated anew so that a sanitizer sees the byte behind.
[[nodiscard]] Judgement judge(const Codec& codec, Bytes input, const Options& options);

// broken_promise describes the first promise that the codec breaks on this input:
// - decode and validate agree in verdict, and in rule, offset and length of the decisive error
// - every rule reported is one of a format's, every place reported lies inside the input
// - a sink that has seen enough at once changes no verdict
// - the result does not depend on the address of the input
// - what the strict profile accepts, the compat profile accepts
// - the layout of a valid input names every byte once, in order
[[nodiscard]] std::optional<std::string> broken_promise(const Codec& codec, Bytes input, const Options& options = {});

}  // namespace hallmark::kit
