// SPDX-License-Identifier: Apache-2.0
// Diagnostics: messages, numbers, escaping, excerpts, and JSON of a validation.
#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>

#include "codecs/core/manifest.hpp"
#include "conformance/examine/all_rules.hpp"
#include "conformance/testing/catch.hpp"
#include "conformance/testing/recorded.hpp"
#include "reports/diagnostic.hpp"
#include "reports/excerpt.hpp"
#include "reports/json_at.hpp"
#include "reports/links.hpp"

using namespace hallmark;
using namespace hallmark::reports;

namespace {

constexpr Rule rule_saying(std::string_view message, std::string_view expected = "") {
  Rule rule = testing::rule_of("test/rule", Kind::invalid);
  rule.message = message;
  rule.expected = expected;
  return rule;
}

bool is_sentence(std::string_view text) {
  return !text.empty() && std::isupper(static_cast<unsigned char>(text.front())) != 0 && text.ends_with('.');
}

std::ptrdiff_t words_of(std::string_view text) { return std::count(text.begin(), text.end(), ' ') + 1; }

// Words that messages must not use.
constexpr std::string_view banned[] = {"stands", " stand ", "behind",  "none of",     "other than",
                                       "nobody", "whoever", "has any", "this is no ", "} is no ",
                                       " told ", " tell ",  " tells "};

}  // namespace

TEST_CASE("a clause has the address of its document, with a fragment where the document has one") {
  using manifest::Fragment;
  std::set<Fragment> seen;
  for (const manifest::Family& family : manifest::all_families()) {
    for (const manifest::Document& document : family.documents) {
      const std::string id(document.id);
      const std::string url(document.url);
      CAPTURE(id);
      CHECK(specification_address(id) == url);
      CHECK(specification_address(id + "#") == url);
      const std::map<Fragment, std::string> fragments = {{Fragment::none, ""},
                                                         {Fragment::heading, "#8.1-a%7F%20b%7Cc"},
                                                         {Fragment::number, "#section-8.1"},
                                                         {Fragment::name, "#name-8.1-a%7F%20b%7Cc"}};
      CHECK(specification_address(id + "#8.1-a\x7f b|c") == url + fragments.at(document.fragment));
      seen.insert(document.fragment);
    }
  }
  CHECK(seen.size() == 4);
  for (const char* none : {"rulings#file", "unknown#file", ""}) CHECK(specification_address(none).empty());
}

TEST_CASE("every document that a rule cites is public or Hallmark's own") {
  for (const Rule* rule : conformance::all_rules()) {
    CAPTURE(rule->id, rule->clause.document);
    CHECK(specification_address(rule->clause.document).empty() == (rule->clause.document == "rulings"));
  }
}

TEST_CASE("every rule of every format can be put in words") {
  std::map<std::string_view, const Rule*> ids;
  for (const Rule* rule : conformance::all_rules()) {
    CAPTURE(rule->id);
    for (const Number actual : {Number(0), Number(-1), Number(UINT64_MAX), Number(INT64_MIN)}) {
      const Diagnostic diagnostic = describe({rule, 1, 2, actual, 3, "field"}, Severity::error, "");
      CHECK_FALSE(diagnostic.message.empty());
      // A pattern that cannot be filled keeps its braces.
      CHECK(diagnostic.message.find_first_of("?{}") == std::string::npos);
      if (diagnostic.expected) CHECK(diagnostic.expected->find_first_of("?{}") == std::string::npos);
    }
    // Formats of one family may share a rule; ids are unique.
    CHECK(ids.emplace(rule->id, rule).first->second == rule);
  }
}

TEST_CASE("every rule says in plain sentences what it demands and what to do about it") {
  for (const Rule* rule : conformance::all_rules()) {
    CAPTURE(rule->id, rule->title, rule->message, rule->expected, rule->fix, rule->why);
    CHECK(is_sentence(rule->title));
    CHECK(is_sentence(rule->fix));
    const bool by_hallmark = rule->level == Level::decision || rule->level == Level::limit;
    if (by_hallmark || !rule->why.empty()) CHECK(rule->why.ends_with('.'));
    CHECK_FALSE(rule->message.empty());
    CHECK_FALSE(rule->message.ends_with('.'));
    CHECK_FALSE(rule->expected.ends_with('.'));
    for (const std::string_view text :
         {rule->demand.text, rule->title, rule->message, rule->expected, rule->fix, rule->repair, rule->why}) {
      CHECK(text.find("  ") == std::string_view::npos);
      CHECK_FALSE((text.starts_with(' ') || text.ends_with(' ')));
      for (const std::string_view phrase : banned) {
        CAPTURE(phrase);
        CHECK(text.find(phrase) == std::string_view::npos);
      }
    }
  }
}

