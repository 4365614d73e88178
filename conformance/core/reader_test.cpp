// Reader and Findings: what is condemned, where, and when a walk ends. The rules are of no format.
#include "codecs/core/reader.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "conformance/testing/catch.hpp"

namespace {

using namespace hallmark;

constexpr Rule rule_of(std::string_view id, Kind kind, bool compat = false, Severity severity = Severity::error) {
  Rule rule{id, kind, Category::bad_value, Level::must, {}, "", "", ""};
  rule.severity = severity;
  rule.compat = compat;
  return rule;
}

constexpr Rule truncated = rule_of("test/truncated", Kind::malformed);
constexpr Rule malformed = rule_of("test/malformed", Kind::malformed);
constexpr Rule wrong = rule_of("test/wrong", Kind::invalid);
constexpr Rule also_wrong = rule_of("test/also-wrong", Kind::invalid);
constexpr Rule deployed = rule_of("test/deployed", Kind::invalid, true);
constexpr Rule remark = rule_of("test/remark", Kind::invalid, false, Severity::warning);
constexpr Rule newer = rule_of("test/newer", Kind::unsupported);
constexpr Rule newer_still = rule_of("test/newer-still", Kind::unsupported);
constexpr Rule deep = rule_of("test/deep", Kind::limit);
constexpr Rule trailing = rule_of("test/trailing", Kind::malformed);

struct Report {
  const Rule* rule;
  std::uint64_t offset;
  Severity severity;
  std::string path;
};

class Text final : public TextSink {
 public:
  void write(std::string_view text) noexcept override { all += text; }
  std::string all;
};

class Sink final : public DiagnosticSink {
 public:
  explicit Sink(std::size_t enough = SIZE_MAX) : enough_(enough) {}
  bool report(const Violation& violation, Severity severity, const Place& place) noexcept override {
    Text text;
    place.write(text, violation);
    reports.push_back({violation.rule, violation.offset, severity, text.all});
    return reports.size() < enough_;
  }
  std::vector<Report> reports;

 private:
  std::size_t enough_;
};

std::vector<const Rule*> rules_of(const Sink& sink) {
  std::vector<const Rule*> rules;
  for (const Report& report : sink.reports) rules.push_back(report.rule);
  return rules;
}

constexpr std::array<std::byte, 8> input = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                                            std::byte{5}, std::byte{6}, std::byte{7}, std::byte{8}};

using Rules = std::vector<const Rule*>;

}  // namespace

TEST_CASE("reader: reads go on where the last one ended and remember their place") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  const auto small = in.u8("small");
  const auto word = in.u16le("word");
  const auto bytes = in.bytes(2, "bytes");
  in.skip(1, "gap");
  const auto rest = in.rest("rest");
  CHECK(small == 1);
  CHECK(word == 0x0302);
  CHECK(word.at == 1);
  CHECK(word.width() == 2);
  CHECK(std::string_view(word.name) == "word");
  CHECK(bytes.value.data() == input.data() + 3);
  CHECK(bytes.width() == 2);
  CHECK(rest.at == 6);
  CHECK(rest.value.size() == 2);
  CHECK(in.remaining() == 0);
  CHECK(in.ok());
  CHECK(in.finish<int>(trailing, 7));
}

TEST_CASE("reader: integers are little-endian, signs are kept") {
  constexpr std::array<std::byte, 16> minus = {std::byte{0xfe}, std::byte{0xff}, std::byte{0xff}, std::byte{0xff}};
  Findings findings(Profile::strict);
  Reader in(minus, findings, truncated);
  CHECK(in.i32le("i") == -2);
  Reader again(input, findings, truncated);
  CHECK(again.u32le("low") == 0x04030201U);
  Reader whole(input, findings, truncated);
  CHECK(whole.u64le("all") == 0x0807060504030201U);
}

TEST_CASE("reader: a read past the end points at the end of the input with what was wanted and what was there") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  in.skip(6, "start");
  const auto word = in.u32le("word");
  CHECK(word == 0U);
  CHECK_FALSE(in.ok());
  const Violation& found = findings.decisive();
  CHECK(found.rule == &truncated);
  CHECK(found.offset == 8);
  CHECK(found.length == 0);
  CHECK(found.actual.magnitude == 2);
  CHECK(found.expected.magnitude == 4);
  CHECK(std::string_view(found.field) == "word");
}

TEST_CASE("reader: sizes near 2^64 are refused like any other") {
  for (const std::uint64_t size : {std::uint64_t{9}, std::uint64_t{1} << 63, UINT64_MAX}) {
    Findings findings(Profile::strict);
    Reader in(input, findings, truncated);
    CAPTURE(size);
    CHECK(in.bytes(size, "bytes").value.empty());
    CHECK_FALSE(in.ok());
    CHECK(findings.decisive().expected.magnitude == size);
  }
}

