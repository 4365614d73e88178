// What the program reads besides inputs, nested 100,000 levels deep: refused with its place, wherever it comes from.
#include "conformance/program/testing/support.hpp"
#include "conformance/reports/samples.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::report_test {
namespace {

using namespace program_testing;

const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');

// with_deep puts the nesting in the place of a value of a JSON text.
std::string with_deep(std::string text, std::string_view before) {
  const std::size_t at = text.find(before);
  REQUIRE(at != std::string::npos);
  return text.replace(at, before.size(), std::string(before.substr(0, before.find(':') + 1)) + deep);
}

TEST_CASE("program: a result that is nested without end is refused by every form of a report") {
  const Folder place;
  reports::ConformanceResult sample = crashed_result("calm");
  sample.implementation.capabilities = {{{"format", "x"}, {"ops", {"y"}}, {"features", {"z"}}}};
  const std::string result = to_json(sample).dump();
  const std::string validation = to_json(sample_validation("calm")).dump();
  place.write("capabilities.json", with_deep(result, R"("features":["z"])"));
  place.write("stderr.json", with_deep(result, R"("stderr":"calm\ncalm")"));
  place.write("corpus.json", with_deep(result, R"("vectors":3)"));
  place.write("inputs.json", with_deep(validation, R"("scratch":0)"));
  place.write("matrix.json", R"({"matrix_version":1,"validations":[],"results":)" + deep + "}");
  place.write("unknown.json", R"({"unknown":)" + deep + "," + result.substr(1));
  for (const char* file : {"capabilities", "stderr", "corpus", "inputs", "matrix", "unknown"}) {
    for (const char* command : {"report sarif F", "report junit F", "report github F", "report markdown F",
                                "report badge F", "report badge --json F", "report merge F", "report diff F F",
                                "report html -o r F", "report site -o s F", "vectors disputed F"}) {
      std::string words = command;
      for (std::size_t at = 0; (at = words.find('F', at)) != std::string::npos;) {
        words.replace(at, 1, std::string(file) + ".json");
      }
      INFO(words);
      const Ran ran = run_in(place, words);
      expect(ran, 2, std::string(file) + ".json:1:");
      expect(ran, 2, "nested deeper than 64 levels");
    }
  }
}

TEST_CASE("program: vectors, expectations and settings that are nested without end are refused") {
  const Folder place;
  place.write("vectors.json", R"({"format":"$format","spec":{},"notes":{},"vectors":)"_filled + deep + "}");
  std::string keys = "a";
  for (int i = 0; i < 100'000; ++i) keys += ".a";
  place.write("arrays.toml", "expect = " + deep);
  place.write("keys.toml", keys + " = 1");
  place.write("headers.toml", "\n[[" + keys + "]]");
  place.write("arrays/hallmark.toml", "warn = " + deep);
  place.write("keys/hallmark.toml", "[" + keys + "]");
  expect(run_in(place, "conform --vectors vectors.json -- true"), 2, "vectors.json:1:");
  expect(run_in(place, "conform --expect arrays.toml -- true"), 4, "arrays.toml:1: nested deeper than 64 levels");
  expect(run_in(place, "conform --expect keys.toml -- true"), 4, "keys.toml:1: nested deeper than 64 levels");
  expect(run_in(place, "conform --expect headers.toml -- true"), 4, "headers.toml:2: nested deeper than 64 levels");
  for (const char* folder : {"arrays", "keys"}) {
    const program_testing::Finished finished = program_testing::run({"validate", "."}, {.folder = place.path(folder)});
    CHECK(finished.exit == 4);
    CHECK(finished.err.find("hallmark.toml:1:") != std::string::npos);
    CHECK(finished.err.find("nested deeper than 64 levels") != std::string::npos);
  }
}

TEST_CASE("program: lines that are nested without end are refused, of testees and of those who ask the reference") {
  const Folder place;
  place.write("request", R"({"cmd":"run","seq":1,"op":"encode","format":"$second","value":)"_filled + deep + "}\n");
  place.write("hello", R"({"protocol":1,"implementation":{"name":"n"},"capabilities":)" + deep + "}\n");
  place.write("good", R"({"protocol":1,"implementation":{"name":"n"},"capabilities":[{"format":"$second","ops":)"_filled
                      R"(["decode"]}]})"
                      "\n"
                      R"({"seq":0,"result":"unsupported"})"
                      "\n");
  place.write("reply", R"({"seq":1,"result":"accepted","value":{"x":)" + deep + "}}\n");
  place.write("value", R"({"x":)" + deep + "}\n");
  expect(run_in(place, "serve-testee < request"), 0, R"({"result":"failed","message":"nested deeper than 256 levels)");
  expect(run_with_example(place, "conform -- sh -c 'cat hello; cat > /dev/null'"), 2, "nested deeper than 256 levels");
  const std::string conform = "conform --format $second --run '$second/dtypes/*' "_filled;
  for (const char* testee :
       {"-- sh -c 'cat good reply; cat > /dev/null'", "--one-shot -- sh -c 'cat > /dev/null; cat value'"}) {
    expect(run_with_example(place, conform + testee), 1, "nested deeper than 256 levels");
  }
}

TEST_CASE("program: a result is refused for its size before it is read") {
  const Folder place;
  place.write("large.json", "");
  std::filesystem::resize_file(place.path("large.json"), (std::uintmax_t{256} << 20) + 1);  // without blocks
  expect(run_in(place, "report badge large.json"), 2, "large.json: larger than 256 MiB");
  expect(run_in(place, "report badge - < /dev/zero"), 2, "standard input: larger than 256 MiB");
  place.write("request",
              R"({"cmd":"run","op":"decode","format":"$second","input":{"path":"/dev/zero","nbytes":1}})"_filled
              "\n");
  expect(run_in(place, "serve-testee < request"), 0, "/dev/zero: larger than 256 MiB");
  expect(run_in(place, "conform --expect large.json -- true"), 4, "large.json: larger than 16 MiB");
}

}  // namespace
}  // namespace hallmark::report_test
