// Where the encoder of `futhark` finds what it refuses, and what it has written by then. By which rules it refuses, the
// golden vectors say.
#include <algorithm>

#include "codecs/futhark/rules.hpp"
#include "conformance/futhark/generate.hpp"
#include "conformance/testing/catch.hpp"

namespace hallmark::futhark {
namespace {

struct Refusal {
  const char* what;
  Form form;
  OwnedValue value;
  std::uint64_t offset;
  std::uint64_t length;
};

TEST_CASE("futhark: an encoder refuses at the byte of the data, and writes the values before and nothing else") {
  const auto bytes = [](std::vector<std::uint8_t> data) {
    const Bytes view = std::as_bytes(std::span(data));
    return std::vector<std::byte>(view.begin(), view.end());
  };
  const Refusal rows[] = {
      {"data too short", Form::binary, {DType::i16, {2}, bytes({1, 2, 3})}, 0, 0},
      {"a bool of 2", Form::binary, {DType::boolean, {3}, bytes({1, 0, 2})}, 2, 1},
      {"a bool of 255", Form::text, {DType::boolean, {}, bytes({255})}, 0, 1},
      {"a NaN of f16 with a payload", Form::text, {DType::f16, {2}, bytes({0, 0, 1, 0x7e})}, 2, 2},
      {"a signalling NaN of f32", Form::text, {DType::f32, {}, bytes({1, 0, 0x80, 0x7f})}, 0, 4},
      {"a negative NaN of f64", Form::text, {DType::f64, {}, bytes({0, 0, 0, 0, 0, 0, 0xf8, 0xff})}, 0, 8},
  };
  for (const Refusal& row : rows) {
    CAPTURE(row.what);
    const OwnedValue first{DType::u8, {}, bytes({7})};
    const Style style{row.form};
    std::vector<std::byte> expected = written({first}, style);
    const std::size_t size = expected.size();
    expected.resize(64, std::byte{0xa5});
    const OwnedValues values = {first, row.value};
    const Borrowed borrowed(values);
    std::vector<std::byte> out(64, std::byte{0xa5});
    Scratch none;
    const Encoded encoded = encode({borrowed.view(), style}, none, out);
    REQUIRE(encoded.refusal.rule != nullptr);
    CHECK(encoded.refusal.offset == row.offset);
    CHECK(encoded.refusal.length == row.length);
    CHECK(encoded.size == size);
    CHECK(out == expected);
    CHECK(encoded_size({borrowed.view(), style}) == size);
  }
}

}  // namespace
}  // namespace hallmark::futhark
