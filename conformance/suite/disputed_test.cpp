// SPDX-License-Identifier: Apache-2.0
// Disputed requirements: which of them most implementations break, and the sentence that they rest on.
#include "conformance/suite/disputed.hpp"

#include "conformance/suite/testing/sample_corpus.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"

namespace hallmark::conformance {
namespace {

using namespace testing;
const std::string range = "$second/packed-bit/padding-8-empty"_filled;
const std::string second_id = "$second/packed-bit/padding-9"_filled;
const std::string valid_one = "$second/header/int8-header-only"_filled;

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

TEST_CASE("disputed: more than half of at least two implementations must break a MUST requirement") {
  const auto a = [](const char* what) { return judged("a", "", {{range, what}}); };
  const auto b = [](const char* what) { return judged("b", "", {{range, what}}); };
  CHECK(disputed(corpus(), {a("accepted-invalid"), b("pass")}).empty());
  CHECK(disputed(corpus(), {a("accepted-invalid"), b("unsupported")}).empty());
  CHECK(disputed(corpus(), {a("accepted-invalid"), b("skipped"), judged("c", "", {{range, "pass"}})}).empty());
  CHECK(disputed(corpus(),
                 {judged("a", "", {{range, "crash"}}, "DECISION"), judged("b", "", {{range, "crash"}}, "DECISION")})
            .empty());
  const std::string unknown = "$second/no/such"_filled;
  CHECK(disputed(corpus(), {judged("a", "", {{unknown, "crash"}}), judged("b", "", {{unknown, "crash"}})}).empty());

  const auto all = disputed(corpus(), {b("crash"), a("accepted-invalid"), judged("c", "", {{range, "pass"}})});
  REQUIRE(all.size() == 1);
  CHECK(all.front().requirement == "$second/padding-range"_filled);
  CHECK(all.front().broken_by == std::vector<std::string>{"a", "b"});
  CHECK(all.front().judged == 3);
  CHECK_THAT(all.front().sentence, Catch::Contains("](https://"));
  CHECK_THAT(disputed_table(all),
             Catch::Contains("| `$second/padding-range` | "_filled) && Catch::Contains(" | 2 of 3: a, b | 1 of 1 |\n"));
}

TEST_CASE("disputed: one failed vector breaks a requirement; a valid input is asked for by its clause") {
  const auto half = [](const char* name) {
    return judged(name, "", {{range, "pass"}, {second_id, "accepted-invalid"}});
  };
  const auto broken = disputed(corpus(), {half("a"), half("b")});
  REQUIRE(broken.size() == 1);
  CHECK(broken.front().failed == 1);
  CHECK(broken.front().vectors == 2);
  const auto refused = [](const char* name) { return judged(name, "", {{valid_one, "rejected-valid"}}); };
  const auto valid = disputed(corpus(), {refused("a"), refused("b")});
  REQUIRE(valid.size() == 1);
  CHECK_THAT(valid.front().requirement, Catch::Contains("#"));
  CHECK_THAT(disputed_table(valid), Catch::Contains("| a valid input is read, or written, as it is | 2 of 2: a, b |"));
}

TEST_CASE("disputed: results of one homepage are one implementation, which breaks what each of them does") {
  const auto other_page = [](const char* what) { return judged("other", "https://y", {{range, what}}); };
  const auto list = judged("list", "https://x", {{range, "crash"}});
  CHECK(disputed(corpus(), {list, judged("numpy", "https://x", {{range, "pass"}}), other_page("hang")}).empty());
  CHECK(disputed(corpus(), {list, judged("numpy", "https://x", {{range, "hang"}})}).empty());
  const auto both = disputed(corpus(), {list, judged("numpy", "https://x", {{range, "hang"}}), other_page("hang")});
  REQUIRE(both.size() == 1);
  CHECK(both.front().judged == 2);
  CHECK(both.front().broken_by == std::vector<std::string>{"list", "other"});
}

}  // namespace
}  // namespace hallmark::conformance
