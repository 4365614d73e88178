// Recipe: the name of one generated input, from which it can be made again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

}  // namespace hallmark::conformance
