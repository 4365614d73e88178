// SPDX-License-Identifier: Apache-2.0
// hallmark convert: Futhark values between text and binary.
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;
using namespace std::string_literals;

namespace {

Finished convert(const std::string& to, const std::string& input, const Words& more = {}) {
  return run(Words{"convert", "--format", "futhark", "--to", to} + more + Words{"-"}, {.input = input});
}

const std::string i8_scalar = "b\2\0  i8\xff"s;
const std::string no_f32 = "b\2\2 f32\0\0\0\0\0\0\0\0\3\0\0\0\0\0\0\0"s;
const std::string bools = "b\2\2bool\2\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\1\0"s;

}  // namespace

TEST_CASE("convert writes text a line a value, each element with its suffix") {
  const Finished finished = convert("text", i8_scalar + "\n" + no_f32 + "[[1, 2], [3, 4]] .5", {"--profile", "compat"});
  CHECK(finished.exit == 0);
  CHECK(finished.err.empty());
  CHECK(finished.out == "-1i8\nempty([0][3]f32)\n[[1i32, 2i32], [3i32, 4i32]]\n0.5f64\n");
}

TEST_CASE("convert writes binary values that touch, or stand in lines") {
  const std::string text = "-1i8 empty([0][3]f32) [[true], [false]]";
  CHECK(convert("binary", text).out == i8_scalar + no_f32 + bools);
  CHECK(convert("binary", text, {"--line-feeds"}).out == i8_scalar + "\n" + no_f32 + "\n" + bools + "\n");
}

TEST_CASE("text converted to binary and back is the same text") {
  const std::string text = "1.0e23f64\n-0.0f16\nf32.nan\n[-32768i16, 32767i16]\n18446744073709551615u64\n";
  CHECK(convert("text", convert("binary", text).out).out == text);
}

TEST_CASE_METHOD(InFolder, "convert of an invalid file writes nothing but its findings, to standard error") {
  const std::string out = folder.path("out");
  const Finished finished = convert("text", "1 [2,, 3]", {"-o", out});
  CHECK(finished.exit == 1);
  CHECK(finished.out.empty());
  CHECK(finished.err.find("-:5: error:") != std::string::npos);
  CHECK(finished.err.find("futhark/value-start") != std::string::npos);
  CHECK_FALSE(fs::exists(out));
}

TEST_CASE("convert says of which other format a file is") {
  const std::string hint = "only Futhark values can be converted\n";
  CHECK(convert("text", "OINF\0\1\0\0"s).err.ends_with(" (oinf); " + hint));
  CHECK(convert("text", "GGUF").err.ends_with(" (gguf); " + hint));
  CHECK(convert("text", "[2,, 3]").err.find(hint) == std::string::npos);
}

TEST_CASE_METHOD(InFolder, "a NaN that text has no word for is refused at its bytes before anything is written") {
  const std::string out = folder.write("out", "kept");
  expect(convert("text", "7 " + "b\2\1 f32\2\0\0\0\0\0\0\0\0\0\x80\x3f\1\0\xc0\x7f"s, {"-o", out}), 1,
         {"-:21: error: ", "futhark/nan-text", "values[1].data"});
  CHECK(folder.read("out") == "kept");
}

TEST_CASE("a text that needs more memory than is allowed is not converted") {
  const Finished finished = convert("binary", "[1i64, 2i64, 3i64]", {"--max-alloc", "100"});
  CHECK(finished.exit == 2);
  CHECK(finished.out.empty());
  CHECK(finished.err.find("hallmark/max-alloc") != std::string::npos);
}

TEST_CASE_METHOD(InFolder,
                 "a converted file that may not grow is an error that names it, and what was there before stays") {
  std::string text = "[1";
  for (int i = 0; i < 20'000; ++i) text += ", 1";
  folder.write("array.in", text + "]");
  folder.write("old", "old");
  for (const std::string name : {"new", "old"}) {
    const Finished finished = run({"convert", "--to", "text", "-o", name, "array.in"},
                                  {.folder = folder.path(), .limits = {{RLIMIT_FSIZE, 20'000}}});
    CHECK(finished.exit == 2);
    CHECK(finished.err == "hallmark: cannot write to " + name + ": File too large\n");
  }
  CHECK_FALSE(fs::exists(folder.path("new")));
  CHECK(folder.read("old") == "old");
  CHECK(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()) == 2);  // array.in and old
}

TEST_CASE("convert knows one format and two forms") {
  CHECK(run({"convert", "--format", example::format, "--to", "text", "-"}).exit == 4);
  CHECK(run({"convert", "--format", "futhark", "--to", "json", "-"}).exit == 4);
  CHECK(run({"convert", "--format", "futhark", "-"}).exit == 4);
  CHECK(run({"convert", "--to", "text", "/nowhere/values.in"}).exit == 2);
}