TEST_CASE("reader: after a failure every read gives nothing and no second finding") {
  Sink sink;
  Findings findings(Profile::strict, &sink);
  Reader in(input, findings, truncated);
  in.skip(9, "too much");
  CHECK(in.u8("a") == 0);
  CHECK(in.u64le("b") == 0);
  CHECK(in.bytes(1, "c").value.empty());
  CHECK(in.rest("d").value.empty());
  CHECK_FALSE(in.require(false, wrong, in.u8("e")));
  CHECK_FALSE(in.require(true, wrong, in.u8("f")));
  CHECK(in.remaining() == 0);
  CHECK(rules_of(sink) == Rules{&truncated});
}

TEST_CASE("reader: a malformed rule spends the window, an invalid one does not while validating") {
  Sink sink;
  Findings findings(Profile::strict, &sink);
  Reader in(input, findings, truncated);
  CHECK_FALSE(in.require(false, wrong, in.u8("a")));
  CHECK(in.ok());
  CHECK(in.u8("b") == 2);
  CHECK_FALSE(in.require(false, malformed, in.u8("c")));
  CHECK_FALSE(in.ok());
  CHECK(in.remaining() == 0);
  CHECK(rules_of(sink) == Rules{&wrong, &malformed});
  CHECK(findings.decisive().rule == &wrong);
}

TEST_CASE("reader: decoding stops at the first invalid rule") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  CHECK_FALSE(in.require(false, wrong, in.u8("a")));
  CHECK_FALSE(in.ok());
  CHECK(in.u8("b") == 0);
  CHECK(findings.stopped());
}

TEST_CASE("reader: a rule points at the field it is about, with its number") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  in.skip(2, "start");
  const auto word = in.u16le("word");
  in.skip(3, "more");
  in.require(word == 5, wrong, word, 5);
  const Violation& found = findings.decisive();
  CHECK(found.offset == 2);
  CHECK(found.length == 2);
  CHECK(found.actual.magnitude == 0x0403);
  CHECK(found.expected.magnitude == 5);
}

TEST_CASE("reader: what compat tolerates is reported and condemns nothing") {
  struct Row {
    Profile profile;
    const Rule* rule;
    bool condemned;
    Severity severity;
  };
  const Row rows[] = {
      {Profile::strict, &deployed, true, Severity::error},  {Profile::compat, &deployed, false, Severity::warning},
      {Profile::strict, &remark, false, Severity::warning}, {Profile::compat, &remark, false, Severity::warning},
      {Profile::compat, &wrong, true, Severity::error},
  };
  for (const Row& row : rows) {
    CAPTURE(row.rule->id, to_string(row.profile));
    for (const bool listening : {false, true}) {
      Sink sink;
      Findings findings(row.profile, listening ? &sink : nullptr);
      CHECK(findings.validating() == listening);
      Reader in(input, findings, truncated);
      CHECK(in.require(false, *row.rule, in.u8("a")) == !row.condemned);
      CHECK(in.ok() == (listening || !row.condemned));
      CHECK(findings.verdict() == (row.condemned ? Verdict::invalid : Verdict::valid));
      CHECK((findings.decisive().rule == nullptr) == !row.condemned);
      if (listening) {
        REQUIRE(sink.reports.size() == 1);
        CHECK(sink.reports[0].severity == row.severity);
        CHECK(sink.reports[0].path == "a");
      }
      CHECK(in.verdict<int>(0).verdict() == findings.verdict());
    }
  }
}

TEST_CASE("reader: a window ends reads at its own end, and leaving it goes on behind it") {
  Sink sink;
  Findings findings(Profile::strict, &sink);
  Reader in(input, findings, truncated);
  in.skip(1, "start");
  const auto outer = in.enter(3);
  CHECK(in.remaining() == 3);
  CHECK(in.u16le("inside") == 0x0302);
  CHECK(in.u16le("across the end") == 0);
  CHECK_FALSE(in.ok());
  CHECK(findings.decisive().offset == 4);
  CHECK(findings.decisive().actual.magnitude == 1);
  in.leave(outer);
  CHECK(in.ok());
  CHECK(in.offset() == 4);
  CHECK(in.remaining() == 4);
  CHECK(in.u8("behind") == 5);
  CHECK(rules_of(sink) == Rules{&truncated});
}

