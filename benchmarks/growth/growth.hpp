// SPDX-License-Identifier: Apache-2.0
// Growth: what is counted at several sizes of its input.
#pragma once

#include "benchmarks/harness/sample.hpp"

namespace hallmark::benchmarks::growth {

// Subject makes inputs of one kind, of about any size.
struct Subject {
  const Codec* codec;
  std::string name;  // <format>/<kind>
  std::function<Sample(std::uint64_t size)> make;
};

// Case is work on an input of a size.
struct Case {
  std::string name;  // <operation>/<format>/<kind>
  std::function<Work(std::uint64_t size)> prepare;
};

// Growth is what is measured of the formats: inputs for their decoders, and the work of their encoders, with entries in
// random order where they sort.
struct Growth {
  std::vector<Subject> subjects;
  std::vector<Case> encoders;
};

// add_families adds what is hardest for the decoders: many names in random order or of equal beginnings, nesting,
// findings everywhere. That is in benchmarks/<family>/growth.cpp.
void add_families(Growth& all);

// readers puts what a codec can do to each subject: decode, validate, layout, contents.
[[nodiscard]] std::vector<Case> readers(const std::vector<Subject>& subjects);
// others has what the formats share: unique names that have one hash, statistics.
[[nodiscard]] std::vector<Case> others();

}  // namespace hallmark::benchmarks::growth
