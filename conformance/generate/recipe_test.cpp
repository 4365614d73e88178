#include "conformance/generate/recipe.hpp"

#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

namespace hallmark::conformance {
namespace {

using namespace testing;

TEST_CASE("a recipe is read back from its id") {
  const Recipe recipes[] = {{example::format, "valid", 1, 347},
                            {example::second, "size-4096", 18446744073709551615U, 1},
                            {example::second, "member-missing", 0, 0}};
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
  for (const char* text :
       {"$format/vectors/valid-1-1", "$format/generated/valid", "$format/generated/valid-1", "valid-1-1",
        "$format/generated/-1-1", "$format/generated/valid-01-1", "$format/generated/valid-1-",
        "$format/generated/valid-1-18446744073709551616", "$format/generated/valid-+1-1"}) {
    const std::string id = filled(text);
    CAPTURE(id);
    CHECK_FALSE(recipe_named(id));
  }
}

}  // namespace
}  // namespace hallmark::conformance