TEST_CASE("reader: leaving skips what was not read, windows nest, and an empty window holds nothing") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  const auto outer = in.enter(6);
  const auto middle = in.enter(4);
  const auto inner = in.enter(0);
  CHECK(in.remaining() == 0);
  in.leave(inner);
  CHECK(in.offset() == 0);
  CHECK(in.remaining() == 4);
  in.leave(middle);
  CHECK(in.offset() == 4);
  CHECK(in.remaining() == 2);
  in.leave(outer);
  CHECK(in.offset() == 6);
  CHECK(in.remaining() == 2);
}

TEST_CASE("reader: a window cannot be larger than what holds it") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  const auto outer = in.enter(4);
  const auto inner = in.enter(100);
  CHECK(in.remaining() == 4);
  in.leave(inner);
  CHECK(in.offset() == 4);
  in.leave(outer);
  CHECK(in.remaining() == 4);
}

TEST_CASE("reader: when the walk is over, leaving a window revives nothing") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  const auto outer = in.enter(4);
  CHECK_FALSE(in.require(false, wrong, in.u8("a")));
  in.leave(outer);
  CHECK_FALSE(in.ok());
  CHECK(in.remaining() == 0);
  CHECK(in.u8("b") == 0);
}

TEST_CASE("reader: leaving a window revives what broke inside it, not what had broken around it") {
  Sink sink;
  Findings findings(Profile::strict, &sink);
  Reader in(input, findings, truncated);
  const auto outer = in.enter(6);
  CHECK_FALSE(in.require(false, malformed, in.u8("a")));
  const auto inner = in.enter(2);
  in.leave(inner);
  CHECK_FALSE(in.ok());
  CHECK(in.u8("b") == 0);
  CHECK_FALSE(in.require(false, wrong, in.u8("c")));
  in.leave(outer);
  CHECK(in.ok());
  CHECK(in.u8("d") == 7);
  CHECK(rules_of(sink) == Rules{&malformed});
}

TEST_CASE("reader: a warning that ends the walk spends the reader") {
  Sink sink(2);
  Findings findings(Profile::strict, &sink);
  Reader in(input, findings, truncated);
  Reader other = in;
  const auto outer = other.enter(4);
  CHECK_FALSE(in.require(false, wrong, in.u8("a")));
  CHECK_FALSE(in.require(false, remark, in.u8("b")));
  CHECK(findings.stopped());
  CHECK_FALSE(in.ok());
  CHECK(in.remaining() == 0);
  // A copy of the cursor learns of it at the end of its window, and blames nothing for what it cannot read.
  other.leave(outer);
  CHECK_FALSE(other.ok());
  CHECK(other.u8("c") == 0);
  CHECK(rules_of(sink) == Rules{&wrong, &remark});
}

TEST_CASE("reader: finish demands that every byte was consumed") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  in.skip(5, "start");
  const auto decoded = in.finish<int>(trailing, 1);
  CHECK_FALSE(decoded);
  CHECK(decoded.violation().rule == &trailing);
  CHECK(decoded.violation().offset == 5);
  CHECK(decoded.violation().length == 3);
  CHECK(decoded.violation().actual.magnitude == 3);
  CHECK(decoded.verdict() == Verdict::invalid);
}

TEST_CASE("reader: finish gives the value only when nothing was condemned") {
  Findings findings(Profile::strict);
  Reader in(input, findings, truncated);
  (void)in.rest("all");
  const auto decoded = in.finish<int>(trailing, 42);
  REQUIRE(decoded);
  CHECK(*decoded == 42);
  CHECK(decoded.verdict() == Verdict::valid);
  findings.record({&newer, 3, 1, {}, {}, "x"});
  CHECK_FALSE(in.finish<int>(trailing, 42));
  CHECK(in.finish<int>(trailing, 42).violation().rule == &newer);
}

TEST_CASE("findings: invalid outranks limited outranks unsupported, and the first of a kind is decisive") {
  struct Row {
    const char* what;
    Rules broken;
    Verdict verdict;
    const Rule* decisive;
  };
  const Row rows[] = {
      {"nothing", {}, Verdict::valid, nullptr},
      {"a warning", {&remark}, Verdict::valid, nullptr},
      {"unsupported twice", {&newer, &newer_still}, Verdict::unsupported, &newer},
      {"unsupported, then limited", {&newer, &deep}, Verdict::limited, &deep},
      {"limited, then unsupported", {&deep, &newer}, Verdict::limited, &deep},
      {"limited, then invalid", {&deep, &wrong}, Verdict::invalid, &wrong},
      {"unsupported, limited, malformed", {&newer, &deep, &malformed}, Verdict::invalid, &malformed},
      {"invalid, then limited", {&wrong, &deep}, Verdict::invalid, &wrong},
      {"invalid twice", {&wrong, &also_wrong}, Verdict::invalid, &wrong},
      {"invalid, then malformed: one verdict, the first decides", {&wrong, &malformed}, Verdict::invalid, &wrong},
      {"warning, then unsupported", {&remark, &newer}, Verdict::unsupported, &newer},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    Sink sink;
    Findings findings(Profile::strict, &sink);
    for (const Rule* rule : row.broken) findings.record({rule, 0, 0, {}, {}, ""});
    CHECK(findings.verdict() == row.verdict);
    CHECK(findings.decisive().rule == row.decisive);
    CHECK(rules_of(sink) == row.broken);
    CHECK_FALSE(findings.stopped());
  }
}

