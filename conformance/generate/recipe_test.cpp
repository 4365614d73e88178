#include "conformance/generate/recipe.hpp"

#include "conformance/testing/catch.hpp"

namespace hallmark::conformance {
namespace {

TEST_CASE("a recipe is read back from its id") {
  const Recipe recipes[] = {{"plain", "valid", 1, 347},
                            {"two-words", "size-4096", 18446744073709551615U, 1},
                            {"three-plain-words", "member-missing", 0, 0}};
  for (const Recipe& recipe : recipes) {
    CAPTURE(recipe.id());
    const auto again = recipe_named(recipe.id());
    REQUIRE(again);
    CHECK(again->id() == recipe.id());
    CHECK(again->format == recipe.format);
    CHECK(again->what == recipe.what);
    CHECK(again->seed == recipe.seed);
    CHECK(again->number == recipe.number);
  }
  CHECK(recipes[1].size() == 4096U);
  CHECK_FALSE(recipes[0].size());
}

TEST_CASE("what is no id of a generated input is no recipe") {
  for (const char* id : {"plain/vectors/valid-1-1", "plain/generated/valid", "plain/generated/valid-1", "valid-1-1",
                         "plain/generated/-1-1", "plain/generated/valid-01-1", "plain/generated/valid-1-",
                         "plain/generated/valid-1-18446744073709551616", "plain/generated/valid-+1-1"}) {
    CAPTURE(id);
    CHECK_FALSE(recipe_named(id));
  }
}

}  // namespace
}  // namespace hallmark::conformance
