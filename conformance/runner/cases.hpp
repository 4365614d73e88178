// SPDX-License-Identifier: Apache-2.0
// Cases: the vectors that a plan asks of a testee, each as a test of one operation.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "conformance/runner/conform.hpp"

namespace hallmark::runner {

// Case is one vector as a test of one operation. A case with a preset answer is not put to the testee.
struct Case {
  const conformance::Vector* vector = nullptr;
  conformance::Operation operation = conformance::Operation::decode;
  bool verdict_only = false;
  std::optional<conformance::Answer> preset;
  reports::VectorResult result;
  bool valueless = false;  // accepted without a value
  std::chrono::microseconds taken{0};
  std::uint64_t peak = 0;
};

// answer_of makes an answer that no testee gave.
[[nodiscard]] conformance::Answer answer_of(conformance::Answer::Kind kind, std::string message);

// missing_feature gives a feature that a vector needs and a testee lacks.
[[nodiscard]] std::optional<std::string> missing_feature(const conformance::Vector& vector,
                                                         const Capability& capability);

// select_cases gives the cases of what the testee offers, in the order of format, operation and id. Vectors that need
// a feature it lacks are unsupported, and those that the plan does not select skipped.
[[nodiscard]] std::vector<Case> select_cases(const conformance::Corpus& corpus,
                                             const std::vector<conformance::VectorFile>& generated, const Plan& plan,
                                             const Hello& hello);

// generated_files makes, for each format that the testee offers, as many vectors as the plan wants of those that the
// testee has the features for, and those that --run names by their id.
[[nodiscard]] std::vector<conformance::VectorFile> generated_files(const conformance::Corpus& corpus, const Plan& plan,
                                                                   const Hello& hello);

}  // namespace hallmark::runner
