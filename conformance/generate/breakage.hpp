// SPDX-License-Identifier: Apache-2.0
// Breakage: what a golden vector breaks, to be put into other inputs.
#pragma once

#include "conformance/generate/pieces.hpp"

namespace hallmark::conformance {

class Breakage {
 public:
  // A golden vector, which must outlive this, and where it is broken.
  Breakage(const Codec& codec, const Input& golden, const Options& options, std::uint64_t offset);

  // put_into puts the fault into a valid input: at a field that is like the one that is broken, or beside it. What it
  // gives need not break the same rule: callers try again.
  [[nodiscard]] Input put_into(const Input& valid, const std::vector<Piece>& pieces, Choices& choices) const;
  // with_part_of puts a part of a valid input into the golden vector, where it has one of that kind.
  [[nodiscard]] Input with_part_of(const Input& valid, const std::vector<Piece>& pieces, Choices& choices) const;

 private:
  const Input& golden_;
  std::vector<Piece> pieces_;
  std::vector<Piece> around_;  // those that hold the fault
};

// changed gives an input with one byte changed to another of its class: a digit, a letter or any.
[[nodiscard]] Input changed(Input input, Choices& choices);

}  // namespace hallmark::conformance
