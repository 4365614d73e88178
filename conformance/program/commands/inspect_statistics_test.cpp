// SPDX-License-Identifier: Apache-2.0
// hallmark inspect --stats: text and JSON. The files are OINF models, whose verifier the output follows.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "conformance/model/model.hpp"
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

Json data(const std::string& bytes) { return {{"base64", conformance::to_base64(as_bytes(bytes))}}; }

template <class T>
std::string bytes_of(const std::vector<T>& numbers) {
  return std::string(as_text(std::as_bytes(std::span(numbers))));
}

template <class T>
Json tensor(const std::string& name, const std::string& dtype, const Json& shape, const std::vector<T>& numbers) {
  return {{"name", name}, {"dtype", dtype}, {"shape", shape}, {"data", data(bytes_of(numbers))}};
}

// An OINF file of these tensors.
std::string oinf(const Json& tensors, const Json& metadata = Json::array(), const Json& sizevars = Json::object()) {
  const Json value = {{"sizevars", sizevars}, {"metadata", metadata}, {"tensors", tensors}};
  const conformance::EncodeReply reply = conformance::model_named("oinf")->encode(value, {});
  REQUIRE(reply.refusal.rule == nullptr);
  return std::string(as_text(reply.bytes));
}

// The output without its headline.
std::string shown_statistics(const std::string& file) {
  const Finished finished = run({"inspect", "--stats", "--format", "oinf", "-"}, {.input = file});
  CHECK(finished.exit == 0);
  CHECK(finished.err.empty());
  const std::size_t line = finished.out.find("\n\n");
  REQUIRE(line != std::string::npos);
  return finished.out.substr(line + 2);
}

Json statistics_json(const std::string& file) {
  return parsed(run({"inspect", "--stats", "--json", "--format", "oinf", "-"}, {.input = file}).out).at("stats");
}

constexpr float inf = std::numeric_limits<float>::infinity();
const float nan_of_one_sign = std::copysign(std::numeric_limits<float>::quiet_NaN(), -1.0F);

}  // namespace

TEST_CASE("size variables, metadata with their types, and tensors without data are one line each") {
  const Json metadata = {
      {{"key", "alpha"}, {"type", "f32"}, {"data", data(bytes_of<float>({0.1F}))}},
      {{"key", "big"}, {"type", "u64"}, {"data", data(bytes_of<std::uint64_t>({UINT64_MAX}))}},
      {{"key", "flag"}, {"type", "bool"}, {"data", data("\x01")}},
      {{"key", "half"}, {"type", "f16"}, {"data", data("\x55\x35")}},
      {{"key", "list"}, {"type", "ndarray"}, {"dtype", "f16"}, {"shape", {2, 1}}, {"data", data({"\0\x3c\0\xc0", 4})}},
      {{"key", "mask"}, {"type", "bitset"}, {"bits", 3}, {"data", data("\x05")}},
      {{"key", "mode"}, {"type", "string"}, {"value", "clamp_up"}},
  };
  const Json tensors = {{{"name", "y"}, {"dtype", "i16"}, {"shape", Json::array()}, {"data", nullptr}},
                        {{"name", "z"}, {"dtype", "f64"}, {"shape", {2, 3}}, {"data", nullptr}}};
  CHECK(shown_statistics(oinf(tensors, metadata, {{"B", 1024}, {"D", "18446744073709551615"}})) ==
        "B := 1024\n"
        "D := 18446744073709551615\n"
        "\n"
        "alpha: f32 = 0.1\n"
        "big: u64 = 18446744073709551615\n"
        "flag: bool = true\n"
        "half: f16 = 0.333252\n"
        "list: f16[2, 1] = { \n"
        "{ 1 } ,\n"
        "{ -2 } ,\n"
        "}\n"
        "mask: bitset[3] = 05\n"
        "mode: str = \"clamp_up\"\n"
        "\n"
        "y: i16[] -- uninitialized\n"
        "\n"
        "z: f64[2, 3] -- uninitialized\n");
}

