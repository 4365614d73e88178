// SPDX-License-Identifier: Apache-2.0
// Where the encoder of `futhark` finds what it refuses, and what it has written by then. By which rules it refuses, the
// golden vectors say.
#include "conformance/futhark/generate.hpp"
#include "conformance/testing/catch.hpp"

using namespace std::string_view_literals;

namespace hallmark::futhark {
namespace {

struct Refusal {
  Form form;
  OwnedValue value;
  std::uint64_t offset;
  std::uint64_t length;
};

TEST_CASE("futhark: an encoder refuses at the byte of the data, and writes the values before and nothing else") {
  const Refusal rows[] = {
      {Form::binary, {DType::i16, {2}, bytes_of("too")}, 0, 0},
      {Form::binary, {DType::boolean, {3}, bytes_of("\1\0\2"sv)}, 2, 1},
      {Form::text, {DType::f16, {2}, bytes_of("\0\0\1\x7e"sv)}, 2, 2},  // a NaN with a payload
  };
  for (const auto& [form, value, offset, length] : rows) {
    const OwnedValues values = {{DType::u8, {}, bytes_of("7")}, value};
    std::vector<std::byte> expected = written({values.front()}, {form});
    const std::size_t size = expected.size();
    expected.resize(64, std::byte{0xa5});
    const Borrowed borrowed(values);
    std::vector<std::byte> out(64, std::byte{0xa5});
    Scratch none;
    const Encoded encoded = encode({borrowed.view(), {form}}, none, out);
    REQUIRE(encoded.refusal.rule != nullptr);
    CHECK(encoded.refusal.offset == offset);
    CHECK(encoded.refusal.length == length);
    CHECK(encoded.size == size);
    CHECK(out == expected);
    CHECK(encoded_size({borrowed.view(), {form}}) == size);
  }
}

}  // namespace
}  // namespace hallmark::futhark