TEST_CASE("every MUST and SHOULD rests on a sentence of a document that does not change, and no other rule does") {
  const std::regex permanent(
      R"(https://github\.com/[^/]+/[^/]+/blob/[0-9a-f]{40}/[^?#]+(\?plain=1)?#L[0-9]+(-L[0-9]+)?)"
      R"(|https://www\.rfc-editor\.org/rfc/rfc[0-9]+\.html#section-[0-9.]+)");
  for (const Rule* rule : conformance::all_rules()) {
    const Demand& demand = rule->demand;
    const std::string address = source_address(*rule);
    CAPTURE(rule->id, demand.text, address);
    const bool by_specification = rule->level == Level::must || rule->level == Level::should;
    CHECK((demand.addressee != Addressee::nobody) == by_specification);
    CHECK(std::regex_match(address, permanent) == by_specification);
    CHECK(is_sentence(demand.text) == by_specification);
    CHECK(words_of(demand.text) <= 15);
    if (!by_specification) CHECK((demand.source.empty() && demand.text.empty()));
  }
}

TEST_CASE("the clause of a rule has the address of its sentence, or else its own") {
  Rule rule = rule_saying("");
  rule.clause = {"rfc8259", "7-strings", ""};
  CHECK(source_address(rule).empty());
  CHECK(clause_address(rule) == "https://www.rfc-editor.org/rfc/rfc8259.html#section-7");
  rule.demand.source = "section-7.1";
  CHECK(clause_address(rule) == "https://www.rfc-editor.org/rfc/rfc8259.html#section-7.1");
  rule.clause.document = "rulings";
  CHECK(clause_address(rule).empty());
}

TEST_CASE("every compat rule says what could be written instead or why nothing can be, and no other rule does") {
  for (const Rule* rule : conformance::all_rules()) {
    CAPTURE(rule->id, rule->repair);
    CHECK(is_sentence(rule->repair) == rule->compat);
    CHECK(rule->repair.empty() != rule->compat);
    const bool is_answer = rule->repair.starts_with("Write ") || rule->repair.starts_with("None: ");
    CHECK(is_answer == rule->compat);
  }
}

TEST_CASE("a message quotes numbers of both signs in the form its pattern asks for") {
  struct Row {
    std::string_view message;
    Number actual;
    std::string text;
    std::string shown_actual;
  };
  const Row rows[] = {
      {"is {actual}", 9, "is 9", "9"},
      {"is {actual}", -1, "is -1", "-1"},
      {"is {actual}", INT64_MIN, "is -9223372036854775808", "-9223372036854775808"},
      {"is {actual}", UINT64_MAX, "is 18446744073709551615", "18446744073709551615"},
      {"{actual:#04x} here", 9, "0x09 here", "0x09"},
      {"{actual:#04x} here", -1, "-0x1 here", "-0x1"},
      {"{actual_bytes} here", 1, "1 byte here", "1"},
      {"{actual_bytes} here", 0, "0 bytes here", "0"},
      {"{actual_bytes} here", INT64_MIN, "-9223372036854775808 bytes here", "-9223372036854775808"},
      {"{actual_bytes}, byte {actual:#04x}", 9, "9 bytes, byte 0x09", "0x09"},
      {"{actual_dimensions} and {actual_entries}", 1, "1 dimension and 1 entry", "1"},
      {"{actual_entries} in {actual_documents}", 2, "2 entries in 2 documents", "2"},
      {"nothing quoted", 7, "nothing quoted", "7"},
      {"{actual:#010x}", 0xbadfeedU, "0x0badfeed", "0x0badfeed"},
      {"{actual:#x}", 9, "0x9", "0x9"},
  };
  for (const Row& row : rows) {
    const Rule rule = rule_saying(row.message);
    const Diagnostic diagnostic = describe({&rule, 0, 0, row.actual, {}, ""}, Severity::error, "");
    CHECK(diagnostic.message == row.text);
    CHECK(diagnostic.actual == row.shown_actual);
    CHECK_FALSE(diagnostic.expected);
  }
}

