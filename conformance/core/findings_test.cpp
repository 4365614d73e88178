// What a walk has found: which violation is decisive, and when the walk is over.
#include "codecs/core/findings.hpp"

#include <vector>

#include "codecs/core/memory_rules.hpp"
#include "conformance/testing/catch.hpp"

namespace {

using namespace hallmark;

constexpr Rule of_kind(std::string_view id, Kind kind) {
  return {.id = id,
          .kind = kind,
          .category = Category::bad_value,
          .level = Level::must,
          .clause = {},
          .title = {},
          .message = {},
          .expected = {}};
}
constexpr Rule limit = of_kind("test/limit", Kind::limit);
constexpr Rule unsupported = of_kind("test/unsupported", Kind::unsupported);
constexpr Rule invalid = of_kind("test/invalid", Kind::invalid);
constexpr const Rule& exhausted = rule<"hallmark/scratch-exhausted">;

class Reports final : public DiagnosticSink {
 public:
  bool report(const Violation& violation, Severity, const Place&) noexcept override {
    rules.push_back(violation.rule);
    return true;
  }
  std::vector<const Rule*> rules;
};

struct Row {
  std::vector<const Rule*> found;
  const Rule* decisive;
  std::vector<const Rule*> reported;
  bool stopped;
};

const Row rows[] = {
    {{&limit, &exhausted}, &exhausted, {&limit, &exhausted}, true},
    {{&unsupported, &exhausted}, &exhausted, {&unsupported, &exhausted}, true},
    {{&invalid, &exhausted}, &invalid, {&invalid, &exhausted}, true},
    {{&exhausted, &invalid}, &exhausted, {&exhausted}, true},
    {{&exhausted, &limit, &exhausted}, &exhausted, {&exhausted}, true},
    {{&limit, &invalid}, &invalid, {&limit, &invalid}, false},
};

}  // namespace

TEST_CASE("scratch that runs out ends a walk, and a limit met before does not hide it") {
  for (const Row& row : rows) {
    Reports reports;
    Findings findings(Profile::strict, &reports);
    for (const Rule* rule : row.found) CHECK(findings.condemns(*rule, 0, 0, "", {}, {}));
    CAPTURE(row.decisive->id);
    CHECK(findings.decisive().rule == row.decisive);
    CHECK(reports.rules == row.reported);
    CHECK(findings.stopped() == row.stopped);
  }
}