TEST_CASE("a tensor of numbers shows both ends, its statistics and ten bins") {
  std::vector<float> numbers;
  for (int i = 0; i < 100; ++i) numbers.push_back(static_cast<float>(i * i) / 8);
  CHECK(shown_statistics(oinf(Json::array({tensor("w", "f32", {100}, numbers)}))) ==
        "w: f32[100] = { 0, 0.125, 0.5, 1.125, 2, ..., 1128.12, 1152, 1176.12, 1200.5, 1225.12 }\n"
        "- [nbytes: 400, min: 0, max: 1225.12, mean: 410.438, median: 306.312, std: 369.162]\n"
        "- hist:\n"
        "\t[0,122.513):32\n"
        "\t[122.513,245.025):13\n"
        "\t[245.025,367.538):10\n"
        "\t[367.538,490.05):8\n"
        "\t[490.05,612.562):8\n"
        "\t[612.562,735.075):6\n"
        "\t[735.075,857.587):6\n"
        "\t[857.587,980.1):6\n"
        "\t[980.1,1102.61):5\n"
        "\t[1102.61,1225.12):6\n");
}

TEST_CASE("what is not finite is counted and left out of everything else") {
  CHECK(shown_statistics(oinf({tensor<float>("a", "f32", {6}, {inf, 1, nan_of_one_sign, -inf, 1, inf}),
                               tensor<float>("b", "f32", {2}, {inf, nan_of_one_sign})})) ==
        "a: f32[6] = { inf, 1, nan, -inf, 1, inf }\n"
        "- [nbytes: 24, min: 1, max: 1, mean: 1, median: 1, std: 0]\n"
        "- nan: 1, inf: 2, -inf: 1 (all else is of the 2 finite values)\n"
        "- hist:\n"
        "\t[1]=2\n"
        "\n"
        "b: f32[2] = { inf, nan }\n"
        "- [nbytes: 8]\n"
        "- nan: 1, inf: 1, -inf: 0 (all else is of the 0 finite values)\n");
}

TEST_CASE("integers of a small span and booleans are counted one by one") {
  CHECK(shown_statistics(oinf({tensor<std::int64_t>("i", "i64", {3}, {-1, 2, -1}),
                               tensor<char>("t", "bool", {3, 2}, {1, 0, 1, 1, 1, 1})})) ==
        "i: i64[3] = { -1, 2, -1 }\n"
        "- [nbytes: 24, min: -1, max: 2, mean: 0, median: -1, std: 1.41421]\n"
        "- hist:\n"
        "\t-1:2 0:0 1:0 2:1\n"
        "\n"
        "t: bool[3, 2] = { \n"
        "{ true, false } ,\n"
        "{ true, true } ,\n"
        "...\n"
        "}\n"
        "- [nbytes: 6, min: 0, max: 1, mean: 0.833333, median: 1, std: 0.372678]\n"
        "- hist:\n"
        "\t0:1 1:5\n");
}

TEST_CASE("extremes of integers are exact, and the range of doubles does not overflow") {
  const double huge = std::numeric_limits<double>::max();
  const std::string text = shown_statistics(oinf({tensor<std::int64_t>("i", "i64", {2}, {INT64_MIN, INT64_MAX}),
                                                  tensor<std::uint64_t>("u", "u64", {2}, {UINT64_MAX - 1, UINT64_MAX}),
                                                  tensor<double>("w", "f64", {2}, {-huge, huge})}));
  for (const char* line :
       {"min: -9223372036854775808, max: 9223372036854775807, mean: 0, median: -0.5, std: 9.22337e+18]\n",
        "min: 18446744073709551614, max: 18446744073709551615, mean: 1.84467e+19, median: 18446744073709551614.5,",
        "\t18446744073709551614:1 18446744073709551615:1\n",
        "min: -1.79769e+308, max: 1.79769e+308, mean: 0, median: 0, std: 1.79769e+308]\n",
        "\t[-1.79769e+308,-1.43815e+308):1\n", "\t[1.43815e+308,1.79769e+308):1\n"}) {
    CAPTURE(text, line);
    CHECK(text.find(line) != std::string::npos);
  }
}

TEST_CASE("scalars, single elements and empty tensors") {
  CHECK(shown_statistics(oinf({tensor<float>("empty", "f32", {3, 0}, {}), tensor<float>("one", "f32", {1, 1}, {0.25F}),
                               tensor<float>("x", "f32", Json::array(), {10.35F})})) ==
        "empty: f32[3, 0] -- empty\n"
        "\n"
        "one: f32[1, 1] = 0.25\n"
        "\n"
        "x: f32 = 10.35\n");
}

