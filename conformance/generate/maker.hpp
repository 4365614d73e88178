// SPDX-License-Identifier: Apache-2.0
// Recipe: the name of a generated input, from which it is made again; Maker: generated inputs as vectors, with what
// must come of them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/examine/examine.hpp"
#include "conformance/generate/generator.hpp"
#include "conformance/suite/vector.hpp"

namespace hallmark::conformance {

// A recipe means the same bytes on every machine, in one version of Hallmark and of the corpus.
struct Recipe {
  std::string format;
  std::string what = "valid";  // or "size-4096", or the id of the rule that is broken, with - for /
  std::uint64_t seed = 1;
  std::uint64_t number = 1;

  // id gives "<format>/generated/<what>-<seed>-<number>", as the vector is called.
  [[nodiscard]] std::string id() const;
  // size gives the bytes of "size-4096".
  [[nodiscard]] std::optional<std::uint64_t> size() const;
};

// seed_of gives the seed of the bytes that a recipe means; of a broken input, at an attempt to break it.
[[nodiscard]] std::uint64_t seed_of(const Recipe& recipe, std::uint64_t attempt = 0);

// recipe_named reads an id; nothing if it is not of this form.
[[nodiscard]] std::optional<Recipe> recipe_named(std::string_view id);

// breaking gives what a recipe says of a rule.
[[nodiscard]] std::string breaking(std::string_view rule);

class Maker {
 public:
  // What golden vectors break is what generated ones break, too; the corpus must outlive the maker.
  explicit Maker(const Corpus& corpus);

  // rules gives the rules that inputs of a format can break, in the order of its table.
  [[nodiscard]] const std::vector<const Rule*>& rules(std::string_view format) const;
  // rule_of gives the rule that a recipe breaks; null if it is for a valid input or means nothing.
  [[nodiscard]] const Rule* rule_of(const Recipe& recipe) const;

  // made gives the vector of a recipe; nothing if the recipe means nothing.
  [[nodiscard]] std::optional<Vector> made(const Recipe& recipe) const;
  // mixed gives the recipe at a place of the sequence that has valid inputs and every rule in turn.
  [[nodiscard]] Recipe mixed(std::string_view format, std::uint64_t seed, std::uint64_t number) const;

  // file_of puts vectors of one format into a file that is named as those of the corpus are, with the notes of their
  // flags.
  [[nodiscard]] VectorFile file_of(std::string_view format, std::vector<Vector> vectors) const;

 private:
  using Sources = std::vector<const Vector*>;

  [[nodiscard]] Vector valid(const Recipe& recipe) const;
  [[nodiscard]] std::optional<Vector> broken(const Recipe& recipe, const Rule& rule, const Sources& sources) const;

  const Corpus& corpus_;
  std::map<std::string, std::vector<const Rule*>, std::less<>> rules_;   // by format
  std::map<std::string, std::vector<const Rule*>, std::less<>> small_;   // those that small inputs can break
  std::map<std::pair<std::string, std::string_view>, Sources> sources_;  // by format and rule
};

// input_of gives the bytes of a vector, and what a reader must know of them.
[[nodiscard]] Input input_of(const Vector& vector);

// judge gives an input the verdict, value, error and warnings that the reference finds; level and clause are those of
// the rule it breaks, or stay.
void judge(Vector& vector, const Examination& examination);

// set_input gives a vector the bytes, framing and features of an input.
void set_input(Vector& vector, Input input);

}  // namespace hallmark::conformance
