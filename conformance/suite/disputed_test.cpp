// Disputed vectors: which MUST vectors most implementations fail, and the sentence that they rest on.
#include "conformance/suite/disputed.hpp"

#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

namespace hallmark::conformance {
namespace {

using namespace testing;
const std::string range = "$second/packed-bit/padding-8-empty"_filled;
const std::string empty = "$second/header/empty"_filled;

reports::ConformanceResult judged(const std::string& name, const std::string& homepage,
                                  const std::vector<std::pair<std::string, const char*>>& results,
                                  const char* level = "MUST") {
  reports::ConformanceResult result;
  result.implementation.name = name;
  result.implementation.homepage = homepage;
  for (const auto& [id, what] : results) result.results.push_back(result_of(id, what, level));
  return result;
}

const Corpus& corpus() {
  static const Corpus loaded = load_corpus(find_corpus(""));
  return loaded;
}

TEST_CASE("disputed: more than half of the implementations that ran a MUST vector must fail it") {
  const auto a = [](const char* what) { return judged("a", "", {{range, what}}); };
  const auto b = [](const char* what) { return judged("b", "", {{range, what}}); };
  CHECK(disputed(corpus(), {a("accepted-invalid"), b("pass")}).empty());
  CHECK(disputed(corpus(), {a("accepted-invalid"), b("unsupported")}).size() == 1);
  CHECK(disputed(corpus(), {a("accepted-invalid"), b("skipped"), judged("c", "", {{range, "pass"}})}).empty());
  CHECK(disputed(corpus(), {judged("a", "", {{range, "accepted-invalid"}}, "DECISION")}).empty());
  CHECK(disputed(corpus(), {judged("a", "", {{"$second/no/such"_filled, "crash"}})}).empty());

  const auto all = disputed(corpus(), {b("crash"), a("accepted-invalid"), judged("c", "", {{range, "pass"}})});
  REQUIRE(all.size() == 1);
  CHECK(all.front().ids == std::vector<std::string>{range});
  CHECK(all.front().failed_by == std::vector<std::string>{"a", "b"});
  CHECK(all.front().judged == 3);
  CHECK_THAT(all.front().rests_on, Catch::Contains("(`$second/padding-range`)"_filled));
  CHECK_THAT(disputed_table(all), Catch::Contains("| `" + range + "` |") && Catch::Contains("| 2 of 3: a, b |\n"));
}

TEST_CASE("disputed: results of one homepage are one implementation, which fails if each of them does") {
  const auto half = disputed(
      corpus(), {judged("list", "https://x", {{range, "crash"}}), judged("numpy", "https://x", {{range, "pass"}})});
  CHECK(half.empty());
  const auto both = disputed(corpus(), {judged("list", "https://x", {{range, "crash"}, {empty, "crash"}}),
                                        judged("numpy", "https://x", {{range, "hang"}}),
                                        judged("other", "https://y", {{range, "pass"}, {empty, "pass"}})});
  CHECK(both.empty());  // one of two
  const auto alone = disputed(
      corpus(), {judged("list", "https://x", {{range, "crash"}}), judged("numpy", "https://x", {{range, "hang"}})});
  REQUIRE(alone.size() == 1);
  CHECK(alone.front().judged == 1);
  CHECK(alone.front().failed_by == std::vector<std::string>{"list"});
}

}  // namespace
}  // namespace hallmark::conformance
