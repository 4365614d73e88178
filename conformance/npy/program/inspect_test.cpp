// SPDX-License-Identifier: Apache-2.0
// hallmark inspect: what is said of the elements of an array first.
#include "conformance/npy/generate.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

std::string array_of(const std::string& descr, const conformance::Dims& shape, std::size_t size) {
  return std::string(as_text(npy::with_header(1, npy::header_of(descr, shape), std::vector<std::byte>(size))));
}

Finished inspected(const std::string& bytes, const std::string& option) {
  return run({"inspect", option, "--format", "npy", "-"}, {.input = bytes});
}

}  // namespace

TEST_CASE("inspect says what the fields of an element are, with those inside them, by the paths of findings") {
  const std::string inner = "[('x', '>f4', (2, 3)), ('', '|V4'), (('t', 'when'), '<M8[25s]')]";
  const std::string file = array_of("[('a\\n', '|u1'), ('b', " + inner + ", (2,))]", {3}, 3 * 73);
  const Finished text = inspected(file, "--no-config");
  CHECK(text.exit == 0);
  CHECK_THAT(text.out, Catch::Contains("\nitemsize: 73\n"
                                       "field descr[0]: name a\\x0a, dtype |u1, offset 0\n"
                                       "field descr[1]: name b, dtype structure, shape [2], offset 1\n"
                                       "field descr[1].descr[0]: name x, dtype >f4, shape [2,3], offset 1\n"
                                       "field descr[1].descr[1]: padding 4, offset 25\n"
                                       "field descr[1].descr[2]: name when, title t, dtype <M8[25s], offset 29\n"));
  CHECK_THAT(text.out, Catch::Contains("shape: str = \"(3,)\""));
  const Json json = parsed(inspected(file, "--json").out);
  CHECK(breach(json, "inspect.schema.json") == "");
  CHECK(json.at("summary").at("field").size() == 5);
  CHECK(json.at("summary").at("field").at("descr[0]") == Json{{"name", "a\n"}, {"dtype", "|u1"}, {"offset", 0}});
}

TEST_CASE("of many fields a thousand are shown, and how many there are more") {
  std::string fields;
  for (int i = 0; i < 600; ++i) fields += "('" + std::to_string(i) + "', [('x', '|u1')]), ";
  const Json summary = parsed(inspected(array_of("[" + fields + "]", {0}, 0), "--json").out).at("summary");
  CHECK(summary.at("field").size() == 1000);
  CHECK(summary.at("fields_left_out") == 100);
  const Json none = parsed(inspected(array_of("[]", {2}, 0), "--json").out);
  CHECK(none.at("summary") == Json{{"itemsize", 0}});
  CHECK(breach(none, "inspect.schema.json") == "");
}

TEST_CASE("numbers have statistics whatever their order; of an array without fields nothing is said first") {
  const Bytes data = as_bytes(std::string_view("\0\1\0\2\0\3\1\0", 8));
  const std::string file(as_text(npy::with_header(1, npy::header_of("'>i2'", {2, 2}, true), data)));
  CHECK(parsed(inspected(file, "--json").out).at("summary") == Json::object());
  const Json stats =
      parsed(run({"inspect", "--stats", "--json", "--format", "npy", "-"}, {.input = file}).out).at("stats").back();
  CHECK(stats.at("dtype") == "i16");
  CHECK(stats.at("shape") == Json{2, 2});
  CHECK(stats.at("first") == Json{1, 3, 2, 256});
  CHECK(stats.at("min") == 1);
  CHECK(stats.at("max") == 256);
  CHECK(inspected(file, "--tokens").exit == 0);
}
