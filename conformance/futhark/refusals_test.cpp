// What the encoder of `futhark` refuses, by which rule and at which byte.
#include <algorithm>

#include "codecs/futhark/rules.hpp"
#include "conformance/futhark/streams.hpp"

namespace hallmark::futhark {
namespace {

struct Refusal {
  const char* what;
  const Rule* rule;
  Form form;
  DType dtype;
  std::vector<std::uint64_t> dims;
  std::vector<std::uint8_t> data;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

TEST_CASE(
    "futhark: an encoder refuses by the rule that the value breaks, at the byte of the data, and writes nothing") {
  const std::uint64_t high = std::uint64_t{1} << 63;
  const std::vector<std::uint64_t> deep(128, 1);
  const Refusal rows[] = {
      {"no type of Futhark", &rule<"futhark/dtype">, Form::binary, DType::bf16, {1}, {0, 0}},
      {"bytes", &rule<"futhark/dtype">, Form::text, DType::bytes, {}, {}},
      {"128 dimensions", &rule<"futhark/rank">, Form::binary, DType::u8, deep, {1}},
      {"128 levels", &rule<"futhark/rank">, Form::text, DType::u8, deep, {1}},
      {"a dimension of 2^63", &rule<"futhark/dimension">, Form::binary, DType::u8, {high}, {1}},
      {"a dimension of 2^63 behind another", &rule<"futhark/dimension">, Form::text, DType::u8, {1, high}, {1}},
      {"a dimension of 2^64-1 in an empty value",
       &rule<"futhark/dimension-empty">,
       Form::binary,
       DType::u8,
       {UINT64_MAX, 0},
       {}},
      {"a dimension of 2^63 in an empty value", &rule<"futhark/dimension-empty">, Form::text, DType::u8, {0, high}, {}},
      {"more elements than 64 bits count", &rule<"futhark/element-count">, Form::binary, DType::u8, {high / 2, 4}, {1}},
      {"more bytes than 64 bits count", &rule<"futhark/element-count">, Form::text, DType::u64, {high / 4}, {}},
      {"data too short", &rule<"futhark/data-size">, Form::binary, DType::i16, {2}, {1, 2, 3}},
      {"data too long", &rule<"futhark/data-size">, Form::text, DType::i16, {}, {1, 2, 3}},
      {"data of an empty value", &rule<"futhark/data-size">, Form::binary, DType::i8, {0}, {1}},
      {"no data", &rule<"futhark/data-size">, Form::binary, DType::i8, {}, {}},
      {"a bool of 2", &rule<"futhark/boolean">, Form::binary, DType::boolean, {3}, {1, 0, 2}, 2, 1},
      {"a bool of 255", &rule<"futhark/boolean">, Form::text, DType::boolean, {}, {255}, 0, 1},
      {"a NaN of f16 with a payload", &rule<"futhark/nan-text">, Form::text, DType::f16, {2}, {0, 0, 1, 0x7e}, 2, 2},
      {"a signalling NaN of f32", &rule<"futhark/nan-text">, Form::text, DType::f32, {}, {1, 0, 0x80, 0x7f}, 0, 4},
      {"a negative NaN of f64",
       &rule<"futhark/nan-text">,
       Form::text,
       DType::f64,
       {},
       {0, 0, 0, 0, 0, 0, 0xf8, 0xff},
       0,
       8},
  };
  for (const Refusal& row : rows) {
    CAPTURE(row.what);
    OwnedValue value{row.dtype, row.dims, {}};
    for (const std::uint8_t byte : row.data) value.data.push_back(static_cast<std::byte>(byte));
    const OwnedValues values = {value};
    const Borrowed borrowed(values);
    Stream out(4096, std::byte{0xa5});
    Scratch none;
    const Encoded encoded = encode({borrowed.view(), {row.form}}, none, out);
    REQUIRE(encoded.refusal.rule != nullptr);
    CHECK(encoded.refusal.rule->id == row.rule->id);
    CHECK(encoded.refusal.offset == row.offset);
    CHECK(encoded.refusal.length == row.length);
    CHECK(encoded.size == 0);
    CHECK(out == Stream(4096, std::byte{0xa5}));
    CHECK(encoded_size({borrowed.view(), {row.form}}) == 0);
  }
}

TEST_CASE("futhark: the values before one that is refused are written") {
  const OwnedValues values = {{DType::u8, {}, {std::byte{7}}}, {DType::boolean, {}, {std::byte{2}}}};
  const Borrowed borrowed(values);
  const Stream first = written({values.front()}, {});
  Stream out(64);
  Scratch none;
  const Encoded encoded = encode({borrowed.view(), {}}, none, out);
  CHECK(encoded.refusal.rule == &rule<"futhark/boolean">);
  CHECK(encoded.size == first.size());
  CHECK(std::equal(first.begin(), first.end(), out.begin()));
}

}  // namespace
}  // namespace hallmark::futhark
