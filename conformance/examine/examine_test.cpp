// SPDX-License-Identifier: Apache-2.0
// examine and detect, with a codec made for the test.
#include "conformance/examine/examine.hpp"

#include <algorithm>

#include "conformance/examine/detect.hpp"
#include "conformance/model/path_text.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/example.hpp"
#include "conformance/testing/recorded.hpp"

using namespace hallmark;

namespace {

// A document of one int32.
std::string good_input() {
  return {
      "\x0c\0\0\0\x10"
      "a\0\1\0\0\0\0",
      12};
}

// A codec that reports what its input spells: u unsupported, l limit, i invalid, w warning, n note.
constexpr Rule unsupported = testing::rule_of("test/u", Kind::unsupported);
constexpr Rule limit = testing::rule_of("test/l", Kind::limit);
constexpr Rule invalid = testing::rule_of("test/i", Kind::invalid);
constexpr Rule warning = testing::rule_of("test/w", Kind::invalid, false, Severity::warning);
constexpr const Rule* spelled_rules[] = {&unsupported, &limit, &invalid, &warning};

Verdict spell(Input whole, Scratch&, const Options&, DiagnosticSink& sink) noexcept {
  const Bytes input = whole.window;
  Verdict verdict = Verdict::valid;
  bool enough = false;
  const FieldPlace nowhere_in_particular;
  for (std::size_t i = 0; i < input.size(); ++i) {
    const char letter = static_cast<char>(input[i]);
    const auto* rule = *std::find_if(std::begin(spelled_rules), std::end(spelled_rules),
                                     [letter](const Rule* r) { return r->id.back() == letter; });
    if (rule->severity == Severity::error && outranks(verdict_of(rule->kind), verdict))
      verdict = verdict_of(rule->kind);
    if (!enough) enough = !sink.report({rule, i, 1, {}, {}, ""}, rule->severity, nowhere_in_particular);
  }
  return verdict;
}

const Codec speller{{.id = "speller", .family = "test", .title = "", .extensions = {}},
                    {.rules = spelled_rules,
                     .recognise = nullptr,
                     .scratch_bound = [](Input input, const Options&) noexcept { return input.size * 10; },
                     .decode = nullptr,
                     .validate = spell,
                     .layout = nullptr,
                     .contents = nullptr,
                     .contents_bound = nullptr}};

std::string spelling(const conformance::Examination& examination) {
  std::string out;
  for (const auto& diagnostic : examination.diagnostics) out += diagnostic.rule.back();
  return out;
}

}  // namespace

TEST_CASE("an examination keeps max_errors errors, as many remarks, and always the decisive error") {
  struct Row {
    std::string input;
    std::uint64_t max_errors;
    std::string kept;
    std::int64_t more;
    std::string decisive;
    std::uint64_t decisive_offset;
  };
  const Row rows[] = {
      {"", 2, "", 0, "", 0},
      {"ii", 2, "ii", 0, "test/i", 0},
      {"iii", 2, "ii", 1, "test/i", 0},
      {"uui", 2, "ui", 1, "test/i", 2},
      {"uuli", 2, "ui", 2, "test/i", 3},
      {"uul", 1, "l", 2, "test/l", 2},
      {"wwwi", 2, "wwi", 1, "test/i", 3},
      {"iwiwiw", 2, "iwiw", 2, "test/i", 0},
      {"uiu", 3, "uiu", 0, "test/i", 1},
      {"ww", 5, "ww", 0, "", 0},
      {std::string(65538, 'i'), 2, "ii", 65536, "test/i", 0},
      {std::string(65539, 'i'), 2, "ii", -1, "test/i", 0},
      {std::string(99999, 'w'), 2, "ww", -1, "", 0},
  };
  for (const Row& row : rows) {
    CAPTURE(row.input, row.max_errors);
    const auto examination = conformance::examine(speller, as_bytes(row.input), {}, {.max_errors = row.max_errors});
    CHECK(spelling(examination) == row.kept);
    CHECK(examination.more == row.more);
    const auto* decisive = conformance::decisive(examination, speller);
    CHECK((decisive != nullptr ? decisive->rule : "") == row.decisive);
    if (decisive != nullptr) CHECK(decisive->offset == row.decisive_offset);
  }
}

TEST_CASE("an input that needs more memory than allowed is limited before anything is allocated") {
  const auto at_the_bound = conformance::examine(speller, as_bytes("wwww"), {}, {.max_errors = 20, .max_alloc = 40});
  CHECK(at_the_bound.verdict == Verdict::valid);
  const auto above = conformance::examine(speller, as_bytes("wwww"), {}, {.max_errors = 20, .max_alloc = 39});
  CHECK(above.verdict == Verdict::limited);
  REQUIRE(above.diagnostics.size() == 1);
  CHECK(above.diagnostics.front().rule == "hallmark/max-alloc");
  CHECK(above.diagnostics.front().message ==
        "the input needs 40 bytes of memory or more, above the limit of --max-alloc");
  CHECK(conformance::decisive(above, speller) == &above.diagnostics.front());
}

TEST_CASE("a path is bounded, whatever the keys are") {
  conformance::PathText text;
  text.write(std::string(4095, 'k'));
  text.write("\xc3\xbc, which does not fit");
  text.write("nor this");
  CHECK(text.offered() > 4096);
  CHECK(text.take() == std::string(4095, 'k') + "…");
}

TEST_CASE("the format shows in a magic, then the name, then the structure") {
  using namespace testing;
  using namespace std::string_literals;
  struct Row {
    std::string bytes;
    std::string name;
    std::string format;
  };
  const std::string archive = "\x6d\xe2\x99\x81"s + "rest";
  const Row rows[] = {
      {archive, "", example::format},
      {archive, "x.$ext2"_filled, example::format},
      {good_input(), "", example::format},
      {good_input(), "x.dat", example::format},
      {good_input(), "x.$ext2"_filled, example::second},
      {"", "x.$EXT"_filled, example::format},
      {good_input().substr(0, 10), "", ""},
      {good_input() + "x", "", ""},
      {good_input().substr(0, good_input().size() - 1) + "x", "", ""},
      {"\x03\x00\x01"s, "a/b.$ext2"_filled, example::second},
      {"\x03\x00\x01"s, "a.$ext2/b"_filled, ""},
      {"", "x"_file, example::format},
      {"", "x.$ext2"_filled, example::second},
      {"", "x", ""},
      {"", "", ""},
      {"hello\n", "x.txt", ""},
      {"OINF\0"s, "x"_file, "oinf"},
      {"POST /v2/models/m/infer HTTP/1.1\r\n", "x"_file, "kserve-request"},
      {"HTTP/1.1 200 OK\r\n", "x.http", "kserve-response"},
      {"{}", "x.http", "kserve-request"},
      {"<html>", "x.kserve", "kserve-request"},
      {R"({"inputs": []})", "", "kserve-request"},
      {R"( {"id": "1", "outputs": []})", "", "kserve-response"},
      {R"({"outputs": [], "inputs": []})", "", "kserve-request"},
      {R"({"error": "no"})", "", "kserve-response"},
      {R"({"id": "1"})", "", ""},
      {" \n\tb\x02"s, "", "futhark"},
      {"b\x02"s, "x.in", "futhark"},
      {"AC_INIT", "configure.in", "futhark"},
      {"127.0.0.1 - - \"GET / HTTP/1.1\" 200\n", "access.log", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.bytes, row.name);
    const Codec* codec = conformance::detect(as_bytes(row.bytes), row.name);
    CHECK((codec != nullptr ? codec->id : "") == row.format);
  }
}