TEST_CASE("a pattern that cannot be filled is shown as it is") {
  for (const std::string_view bad : {"is {actual}", "is {nobody}", "is {actual:q}", "is {", "is {0}", "is }{"}) {
    const Rule rule = rule_saying(bad, bad);
    CHECK(describe({&rule, 0, 0, {}, {}, ""}, Severity::error, "").message == bad);
    CHECK_FALSE(describe({&rule, 0, 0, {}, {}, ""}, Severity::error, "").actual);
  }
}

TEST_CASE("a diagnostic as JSON has the members of its schema, in order") {
  const Rule rule = rule_saying("padding is {actual}; {expected} allowed", "0..{expected}");
  const Diagnostic diagnostic = describe({&rule, 1, UINT64_MAX, 9, 7, "padding"}, Severity::warning, "a.\"b\"");
  CHECK(
      to_json(diagnostic).dump() ==
      R"({"rule":"test/rule","level":"MUST","clause":"#","severity":"warning","category":"bad-value","offset":1,"length":"18446744073709551615",)"
      R"("path":"a.\"b\"","message":"padding is 9; 7 allowed","expected":"0..7","actual":"9"})");
}

TEST_CASE("numbers above 2^53-1 travel as strings and are read in both forms") {
  CHECK(number(9007199254740991U).is_number());
  CHECK(number(9007199254740992U) == "9007199254740992");
  for (const std::uint64_t value : {std::uint64_t{0}, std::uint64_t{9007199254740992U}, UINT64_MAX}) {
    for (const Json& form : {number(value), Json(value)}) CHECK(JsonAt(form).count() == value);
  }
  const Json signed_number = 5;
  CHECK(JsonAt(signed_number).count() == 5);
  for (const Json& bad :
       {Json(-1), Json(1.5), Json(""), Json("-1"), Json("1x"), Json("18446744073709551616"), Json(), Json(true)}) {
    CHECK_THROWS_AS(JsonAt(bad).count(), BadValue);
  }
}

TEST_CASE("text from inputs cannot steer a terminal") {
  const std::pair<std::string, std::string> rows[] = {
      {"plain ü €", "plain ü €"},
      {"\x1b[2J", "\\x1b[2J"},
      {std::string("a\0b", 3), "a\\x00b"},
      {"\x7f", "\\x7f"},
      {"\xc2\x9b", "\\xc2\\x9b"},           // C1: another way to write an escape
      {"\xe2\x80\xae", "\\xe2\\x80\\xae"},  // right-to-left override
      {"ok\xff\xfe", "ok\\xff\\xfe"},
      {"\xc3", "\\xc3"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},  // a surrogate
      {"", ""},
  };
  for (const auto& [raw, safe] : rows) {
    CHECK(escaped(raw) == safe);
    CHECK(escaped(escaped(raw)) == escaped(raw));
  }
  CHECK(as_utf8("tab\there\xff") == "tab\there\\xff");
}

TEST_CASE("an excerpt marks the bytes that break the rule") {
  std::string data(40, 'A');
  for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<char>(i);
  const auto shown = [&](std::uint64_t offset, std::uint64_t length) {
    return excerpt(as_bytes(data), offset, length);
  };
  CHECK(shown(21, 1) ==
        "  00000010  10 11 12 13 14 15 16 17  18 19 1a 1b 1c 1d 1e 1f  |................|\n"
        "                           ^^ offset 21 (0x15)\n");
  CHECK(shown(30, 4) ==
        "  00000010  10 11 12 13 14 15 16 17  18 19 1a 1b 1c 1d 1e 1f  |................|\n"
        "                                                       ^~~~~ offset 30 (0x1e), 4 bytes\n"
        "  00000020  20 21 22 23 24 25 26 27                           | !\"#$%&'|\n"
        "            ^~~~~\n");
  CHECK(shown(40, 0) ==
        "  00000020  20 21 22 23 24 25 26 27                           | !\"#$%&'|\n"
        "                                     ^ offset 40 (0x28), the end of the input\n");
  CHECK(shown(41, 1).empty());
  CHECK(shown(39, UINT64_MAX).find("^^ offset 39") != std::string::npos);
  CHECK(excerpt({}, 0, 0).empty());
}
