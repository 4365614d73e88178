// The annotated bytes of the HTML report: exactly the bytes that break the rule are marked.
#include "reports/html/bytes.hpp"

#include "conformance/reports/samples.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::report_test {
namespace {

using reports::OffenceDetail;
using reports::SegmentDetail;
using reports::VectorDetail;

OffenceDetail at(std::uint64_t offset, std::uint64_t length) {
  return {.rule = "x/y", .offset = offset, .length = length, .path = "", .message = "wrong"};
}

TEST_CASE("annotated bytes: offending bytes are marked, missing ones where they are missed") {
  struct Row {
    const char* what;
    std::vector<SegmentDetail> segments;
    std::optional<OffenceDetail> error;
    std::vector<OffenceDetail> warnings;
    std::vector<std::string> lines;
  };
  const std::vector<SegmentDetail> two = {{.bytes = "\x01\x02", .text = "a"}, {.bytes = "\x03\x04\x05", .text = "b"}};
  const std::vector<SegmentDetail> long_run = {{.bytes = "\xaa\xbb", .text = "run", .repeat = 500}};
  const Row rows[] = {
      {"nothing wrong", two, {}, {}, {"01 02", "03 04 05"}},
      {"first byte", two, at(0, 1), {}, {"[01] 02", "03 04 05"}},
      {"last byte", two, at(4, 1), {}, {"01 02", "03 04 [05]"}},
      {"two together", two, at(2, 2), {}, {"01 02", "[03 04] 05"}},
      {"over the border of two segments", two, at(1, 2), {}, {"01 [02]", "[03] 04 05"}},
      {"everything", two, at(0, 5), {}, {"[01 02]", "[03 04 05]"}},
      {"more than there is", two, at(4, UINT64_MAX), {}, {"01 02", "03 04 [05]"}},
      {"missing in the middle", two, at(3, 0), {}, {"01 02", "03 [missing] 04 05"}},
      {"missing between segments", two, at(2, 0), {}, {"01 02", "[missing] 03 04 05"}},
      {"missing at the end", two, at(5, 0), {}, {"01 02", "03 04 05", "[missing] "}},
      {"missing from nothing", {}, at(0, 0), {}, {"[missing] "}},
      {"a warning", two, {}, {at(3, 1)}, {"01 02", "03 (04) 05"}},
      {"an error beside a warning", two, at(3, 1), {at(2, 1)}, {"01 02", "(03) [04] 05"}},
      {"an error over a warning", two, at(2, 2), {at(3, 1)}, {"01 02", "[03 04] 05"}},
      {"a segment without bytes",
       {{.bytes = "", .text = "none"}, {.bytes = "\x01", .text = "a"}},
       at(0, 1),
       {},
       {"", "[01]"}},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    VectorDetail vector;
    vector.segments = row.segments;
    vector.error = row.error;
    vector.warnings = row.warnings;
    CHECK(shown(vector) == row.lines);
  }
  VectorDetail vector;
  vector.segments = long_run;
  vector.error = at(500, 1);
  const auto lines = shown(vector);
  REQUIRE(lines.size() == 1);
  CHECK(count_of(lines[0], "[aa]") == 1);
  CHECK(count_of(lines[0], " … 420 bytes … ") == 1);  // 64 to 484
  CHECK(count_of(lines[0], " … 451 bytes … ") == 1);  // 517 to 968
  CHECK(count_of(lines[0], "aa bb") + 0 < 100);
}

TEST_CASE("annotated bytes: the message stands once, under the line of the first offending byte") {
  VectorDetail vector;
  vector.segments = {{.bytes = "\x01", .text = "first"}, {.bytes = "\x02", .text = "second"}};
  vector.error = at(0, 2);
  reports::web::Markup page;
  reports::web::put_bytes(page, vector);
  const auto lines = between(page.html, "<li", "</li>");
  REQUIRE(lines.size() == 2);
  CHECK(count_of(lines[0], "<p class=\"error\">wrong</p>") == 1);
  CHECK(count_of(lines[1], "wrong") == 0);
}

}  // namespace
}  // namespace hallmark::report_test
