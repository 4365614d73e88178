#include "conformance/generate/recipe.hpp"

#include "conformance/testing/catch.hpp"

namespace hallmark::conformance {
namespace {

TEST_CASE("a recipe is read back from its id") {
  const Recipe recipes[] = {{"bson", "valid", 1, 347},
                            {"bson-vector", "size-4096", 18446744073709551615U, 1},
                            {"kserve-request", "member-missing", 0, 0}};
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
  for (const char* id : {"bson/vectors/valid-1-1", "bson/generated/valid", "bson/generated/valid-1", "valid-1-1",
                         "bson/generated/-1-1", "bson/generated/valid-01-1", "bson/generated/valid-1-",
                         "bson/generated/valid-1-18446744073709551616", "bson/generated/valid-+1-1"}) {
    CAPTURE(id);
    CHECK_FALSE(recipe_named(id));
  }
}

}  // namespace
}  // namespace hallmark::conformance
