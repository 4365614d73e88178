// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/compare_inputs.hpp"

#include <fmt/format.h>

#include "conformance/generate/mutate.hpp"
#include "conformance/generate/noise.hpp"
#include "conformance/runner/cases.hpp"

namespace hallmark::runner {
namespace {

using conformance::Recipe;
using conformance::Vector;

constexpr std::uint64_t largest_golden = std::uint64_t{64} << 10;  // bytes
constexpr std::uint64_t alike = 40;                                // generated inputs for one rule

}  // namespace

CompareInputs::CompareInputs(const conformance::Corpus& corpus, const conformance::Maker& maker, std::string format,
                             std::uint64_t seed, const Capability& first, const Capability& second)
    : maker_(maker), format_(std::move(format)), seed_(seed), first_(first), second_(second) {
  for (const conformance::VectorFile& file : corpus.files) {
    if (file.format != format_) continue;
    for (const Vector& vector : file.vectors) {
      const bool input = vector.operation == conformance::Operation::decode;
      if (input && fits(vector) && vector.bytes().size() <= largest_golden) golden_.push_back(&vector);
    }
  }
}

bool CompareInputs::fits(const Vector& vector) const {
  return !missing_feature(vector, first_) && !missing_feature(vector, second_);
}

Vector CompareInputs::changed(std::uint64_t number) const {
  const std::vector<std::uint8_t> tape = conformance::tape_of(conformance::seed_of(format_, seed_, number), 256);
  conformance::Choices choices(tape);
  Vector vector;
  if (golden_.empty() || choices.below(2) == 0) {
    vector = *maker_.made(maker_.mixed(format_, seed_, number / 3));
  } else {
    vector = *golden_[choices.below(golden_.size())];
  }
  conformance::Input input = conformance::input_of(vector);
  const std::size_t before = input.bytes.size();
  input.bytes = conformance::mutated(input.bytes, choices);
  // What is inserted or erased lies in the JSON more often than not.
  if (input.header_length && choices.below(4) != 0) {
    const std::uint64_t grown = *input.header_length + input.bytes.size();
    input.header_length = grown < before ? 0 : grown - before;
  }
  set_input(vector, std::move(input));
  vector.derived_from.reset();
  vector.flags.clear();
  return vector;
}

std::optional<Vector> CompareInputs::input(std::uint64_t number) const {
  std::optional<Vector> vector;
  if (number <= golden_.size()) {
    vector = *golden_[number - 1];
    vector->derived_from = vector->id;
  } else if (number % 3 == 0) {
    vector = changed(number);
  } else {
    // Two of three numbers, so that each is a place of the mixed sequence of its own.
    vector = maker_.made(maker_.mixed(format_, seed_, number / 3 * 2 + number % 3));
  }
  if (!vector || !fits(*vector)) return std::nullopt;
  vector->id = fmt::format("{}/compared/{}-{}", format_, seed_, number);
  return vector;
}

std::string CompareInputs::golden(std::uint64_t number) const {
  return number <= golden_.size() ? golden_[number - 1]->id : "";
}

std::vector<Vector> CompareInputs::like(std::string_view rule) const {
  std::vector<Vector> inputs;
  for (const Vector* golden : golden_) {
    if ((golden->error ? std::string_view(golden->error->rule) : std::string_view()) == rule) inputs.push_back(*golden);
  }
  Recipe recipe{format_, rule.empty() ? "valid" : conformance::breaking(rule), seed_, 1};
  for (; recipe.number <= alike; ++recipe.number) {
    if (auto vector = maker_.made(recipe); vector && fits(*vector)) inputs.push_back(std::move(*vector));
  }
  return inputs;
}

}  // namespace hallmark::runner