TEST_CASE("findings: decoding goes on after limited and unsupported, because invalid may follow") {
  Findings findings(Profile::strict);
  findings.record({&newer, 1, 0, {}, {}, ""});
  CHECK_FALSE(findings.stopped());
  findings.record({&deep, 2, 0, {}, {}, ""});
  CHECK_FALSE(findings.stopped());
  findings.record({&wrong, 3, 0, {}, {}, ""});
  CHECK(findings.stopped());
  CHECK(findings.decisive().offset == 3);
}

TEST_CASE("findings: a sink that has enough hears nothing more, and the walk ends once the verdict is settled") {
  Sink sink(2);
  Findings findings(Profile::strict, &sink);
  findings.record({&newer, 1, 0, {}, {}, ""});
  findings.record({&newer_still, 2, 0, {}, {}, ""});
  CHECK_FALSE(findings.stopped());  // enough, but it may yet be invalid
  findings.record({&deep, 3, 0, {}, {}, ""});
  CHECK_FALSE(findings.stopped());
  findings.record({&wrong, 4, 0, {}, {}, ""});
  CHECK(findings.stopped());
  CHECK(findings.verdict() == Verdict::invalid);
  CHECK(findings.decisive().offset == 4);
  CHECK(rules_of(sink) == Rules{&newer, &newer_still});
}

TEST_CASE("findings: an invalid input goes on until the sink has enough") {
  Sink sink(2);
  Findings findings(Profile::strict, &sink);
  findings.record({&wrong, 1, 0, {}, {}, ""});
  CHECK_FALSE(findings.stopped());
  findings.record({&also_wrong, 2, 0, {}, {}, ""});
  CHECK(findings.stopped());
}

// Every row of broken rules up to five long, and every number of reports that is enough.
TEST_CASE("findings: in whatever order rules break, the walk ends once the sink has enough and the input is invalid") {
  const Rules rules = {&remark, &deployed, &newer, &deep, &wrong, &malformed};
  std::string failed;
  for (std::size_t number = 0; number < 6 * 6 * 6 * 6 * 6; ++number) {
    for (std::size_t enough = 1; enough <= 6; ++enough) {
      Sink sink(enough);
      Findings findings(Profile::compat, &sink);
      bool invalid = false;
      std::string order;
      std::size_t left = number;
      for (std::size_t count = 1; count <= 5; ++count, left /= rules.size()) {
        const Rule& rule = *rules[left % rules.size()];
        findings.record({&rule, count, 0, {}, {}, ""});
        order += std::string(rule.id) + " ";
        invalid = invalid || &rule == &wrong || &rule == &malformed;
        const bool right = findings.stopped() == (invalid && count >= enough) &&
                           sink.reports.size() == std::min(count, enough) &&
                           (findings.verdict() == Verdict::invalid) == invalid;
        if (failed.empty() && !right) failed = order + "with " + std::to_string(enough);
        if (findings.stopped()) break;
      }
    }
  }
  CHECK(failed == "");
}

TEST_CASE("findings: once the sink has enough, notes and warnings are not worth computing") {
  Sink sink(2);
  Findings findings(Profile::strict, &sink);
  findings.record({&remark, 1, 0, {}, {}, ""});
  CHECK(findings.validating());
  findings.record({&newer, 2, 0, {}, {}, ""});
  CHECK_FALSE(findings.validating());
  CHECK_FALSE(findings.stopped());
}

TEST_CASE("findings: a place of the walk's own takes the part of the field's name") {
  class Here final : public Place {
   public:
    void write(TextSink& out, const Violation& violation) const noexcept override {
      out.write("here.");
      out.write(violation.field);
    }
  };
  const Here here;
  Sink sink;
  Findings findings(Profile::strict, &sink, &here);
  findings.record({&wrong, 0, 0, {}, {}, "size"});
  REQUIRE(sink.reports.size() == 1);
  CHECK(sink.reports[0].path == "here.size");
}
