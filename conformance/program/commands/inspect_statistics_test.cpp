// hallmark inspect --stats of vectors: names, bits, and the median of many.
#include "conformance/program/testing/inputs.hpp"
#include "conformance/program/testing/support.hpp"
#include "conformance/testing/catch.hpp"

using namespace hallmark;
using namespace hallmark::program_testing;

namespace {

std::string bytes_of(const std::vector<float>& numbers) {
  return std::string(as_text(std::as_bytes(std::span(numbers))));
}

// The output without its headline.
std::string shown(const std::string& file, const char* format) {
  const Finished finished = run({"inspect", "--stats", "--format", format, "-"}, {.input = file});
  CHECK(finished.exit == 0);
  CHECK(finished.err.empty());
  const std::size_t line = finished.out.find("\n\n");
  REQUIRE(line != std::string::npos);
  return finished.out.substr(line + 2);
}

Json shown_json(const std::string& file, const char* format) {
  return parsed(run({"inspect", "--stats", "--json", "--format", format, "-"}, {.input = file}).out).at("stats");
}

}  // namespace

TEST_CASE("vectors are known by their paths, bits by their two values") {
  using namespace std::string_literals;
  const std::string floats = "\x27\x00"s + bytes_of({1, 2});
  CHECK(shown(document(binary("small", "\x03\x00\x01\xff"s) + binary("bits", "\x10\x03\xa0"s)) +
                  document(binary("x.y", floats) + binary("none", "\x10\x00"s)),
              example::format) ==
        "documents[0].small: i8[2] = { 1, -1 }\n"
        "- [nbytes: 2, min: -1, max: 1, mean: 0, median: 0, std: 1]\n"
        "- hist:\n"
        "\t-1:1 0:0 1:1\n"
        "\n"
        "documents[0].bits: packed_bit[5] = { 1, 0, 1, 0, 0 }\n"
        "- [nbytes: 1, min: 0, max: 1, mean: 0.4, median: 0, std: 0.489898]\n"
        "- hist:\n"
        "\t0:3 1:2\n"
        "\n"
        "documents[1][\"x.y\"]: f32[2] = { 1, 2 }\n"
        "- [nbytes: 8, min: 1, max: 2, mean: 1.5, median: 1.5, std: 0.5]\n"
        "- hist:\n"
        "\t[1,1.1):1\n\t[1.1,1.2):0\n\t[1.2,1.3):0\n\t[1.3,1.4):0\n\t[1.4,1.5):0\n"
        "\t[1.5,1.6):0\n\t[1.6,1.7):0\n\t[1.7,1.8):0\n\t[1.8,1.9):0\n\t[1.9,2):1\n"
        "\n"
        "documents[1].none: packed_bit[0] -- empty\n");
  CHECK(shown("\x03\x00\x07\x09"s, example::second).find("i8[2] = { 7, 9 }\n") == 0);
}

TEST_CASE("the median of a sample says so") {
  std::string file("\x27\x00", 2);
  for (int i = 0; i < 1 << 20; ++i) file += bytes_of({static_cast<float>(i)});
  CHECK(shown(file, example::second).find(", median: 524288, std: ") != std::string::npos);
  CHECK_FALSE(shown_json(file, example::second)[0].contains("median_sample"));
  file += bytes_of({static_cast<float>(1 << 20)});
  const Json stats = shown_json(file, example::second)[0];
  const std::uint64_t sample = stats.at("median_sample").get<std::uint64_t>();
  CHECK(sample <= 1 << 20);
  const std::string said = " (of a sample of " + std::to_string(sample) + "), std: ";
  CHECK(shown(file, example::second).find(said) != std::string::npos);
}
