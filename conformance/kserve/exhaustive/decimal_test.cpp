// SPDX-License-Identifier: Apache-2.0
// Decimal numbers: every text of up to five characters out of `0159.-+eE_`, as the element of a KServe tensor in JSON
// and as a number with underscores, against the grammar of RFC 8259 and the C library.
#include "codecs/core/decimal.hpp"

#include <bit>
#include <cstdlib>
#include <regex>
#include <string>
#include <vector>

#include "conformance/testing/counted.hpp"
#include "conformance/testing/decimal_of.hpp"
#include "conformance/testing/every_text.hpp"
#include "hallmark/core/scratch.hpp"
#include "hallmark/kserve.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::testing;

const std::regex of_json("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
// Digits and underscores that begin with a digit, and a fraction and an exponent of the same kind.
const std::regex underscored("[0-9][0-9_]*(\\.[0-9][0-9_]*)?([eE][-+]?[0-9][0-9_]*)?");

// json_number gives the bits of the f64 that a request with this text as its only element holds, or nothing.
std::optional<std::uint64_t> json_number(const std::string& text, std::vector<std::byte>& memory) {
  const std::string body = R"({"inputs":[{"name":"a","shape":[1],"datatype":"FP64","data":[)" + text + "]}]}";
  Options options;
  options.header_length = body.size();
  Scratch scratch(memory);
  const auto request = kserve::decode(kserve::Role::request, as_bytes(body), scratch, options);
  if (!request) return {};
  return load_le<std::uint64_t>(request->tensors[0].tensor.data.data());
}

constexpr std::string_view alphabet = "0159.-+eE_";
constexpr std::uint64_t texts = 111111;

}  // namespace

TEST_CASE(
    "exhaustive: every text of up to five characters is a number of JSON or none, with the bits of the C library") {
  Counted counted;
  std::uint64_t numbers = 0;
  std::vector<std::byte> memory(4096);
  every_text(alphabet, 5, [&](const std::string& text) {
    std::optional<std::uint64_t> expected;
    const double value = std::strtod(text.c_str(), nullptr);
    // What rounds to infinity is refused: 9e999 has five characters.
    if (value - value == 0 && std::regex_match(text, of_json)) expected = std::bit_cast<std::uint64_t>(value);
    numbers += expected ? 1 : 0;
    counted.check(json_number(text, memory) == expected, [&] { return text; });
  });
  counted.close(texts);
  CHECK(numbers > 1000);
}

TEST_CASE("exhaustive: every number of up to five characters with underscores has the bits of the C library") {
  Counted counted;
  std::uint64_t numbers = 0;
  every_text(alphabet, 5, [&](const std::string& text) {
    if (!std::regex_match(text, underscored)) return;
    ++numbers;
    std::string plain = text;
    std::erase(plain, '_');
    const Decimal number = decimal_of(text);
    const auto f64 = std::bit_cast<std::uint64_t>(std::strtod(plain.c_str(), nullptr));
    const auto f32 = std::bit_cast<std::uint32_t>(std::strtof(plain.c_str(), nullptr));
    counted.check(float_bits(number, DType::f64) == f64 && float_bits(number, DType::f32) == f32, [&] { return text; });
  });
  counted.close(numbers);
  CHECK(numbers > 1000);
}
