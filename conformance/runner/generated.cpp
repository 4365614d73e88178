#include "conformance/runner/generated.hpp"

#include <algorithm>

#include "conformance/generate/maker.hpp"
#include "conformance/runner/cases.hpp"
#include "conformance/runner/list.hpp"

namespace hallmark::runner {
namespace {

using conformance::Maker;
using conformance::Recipe;
using conformance::Vector;

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
