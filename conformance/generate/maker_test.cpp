// SPDX-License-Identifier: Apache-2.0
#include "conformance/generate/maker.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <set>
#include <stdexcept>
#include <string>

#include "conformance/examine/all_rules.hpp"
#include "conformance/model/model.hpp"
#include "conformance/suite/agreement.hpp"
#include "conformance/suite/sha256.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"
#include "conformance/testing/oracle_difference.hpp"
#include "hallmark/core/codec.hpp"
#include "reports/diagnostic.hpp"

namespace hallmark::conformance {
namespace {

const Corpus& corpus() {
  static const Corpus golden = load_corpus(HALLMARK_SOURCE_DIR "/corpus");
  return golden;
}

const Maker& maker() {
  static const Maker one(corpus());
  return one;
}

const Vector& golden(const std::string& id) {
  for (const VectorFile& file : corpus().files) {
    const auto found = std::ranges::find(file.vectors, id, &Vector::id);
    if (found != file.vectors.end()) return *found;
  }
  throw std::out_of_range(id);
}

Recipe recipe_of(const Generator& generator, std::string what, std::uint64_t seed, std::uint64_t number) {
  return {std::string(generator.format), std::move(what), seed, number};
}

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

TEST_CASE("generated valid inputs are valid, and the reference agrees with the vector") {
  for (const Generator* generator : all_generators()) {
    for (std::uint64_t number = 1; number <= 200; ++number) {
      const auto vector = maker().made(recipe_of(*generator, "valid", 7, number));
      REQUIRE(vector);
      CAPTURE(vector->id);
      CHECK(vector->verdict == Verdict::valid);
      CHECK(disagreements(*vector) == std::vector<std::string>());
      CHECK(vector->level == (number % 4 == 1 ? Level::must : Level::decision));
      if (number % 4 == 1) CHECK(vector->warnings.empty());
    }
  }
}

bool is_nan(const reports::Json& value) {
  const std::vector<std::byte> data = from_base64(value["data"]["base64"].get<std::string>());
  for (std::size_t at = 0; at + 4 <= data.size(); at += 4) {
    float one = 0;
    std::memcpy(&one, data.data() + at, 4);
    if (std::isnan(one)) return true;
  }
  return false;
}

TEST_CASE("who accepts a generated input owes its value, where the format leaves nothing open") {
  std::size_t nans = 0;
  for (const Generator* generator : all_generators()) {
    CAPTURE(generator->format);
    std::size_t owed = 0;
    for (std::uint64_t number = 2; number <= 400; ++number) {
      const auto vector = maker().made(recipe_of(*generator, "valid", 7, number));
      REQUIRE(vector);
      owed += vector->owed ? 1 : 0;
      if (vector->owed) CHECK(vector->warnings.empty());
      if (generator->format != testing::example::second || (*vector->value)["dtype"] != "float32") continue;
      nans += is_nan(*vector->value) ? 1 : 0;
      CHECK(vector->owed == !is_nan(*vector->value));
    }
    CHECK((owed > 100) == generator->definite);
    if (!generator->definite) CHECK(owed == 0);
  }
  CHECK(nans > 0);
}

// On every machine, with every compiler: a change in conformance/<family>/digests.json is a change of what ids mean,
// and belongs in the changelog.
TEST_CASE("a recipe means the same bytes everywhere") {
  for (const Generator* generator : all_generators()) {
    Sha256 digest;
    for (std::uint64_t number = 1; number <= 100; ++number) {
      digest.update(maker().made(recipe_of(*generator, "valid", 1, number))->bytes());
    }
    digest.update(maker().made(recipe_of(*generator, "size-100000", 1, 1))->bytes());
    CAPTURE(generator->format);
    const std::string family(codec_named(generator->format)->family);
    std::ifstream file(HALLMARK_SOURCE_DIR "/conformance/" + family + "/digests.json");
    CHECK(digest.hex().substr(0, 16) == reports::Json::parse(file).at(generator->format).get<std::string>());
  }
}

TEST_CASE("a mixed sequence has every rule, and as many valid inputs") {
  for (const Generator* generator : all_generators()) {
    CAPTURE(generator->format);
    std::set<std::string> what;
    std::size_t valid = 0;
    const std::size_t rules = maker().rules(generator->format).size();
    for (std::uint64_t number = 1; number <= 2 * rules; ++number) {
      const Recipe recipe = maker().mixed(generator->format, 1, number);
      CHECK(recipe.number == number);
      if (recipe.what == "valid") ++valid;
      what.insert(recipe.what);
    }
    CHECK(valid == rules);
    // All but those that only a large input breaks.
    CHECK(what.size() + 1 >= rules);
  }
}

TEST_CASE("every rule that an input can break is a rule that generated inputs break") {
  std::set<std::string_view> broken;
  for (const Codec* codec : all_codecs()) {
    const std::vector<const Rule*>& rules = maker().rules(codec->id);
    for (const Rule* rule : rules) broken.insert(rule->id);
    for (const Rule* rule : codec->rules) {
      CAPTURE(codec->id, rule->id);
      CHECK((std::ranges::find(rules, rule) != rules.end()) == !rule->encoding);
    }
  }
  for (const Rule* rule : input_rules()) {
    CAPTURE(rule->id);
    CHECK(broken.contains(rule->id) == !rule->encoding);
  }
}

TEST_CASE("a generated input breaks its rule and no other, in surroundings of its own, as the oracle says, too") {
  std::set<std::string> alone;  // format and rule of those that stand in no other surroundings
  for (const Generator* generator : all_generators()) {
    for (const Rule* rule : maker().rules(generator->format)) {
      CAPTURE(generator->format, rule->id);
      int varied = 0;
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const auto vector = maker().made(recipe_of(*generator, breaking(rule->id), seed, 1));
        REQUIRE(vector);
        const Examination examination = examine_vector(*vector);
        auto found = examination.diagnostics;
        if (found.size() > 1) std::erase_if(found, [](const auto& one) { return one.severity == Severity::note; });
        REQUIRE(found.size() == 1);
        CHECK(found.front().rule == rule->id);
        CHECK(disagreements(*vector, examination) == std::vector<std::string>());
        const Codec& codec = *codec_named(vector->format);
        if (vector->byte_count() <= 65536) {  // oracles are slow
          CHECK(testing::difference_from_oracle(codec, vector->bytes(), vector->options) == "");
        }
        REQUIRE(vector->derived_from);
        varied += golden(*vector->derived_from).bytes() != vector->bytes() ? 1 : 0;
      }
      if (varied == 0) alone.insert(std::string(generator->format) + " " + std::string(rule->id));
    }
  }
  CHECK(alone == std::set<std::string>());
}

// A golden vector with other bytes in it, or with a part of another input, would be easier to make.
TEST_CASE("most rules are broken in inputs that were valid before") {
  std::size_t inputs = 0;
  std::size_t inputs_elsewhere = 0;
  for (const Generator* generator : all_generators()) {
    std::set<std::string> rules;
    std::set<std::string> elsewhere;
    for (std::uint64_t number = 2; number <= 40 * maker().rules(generator->format).size(); number += 2) {
      const Recipe recipe = maker().mixed(generator->format, 1, number);
      rules.insert(recipe.what);
      ++inputs;
      if (!maker().made(recipe)->description.ends_with("in another input")) continue;
      ++inputs_elsewhere;
      elsewhere.insert(recipe.what);
    }
    CAPTURE(generator->format, rules.size(), elsewhere.size());
    CHECK(elsewhere.size() * 2 > rules.size());
  }
  CAPTURE(inputs_elsewhere, inputs);
  CHECK(inputs_elsewhere * 2 > inputs);
}

}  // namespace
}  // namespace hallmark::conformance
