// Results do not depend on the rounding mode of the host: numbers in text come to the same bits, and are printed with
// the same digits.
#include "conformance/testing/rounding.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "conformance/core/decimal_of.hpp"
#include "conformance/testing/catch.hpp"
#include "hallmark/core/scratch.hpp"
#include "hallmark/futhark.hpp"
#include "hallmark/kserve.hpp"

namespace {

using namespace hallmark;

// Numbers without a sign, as JSON and Futhark write them.
std::vector<std::string> numbers() {
  std::vector<std::string> all = {
      "0", "0.0", "0e5", "1", "0.1", "0.2", "0.3", "1e22", "1e23", "1.7976931348623157e308", "3.4028235e38",
      // Halves, which go to the even neighbour, and what is next to them.
      "2049", "2051", "2050.999", "2051.001", "16777217", "16777219", "16777217.0000001", "9007199254740993",
      "9007199254740995", "9007199254740993.000000000000000000000000001", "1.00048828125", "1.00146484375",
      "1.000000059604644775390625", "1.00000017881393432617187500",
      // The least, and half of it.
      "5.9604644775390625e-8", "2.98023223876953125e-8", "1e-45", "7.006492321624085e-46", "7.0064923216240862e-46",
      "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "2.2250738585072011e-308", "1e-400",
      // The greatest, and half a step beyond.
      "65504", "65519.99", "65520", "3.4028235677973366e38", "1.7976931348623159e308", "1e400"};
  std::mt19937_64 random(20260321);
  const auto print = [&all](const char* format, double value) {
    char text[64];
    all.emplace_back(text, static_cast<std::size_t>(std::snprintf(text, sizeof text, format, value)));
  };
  for (int i = 0; i < 4000; ++i) {
    const double small = static_cast<double>(random() >> 11) / 0x1p53;
    print("%.1f", small * 1000);
    print("%.7f", small);
    print("%.9g", small * 4);
    print("%.17g", small);
    const double any = std::bit_cast<double>(random() >> 1);
    print("%.17e", std::isfinite(any) ? any : 1);
    print("%.5e", std::isfinite(any) ? any : 1);
    print("%.17g", static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(random() >> 34))));
    print("%.6g", static_cast<double>(random() % 1000000) * 1e-10);  // among the subnormal numbers of f16
    all.push_back(std::to_string(random() >> random() % 64) + "e" +
                  std::to_string(static_cast<int>(random() % 46) - 23));
  }
  for (int i = 0; i < 40; ++i) {
    std::string text = "0.";
    for (int digits = 0; digits < 900; ++digits) text += static_cast<char>('0' + random() % 10);
    all.push_back(text);
  }
  return all;
}

// The finite elements of a type: all of f16, some of the others.
std::vector<std::uint64_t> elements(DType dtype) {
  std::vector<std::uint64_t> all;
  std::mt19937_64 random(20260322);
  const std::uint64_t sign = sign_bit(dtype);
  const auto add = [&](std::uint64_t bits) {
    if ((bits & infinity_bits(dtype)) != infinity_bits(dtype)) all.push_back(bits);
  };
  if (dtype == DType::f16) {
    for (std::uint64_t bits = 0; bits <= 0xffff; ++bits) add(bits);
    return all;
  }
  for (const std::uint64_t bits : {std::uint64_t{0}, std::uint64_t{1}, infinity_bits(dtype) - 1}) {
    add(bits);
    add(bits | sign);
  }
  for (int i = 0; i < 20000; ++i) {
    add(random() & (2 * sign - 1));
    const double plain = static_cast<double>(random() % 1000000) / 1000;
    add(dtype == DType::f64 ? std::bit_cast<std::uint64_t>(plain)
                            : std::bit_cast<std::uint32_t>(static_cast<float>(plain)));
  }
  return all;
}

std::vector<std::byte> data_of(const std::vector<std::uint64_t>& elements, DType dtype) {
  std::vector<std::byte> data;
  for (const std::uint64_t bits : elements) {
    std::byte bytes[8];
    store_le(bytes, bits);
    data.insert(data.end(), bytes, bytes + size_of(dtype));
  }
  return data;
}

std::vector<std::byte> shape_of(std::uint64_t size) {
  std::vector<std::byte> shape(sizeof size);
  store_le(shape.data(), size);
  return shape;
}

}  // namespace

TEST_CASE("rounding: a decimal number has the same bits under every mode of the host") {
  const std::vector<std::string> texts = numbers();
  for (const DType dtype : {DType::f16, DType::f32, DType::f64}) {
    CAPTURE(dtype);
    CHECK(testing::differences([&] {
            std::vector<std::uint64_t> all;
            for (const std::string& text : texts) all.push_back(float_bits(testing::decimal_of(text), dtype));
            return all;
          }) == "");
  }
}

TEST_CASE("rounding: Futhark text is written and read the same under every mode of the host") {
  for (const DType dtype : {DType::f16, DType::f32, DType::f64}) {
    CAPTURE(dtype);
    const std::vector<std::byte> data = data_of(elements(dtype), dtype);
    const std::vector<std::byte> shape = shape_of(data.size() / size_of(dtype));
    const TensorView tensor{"", dtype, Shape(shape), data, true};
    const futhark::ValueList list{.values = {&tensor, 1}, .style = {.form = Form::text}};
    std::vector<std::byte> text(futhark::encoded_size(list));
    CHECK(testing::differences([&] {
            Scratch none_needed;
            REQUIRE(futhark::encode(list, none_needed, text));
            return text;
          }) == "");
    std::vector<std::byte> memory(4 * text.size() + 4096);
    CHECK(testing::differences([&] {
            Scratch scratch(memory);
            const auto stream = futhark::decode(text, scratch);
            REQUIRE(stream);
            Scratch values(memory);
            futhark::ValueView value;
            futhark::Values all(*stream, values);
            REQUIRE(all.next(value));
            return std::vector<std::byte>(value.tensor.data.begin(), value.tensor.data.end());
          }) == "");
  }
}

TEST_CASE("rounding: KServe data in JSON are written and read the same under every mode of the host") {
  for (const DType dtype : {DType::f32, DType::f64}) {
    CAPTURE(dtype);
    const std::vector<std::byte> data = data_of(elements(dtype), dtype);
    const std::vector<std::byte> shape = shape_of(data.size() / size_of(dtype));
    kserve::MessageTensor tensor;
    tensor.tensor = {"a", dtype, Shape(shape), data, true};
    tensor.encoding = kserve::Encoding::json;
    kserve::MessageView message;
    message.tensors = {&tensor, 1};
    std::vector<std::byte> body(kserve::encoded_size(kserve::Role::request, message));
    std::vector<std::byte> memory(kserve::encode_scratch(kserve::Role::request, message));
    CHECK(testing::differences([&] {
            Scratch scratch(memory);
            const auto written = kserve::encode(kserve::Role::request, message, scratch, body);
            REQUIRE(written);
            return body;
          }) == "");
    CHECK(testing::differences([&] {
            Scratch scratch(memory);
            Options options;
            options.header_length = body.size();
            const auto read = kserve::decode(kserve::Role::request, body, scratch, options);
            REQUIRE(read);
            const Bytes found = read->tensors[0].tensor.data;
            return std::vector<std::byte>(found.begin(), found.end());
          }) == "");
  }
}