TEST_CASE("statistics as JSON hold the same, and strings where JSON has no number") {
  const Json metadata = {{{"key", "k"}, {"type", "f32"}, {"data", data(bytes_of<float>({inf}))}},
                         {{"key", "m"}, {"type", "string"}, {"value", "v"}}};
  Json stats = statistics_json(oinf({tensor<float>("a", "f32", {3}, {1, nan_of_one_sign, 4}),
                                     tensor<std::int64_t>("i", "i64", {2}, {INT64_MIN, INT64_MIN + 1}),
                                     {{"name", "n"}, {"dtype", "u8"}, {"shape", {5}}, {"data", nullptr}}},
                                    metadata, {{"B", 7}}));
  REQUIRE(stats.size() == 6);
  CHECK(stats[0] == Json({{"kind", "number"}, {"name", "B"}, {"value", 7}}));
  CHECK(stats[1] == Json({{"kind", "scalar"}, {"name", "k"}, {"dtype", "f32"}, {"value", "inf"}}));
  CHECK(stats[2] == Json({{"kind", "text"}, {"name", "m"}, {"value", "v"}}));
  CHECK(stats[3].at("histogram").at("counts") == Json({1, 0, 0, 0, 0, 0, 0, 0, 0, 1}));
  CHECK(stats[3].at("histogram").at("edges").size() == 11);
  stats[3].erase("histogram");
  CHECK(stats[3] == Json::parse(R"({"kind": "tensor", "name": "a", "path": "tensors[0]", "data": true, "dtype": "f32",
    "shape": [3], "elements": 3, "nbytes": 12, "first": [1.0, "nan", 4.0], "last": [], "finite": 2, "nan": 1, "inf": 0,
    "negative_inf": 0, "min": 1.0, "max": 4.0, "mean": 2.5, "median": 2.5, "std": 1.5})"));
  CHECK(stats[4].at("min") == "-9223372036854775808");
  CHECK(stats[4].at("median") == "-9223372036854775807.5");
  CHECK(stats[4].at("histogram") == Json({{"form", "values"}, {"counts", {1, 1}}, {"first", "-9223372036854775808"}}));
  CHECK(stats[5] == Json::parse(R"({"kind": "tensor", "name": "n", "path": "tensors[2]", "data": false, "dtype": "u8",
    "shape": [5], "elements": 5})"));
}

TEST_CASE("statistics need no data in memory, and nothing of what is not valid") {
  const std::string file = oinf(Json::array({tensor("t", "u8", {100000}, std::vector<char>(100000, 'x'))}));
  CHECK(run({"inspect", "--stats", "--max-alloc", "1000", "-"}, {.input = file}).exit == 0);
  const Finished bad = run({"inspect", "--stats", "--json", "--format", example::format, "-"}, {.input = bad_input()});
  CHECK(bad.exit == 1);
  CHECK_FALSE(parsed(bad.out).contains("stats"));
  // A write error in the middle of the walk ends like one at the end.
  std::string many;
  for (int i = 0; i < 2000; ++i) many += document(binary("v", std::string("\x03\x00\x01\x02", 4)));
  for (const std::string& input : {document(binary("v", std::string("\x03\x00\x01", 3))), many}) {
    const Finished full =
        run({"inspect", "--stats", "--format", example::format, "-"}, {.input = input, .output = "/dev/full"});
    CHECK(full.exit == 2);
  }
}

TEST_CASE("inspect without statistics shows a model's entries by their names") {
  const Json metadata = {{{"key", "alpha"}, {"type", "f16"}, {"data", data({"\0\x3c", 2})}},
                         {{"key", "mask"}, {"type", "bitset"}, {"bits", 3}, {"data", data("\x05")}},
                         {{"key", "mode"}, {"type", "string"}, {"value", "clamp"}}};
  const Json tensors = {tensor<std::uint16_t>("h", "f16", {2}, {0xc000, 0x3555}),
                        {{"name", "y"}, {"dtype", "i16"}, {"shape", {4}}, {"data", nullptr}}};
  const std::string text = run({"inspect", "-"}, {.input = oinf(tensors, metadata, {{"dtype", 3}, {"type", 4}})}).out;
  const std::string shown = text.substr(text.find('\n') + 1);
  const std::string entries =
      "\n"
      "dtype := 3\n"
      "type := 4\n"
      "\n"
      "alpha: f16 = 1\n"
      "mask: bitset[3] = 05\n"
      "mode: str = \"clamp\"\n"
      "\n"
      "offset  bytes  dtype  shape  name\n";
  CAPTURE(shown);
  CHECK(shown.substr(0, entries.size()) == entries);
  CHECK(
      shown.ends_with("      4  f16    [2]    h\n"
                      "     -      -  i16    [4]    y\n"
                      "2 tensors, 6 parameters, 4 bytes of f16\n"));
}
