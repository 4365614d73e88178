// SPDX-License-Identifier: Apache-2.0
// TOML from outside: what is refused, and where; what is read as TOML says.
#include "conformance/examine/bounded_toml.hpp"

#include <fmt/format.h>

#include "conformance/testing/catch.hpp"

namespace hallmark::conformance {
namespace {

std::string fault(std::string_view text) {
  try {
    (void)parse_toml(text);
    return "";
  } catch (const BadToml& bad) {
    return fmt::format("{}:{}: {}", bad.line, bad.column, bad.what());
  }
}

std::string repeat(std::string_view part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

TEST_CASE("toml: nesting of every kind is bounded") {
  constexpr std::size_t many = 100'000;
  const std::string keys = "a" + repeat(".a", many);
  const std::string texts[] = {
      "x = " + repeat("[", many) + repeat("]", many),
      "x = " + repeat("{a=", many) + "1" + repeat("}", many),
      keys + " = 1",
      "[" + keys + "]",
      "[[" + keys + "]]",
      "x = {" + keys + " = 1}",
      "\"a\"" + repeat(" . 'b'", many) + " = 1",
      "x = " + repeat("[\n", many),
      "x = " + repeat("{a.a.a = [", many),
      "x = " + repeat("[{a = 1}, ", many),
      "a = \"\"\"\n[[[\\\\\"\"\"\n" + keys + " = 1",
  };
  for (const std::string& text : texts) {
    INFO(text.substr(0, 40));
    CHECK(fault(text).find("nested deeper than 64 levels") != std::string::npos);
  }
  CHECK(fault("# " + keys + "\nx = '" + keys + "'\ny = \"" + keys + "\"\nz = '''\n" + keys + "'''") == "");
  CHECK(fault("x = " + repeat("[", 64) + repeat("]", 64)) == "");
  CHECK(fault("x = " + repeat("[", 65) + repeat("]", 65)) == "1:69: nested deeper than 64 levels");
  CHECK(fault("a" + repeat(".a", 64) + " = 1") == "");
  CHECK(fault("a" + repeat(".a", 65) + " = 1") == "1:130: nested deeper than 64 levels");
  CHECK(fault("x = [" + repeat("1.5, ", 1000) + "]\n" + repeat("[[t]]\na.b.c = {d.e = 1.5}\n", 1000)) == "");
}

TEST_CASE("toml: characters beyond ASCII stand in strings and comments alone") {
  CHECK(fault("# \u65e5\nx = \"\u65e5\"\ny = '\u00e9'\nz = \"\"\"\n\u65e5 \"\" \u65e5\"\"\"\"\" # \u00e9") == "");
  CHECK(fault("\"\u65e5\" = {'\u00e9' = ''} # \u65e5") == "");
  CHECK(fault("x = '' \u65e5") == "1:8: a character beyond ASCII outside of strings and comments");
  CHECK(fault("\n\u00e9 = 1") == "2:1: a character beyond ASCII outside of strings and comments");
  CHECK(fault("[h]\ufb99") == "1:4: a character beyond ASCII outside of strings and comments");
  CHECK(fault("x = \"\u65e5\u65e5\\\u00e9\"").find("1:9: a character beyond ASCII after a backslash") == 0);
  CHECK(fault("x = \"\"\"\\\n  \u00e9\"\"\"").find("2:3: a character beyond ASCII after a backslash") == 0);
  CHECK(parse_toml("x = \"\"\"\\\n  \\u00e9\"\"\"")["x"].value<std::string>() == "\u00e9");
}

// What stands inside is then no string to toml++, which looks for white space in it.
TEST_CASE("toml: no string begins inside a word that should be a value") {
  for (const char* const text :
       {"x = 1\"\ufe7f\"", "x = 1{'\ufe7f'", "x = [1.\"\ufe7f\"", "x = {y = a=\"\ufe7f\"", "x = =\"\ufe7f\"",
        "x = [[1], 2[[\"\ufe7f", "x = 1979-05-27 07\"\ufe7f", "x = [\n1\r'\ufe7f'"}) {
    CAPTURE(text);
    CHECK(fault(text).find(": a quotation mark inside a word") != std::string::npos);
  }
  CHECK(fault("x = 12\"\ufe7f\"") == "1:7: a quotation mark inside a word");
  CHECK(fault("x'\ufe7f' = 1") != "");
  CHECK(fault("x = '''a''''''\ufe7f'''") != "");
  for (const char* const text :
       {"\"\u65e5\".'\u00e9'={a='\u00e9'}\nz=['\u00e9','b',\t\"\u00e9\"]\n[\"\u00e9\"]", "\ufeff\"\u00e9\" = ''",
        "a.\"\u00e9\"='\u00e9'\n[b.'\u00e9']\n[[c.'\u00e9'.d]]\ne={f.\"\u00e9\"='\u00e9',g=[{h='\u00e9'}, [[1], "
        "'\u00e9']]}",
        "x = [ # '\n  1, # \"\n  '\u00e9',\n  {y = 1, z = '\u00e9'}, '\u00e9'\n]\nt = 1979-05-27 07:32:00\nu = "
        "'\u00e9'",
        "x = 1.5e3\r\ny = '\u00e9'\r\nz = true\t# '\nw = \"\u00e9\""}) {
    CAPTURE(text);
    CHECK(fault(text) == "");
  }
}

TEST_CASE("toml: strings end where TOML ends them") {
  CHECK(parse_toml("x = \"\"\"a\"\"\"\"\"\ny = 'b'")["x"].value<std::string>() == "a\"\"");
  CHECK(parse_toml("x = ''''a'''''\ny = 'b'")["x"].value<std::string>() == "'a''");
  CHECK(parse_toml("x = ''\ny = \"\"\nz = '\\'\nw = \"\\\"\\\\\"")["w"].value<std::string>() == "\"\\");
  CHECK(parse_toml("x = \"\"\"\\  \r\n\r\n  \\\\\"\"\"")["x"].value<std::string>() == "\\");
}

TEST_CASE("toml: what is no TOML is refused with its place") {
  CHECK(fault("\xef\xbb\xbfx = 1\r\ny = 2\r\n") == "");
  const std::pair<std::string, std::string> rows[] = {
      {"x = 1\nx = 2", "2:5: "}, {"[[[", "1:3: "},
      {"x = \"\\", "1:"},        {"x = '\xff'", "1:5: "},
      {"x = '\n'", "1:6: "},     {std::string("x = 1\0", 6), "1:"},
      {"x = 1e999", "1:"},       {"x = 18446744073709551616", "1:25: "},
      {"x = '''", "1:8: "},      {"x = \"\"\"\\", "1:"},
      {"x = \"\"\"\\\n", "1:"},
  };
  for (const auto& [text, place] : rows) {
    INFO(text);
    CHECK(fault(text).substr(0, place.size()) == place);
  }
}

}  // namespace
}  // namespace hallmark::conformance
