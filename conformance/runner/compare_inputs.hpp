// SPDX-License-Identifier: Apache-2.0
// The inputs of a comparison: golden, generated and changed ones.
#pragma once

#include <vector>

#include "conformance/generate/maker.hpp"
#include "conformance/runner/protocol.hpp"

namespace hallmark::runner {

class CompareInputs {
 public:
  // Only inputs that both testees have the features for.
  CompareInputs(const conformance::Corpus& corpus, const conformance::Maker& maker, std::string format,
                std::uint64_t seed, const Capability& first, const Capability& second);

  // input gives input `number`, from 1: the golden vectors first, then in turn a valid one, one that breaks a rule, and
  // one of either with changed bytes. Nothing if it needs a feature that is missing.
  [[nodiscard]] std::optional<conformance::Vector> input(std::uint64_t number) const;
  // golden gives the id of the golden vector that input `number` is, "" if it is none.
  [[nodiscard]] std::string golden(std::uint64_t number) const;
  // like gives inputs that the reference judges by the same rule, or accepts if it is empty: golden and generated ones.
  [[nodiscard]] std::vector<conformance::Vector> like(std::string_view rule) const;

 private:
  [[nodiscard]] bool fits(const conformance::Vector& vector) const;
  [[nodiscard]] conformance::Vector changed(std::uint64_t number) const;

  const conformance::Maker& maker_;
  std::string format_;
  std::uint64_t seed_;
  const Capability& first_;
  const Capability& second_;
  std::vector<const conformance::Vector*> golden_;
};

}  // namespace hallmark::runner
