// SPDX-License-Identifier: Apache-2.0
// What the program reads besides inputs, nested 100,000 levels deep: refused with its place, wherever it comes from.
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::report_test {
namespace {

using namespace program_testing;

const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');

TEST_CASE_METHOD(InFolder, "program: vectors, expectations and settings that are nested without end are refused") {
  folder.write("vectors.json", R"({"format":"$format","spec":{},"notes":{},"vectors":)"_filled + deep + "}");
  std::string keys = "a";
  for (int i = 0; i < 100'000; ++i) keys += ".a";
  folder.write("arrays.toml", "expect = " + deep);
  folder.write("keys.toml", keys + " = 1");
  folder.write("headers.toml", "\n[[" + keys + "]]");
  folder.write("arrays/hallmark.toml", "warn = " + deep);
  folder.write("keys/hallmark.toml", "[" + keys + "]");
  expect(run_in(folder, "conform --vectors vectors.json -- true"), 2, "vectors.json:1:");
  expect(run_in(folder, "conform --expect arrays.toml -- true"), 4, "arrays.toml:1: nested deeper than 64 levels");
  expect(run_in(folder, "conform --expect keys.toml -- true"), 4, "keys.toml:1: nested deeper than 64 levels");
  expect(run_in(folder, "conform --expect headers.toml -- true"), 4, "headers.toml:2: nested deeper than 64 levels");
  for (const char* below : {"arrays", "keys"}) {
    const program_testing::Finished finished = program_testing::run({"validate", "."}, {.folder = folder.path(below)});
    CHECK(finished.exit == 4);
    CHECK(finished.err.find("hallmark.toml:1:") != std::string::npos);
    CHECK(finished.err.find("nested deeper than 64 levels") != std::string::npos);
  }
}

TEST_CASE_METHOD(
    InFolder, "program: lines that are nested without end are refused, of testees and of those who ask the reference") {
  folder.write("request", R"({"cmd":"run","seq":1,"op":"encode","format":"$second","value":)"_filled + deep + "}\n");
  folder.write("hello", R"({"protocol":1,"implementation":{"name":"n"},"capabilities":)" + deep + "}\n");
  folder.write("good",
               R"({"protocol":1,"implementation":{"name":"n"},"capabilities":[{"format":"$second","ops":)"_filled
               R"(["decode"]}]})"
               "\n"
               R"({"seq":0,"result":"unsupported"})"
               "\n");
  folder.write("reply", R"({"seq":1,"result":"accepted","value":{"x":)" + deep + "}}\n");
  folder.write("value", R"({"x":)" + deep + "}\n");
  expect(run_in(folder, "serve-testee < request"), 0, R"({"result":"failed","message":"nested deeper than 256 levels)");
  expect(run_with_example(folder, "conform -- sh -c 'cat hello; cat > /dev/null'"), 2, "nested deeper than 256 levels");
  const std::string conform = "conform --format $second --run '$second/dtypes/*' "_filled;
  for (const char* testee :
       {"-- sh -c 'cat good reply; cat > /dev/null'", "--one-shot -- sh -c 'cat > /dev/null; cat value'"}) {
    expect(run_with_example(folder, conform + testee), 1, "nested deeper than 256 levels");
  }
}

TEST_CASE_METHOD(InFolder, "program: a result is refused for its size before it is read") {
  folder.write("large.json", "");
  std::filesystem::resize_file(folder.path("large.json"), (std::uintmax_t{256} << 20) + 1);  // without blocks
  expect(run_in(folder, "report badge large.json"), 2, "large.json: larger than 256 MiB");
  expect(run_in(folder, "report badge - < /dev/zero"), 2, "standard input: larger than 256 MiB");
  folder.write("request",
               R"({"cmd":"run","op":"decode","format":"$second","input":{"path":"/dev/zero","nbytes":1}})"_filled
               "\n");
  expect(run_in(folder, "serve-testee < request"), 0, "/dev/zero: larger than 256 MiB");
  expect(run_in(folder, "conform --expect large.json -- true"), 4, "large.json: larger than 16 MiB");
}

}  // namespace
}  // namespace hallmark::report_test
