// SPDX-License-Identifier: Apache-2.0
#include "conformance/runner/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "conformance/generate/maker.hpp"
#include "conformance/runner/glob.hpp"

namespace hallmark::runner {
namespace {

using conformance::Answer;
using conformance::Maker;
using conformance::Operation;
using conformance::Recipe;
using conformance::Vector;

std::optional<Case> case_of(const Vector& vector, Operation operation, const Plan& plan, const Hello& hello) {
  const bool wanted = (plan.formats.empty() || contains(plan.formats, vector.format)) &&
                      (!plan.operation || *plan.operation == operation) && conformance::offers(vector, operation);
  // What the testee does not offer is neither run nor counted.
  const Capability* capability = wanted ? hello.offers(vector.format, operation) : nullptr;
  if (capability == nullptr) return std::nullopt;
  Case test;
  test.vector = &vector;
  test.operation = operation;
  if (const auto feature = missing_feature(vector, *capability)) {
    test.preset = answer_of(Answer::Kind::unsupported, fmt::format("feature {} is not offered", *feature));
  }
  test.verdict_only = capability->has("verdict-only");
  const bool selected = plan.run.empty() || any_glob_matches(plan.run, vector.id);
  if (!selected || any_glob_matches(plan.skip, vector.id)) test.preset = answer_of(Answer::Kind::skipped, "");
  return test;
}

// With --run, formats and operations without a selected vector are left out.
void drop_unselected(std::vector<Case>& cases, const Plan& plan) {
  if (plan.run.empty() || !plan.formats.empty()) return;
  std::set<std::pair<std::string_view, Operation>> selected;
  for (const Case& test : cases) {
    if (any_glob_matches(plan.run, test.vector->id)) selected.emplace(test.vector->format, test.operation);
  }
  std::erase_if(cases, [&](const Case& test) { return !selected.contains({test.vector->format, test.operation}); });
}

// Where a testee lacks features, numbers of the sequence are left out, but not without end.
constexpr std::uint64_t most_left_out = 8;

const Capability* capability_of(const Hello& hello, std::string_view format) {
  const auto found = std::ranges::find(hello.capabilities, format, &Capability::format);
  return found == hello.capabilities.end() ? nullptr : &*found;
}

std::vector<Vector> sequence(const Maker& maker, const Capability& capability, const Plan& plan) {
  std::vector<Vector> vectors;
  vectors.reserve(plan.generated);
  for (std::uint64_t number = 1; vectors.size() < plan.generated; ++number) {
    if (number > most_left_out * plan.generated) break;
    auto vector = maker.made(maker.mixed(capability.format, plan.seed, number));
    if (vector && !missing_feature(*vector, capability)) vectors.push_back(std::move(*vector));
  }
  return vectors;
}

}  // namespace

std::optional<std::string> missing_feature(const Vector& vector, const Capability& capability) {
  if (vector.options.profile == Profile::compat && !capability.has("compat")) return "compat";
  for (const std::string& feature : vector.features) {
    if (!capability.has(feature)) return feature;
  }
  return std::nullopt;
}

Answer answer_of(Answer::Kind kind, std::string message) {
  Answer answer;
  answer.kind = kind;
  answer.message = std::move(message);
  return answer;
}

std::vector<Case> select_cases(const conformance::Corpus& corpus, const std::vector<conformance::VectorFile>& generated,
                               const Plan& plan, const Hello& hello) {
  std::vector<Case> cases;
  for (const auto* files : {&corpus.files, &generated}) {
    for (const conformance::VectorFile& file : *files) {
      for (const Vector& vector : file.vectors) {
        for (const Operation operation : {Operation::decode, Operation::encode}) {
          if (auto one = case_of(vector, operation, plan, hello)) cases.push_back(std::move(*one));
        }
      }
    }
  }
  std::ranges::sort(cases, {}, [](const Case& one) {
    return std::tuple<std::string_view, std::string_view, std::string_view>(
        one.vector->format, conformance::to_string(one.operation), one.vector->id);
  });
  drop_unselected(cases, plan);
  return cases;
}

std::vector<conformance::VectorFile> generated_files(const conformance::Corpus& corpus, const Plan& plan,
                                                     const Hello& hello) {
  std::vector<Recipe> named;
  for (const std::string& glob : plan.run) {
    if (const auto recipe = conformance::recipe_named(glob)) named.push_back(*recipe);
  }
  std::vector<conformance::VectorFile> files;
  if (plan.generated == 0 && named.empty()) return files;
  const Maker maker(corpus);
  for (const conformance::Generator* generator : conformance::all_generators()) {
    const std::string format(generator->format);
    const Capability* capability = capability_of(hello, format);
    if (capability == nullptr || (!plan.formats.empty() && !contains(plan.formats, format))) continue;
    std::vector<Vector> vectors = sequence(maker, *capability, plan);
    for (const Recipe& recipe : named) {
      if (recipe.format != format || std::ranges::find(vectors, recipe.id(), &Vector::id) != vectors.end()) continue;
      if (auto vector = maker.made(recipe)) vectors.push_back(std::move(*vector));
    }
    if (!vectors.empty()) files.push_back(maker.file_of(format, std::move(vectors)));
  }
  return files;
}

}  // namespace hallmark::runner
