// Decimal numbers: every text of up to five characters out of `0159.-+eE_`, as the element of a KServe tensor in JSON
// and as a number with underscores, against the grammar of RFC 8259 and the C library.
#include "codecs/core/decimal.hpp"

#include <array>
#include <bit>
#include <cstdlib>
#include <string>
#include <vector>

#include "conformance/testing/counted.hpp"
#include "conformance/testing/decimal_of.hpp"
#include "hallmark/core/scratch.hpp"
#include "hallmark/kserve.hpp"

namespace {

using namespace hallmark;
using namespace hallmark::testing;

bool digit(char c) { return c >= '0' && c <= '9'; }

// Grammar reads a number of JSON: `at` is where it ends, `text.size()` only if it is one from beginning to end.
struct Grammar {
  explicit Grammar(std::string_view of) : text(of) {}

  bool one(std::string_view any) {
    const bool there = at < text.size() && any.find(text[at]) != std::string_view::npos;
    at += there ? 1 : 0;
    return there;
  }
  bool digits() {
    const std::size_t from = at;
    while (at < text.size() && digit(text[at])) ++at;
    return at > from;
  }
  bool number() {
    (void)one("-");
    if (!one("0") && !digits()) return false;
    if (one(".") && !digits()) return false;
    if (one("eE")) {
      (void)one("+-");
      if (!digits()) return false;
    }
    return at == text.size();
  }

  std::string_view text;
  std::size_t at = 0;
};

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

// is_underscored: digits and underscores that begin with a digit, and a fraction and an exponent of the same kind.
bool is_underscored(std::string_view text) {
  Grammar in(text);
  const auto run = [&in] {
    if (!in.digits()) return false;
    while (in.one("_") || in.digits()) continue;
    return true;
  };
  if (!run() || (in.one(".") && !run())) return false;
  if (in.one("eE")) {
    (void)in.one("+-");
    if (!run()) return false;
  }
  return in.at == text.size();
}

std::string without_underscores(const std::string& text) {
  std::string plain;
  for (const char c : text) {
    if (c != '_') plain += c;
  }
  return plain;
}

// every_text calls `check` with every text of up to five characters.
template <class Check>
void every_text(const Check& check) {
  constexpr std::string_view alphabet = "0159.-+eE_";
  std::string text;
  const auto extend = [&](const auto& self) -> void {
    check(text);
    if (text.size() == 5) return;
    for (const char next : alphabet) {
      text.push_back(next);
      self(self);
      text.pop_back();
    }
  };
  extend(extend);
}
constexpr std::uint64_t texts = 111111;

}  // namespace

TEST_CASE(
    "exhaustive: every text of up to five characters is a number of JSON or none, with the bits of the C library") {
  Counted counted;
  std::uint64_t numbers = 0;
  std::vector<std::byte> memory(4096);
  every_text([&](const std::string& text) {
    std::optional<std::uint64_t> expected;
    const double value = std::strtod(text.c_str(), nullptr);
    // What rounds to infinity is refused: 9e999 has five characters.
    if (Grammar(text).number() && value - value == 0) expected = std::bit_cast<std::uint64_t>(value);
    numbers += expected ? 1 : 0;
    counted.check(json_number(text, memory) == expected, [&] { return text; });
  });
  counted.close(texts);
  CHECK(numbers > 1000);
}

TEST_CASE("exhaustive: every number of up to five characters with underscores has the bits of the C library") {
  Counted counted;
  std::uint64_t numbers = 0;
  every_text([&](const std::string& text) {
    if (!is_underscored(text)) return;
    ++numbers;
    const std::string plain = without_underscores(text);
    const Decimal number = decimal_of(text);
    const auto f64 = std::bit_cast<std::uint64_t>(std::strtod(plain.c_str(), nullptr));
    const auto f32 = std::bit_cast<std::uint32_t>(std::strtof(plain.c_str(), nullptr));
    counted.check(float_bits(number, DType::f64) == f64 && float_bits(number, DType::f32) == f32, [&] { return text; });
  });
  counted.close(numbers);
  CHECK(numbers > 1000);
}
