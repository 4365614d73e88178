// SPDX-License-Identifier: Apache-2.0
// examine: runs a codec over an input and collects diagnostics.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "hallmark/core/codec.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::conformance {

// What a user may choose at most: findings are held in memory until their input is reported.
inline constexpr std::uint64_t most_errors = 10'000;

// Bounds of one examination. An input that needs more scratch memory than max_alloc is `limited`.
struct Bounds {
  std::uint64_t max_errors = 20;
  std::uint64_t max_alloc = std::uint64_t{1} << 30;
  bool count = false;  // keep the first finding of each rule, and in its `times` how many there are
  bool data = false;   // read the tensors, too, and warn of what no format forbids (data.hpp)
  std::span<const Rule* const> warned = {};  // errors of these rules are warnings; they must outlive the examination
};

struct Examination {
  Verdict verdict = Verdict::valid;
  std::vector<reports::Diagnostic> diagnostics;  // in the order the walk found them
  std::uint64_t scratch = 0;                     // bytes of scratch memory used
  std::int64_t more = 0;                         // findings beyond max_errors; -1: at least one
};

using Names = std::set<std::string>;  // of the members of an archive

// Surroundings are what an input is judged with where its format demands that.
struct Surroundings {
  std::string path;    // of the file, which others may lie beside; empty: there are none
  std::string member;  // name of a member of an archive, and those before it
  const Names* before = nullptr;
};

[[nodiscard]] Examination examine(const Codec& codec, hallmark::Input input, const Options& options,
                                  const Bounds& bounds = {}, const Surroundings& around = {});

// decisive returns the error that decode would report: the first one of the kind that gives the verdict. Null if the
// verdict is valid.
[[nodiscard]] const reports::Diagnostic* decisive(const Examination& examination, const Codec& codec);

}  // namespace hallmark::conformance
