// The generator of Futhark streams.
#include <algorithm>

#include "conformance/futhark/generate.hpp"
#include "conformance/generate/noise.hpp"

namespace hallmark::futhark {
namespace {

using conformance::Choices;
using conformance::Input;

Input any_binary(Choices& choices, std::uint32_t most) {
  const bool line_feeds = choices.chance(2);
  return {written(any_values(choices, most), {Form::binary, line_feeds}), {}, {}};
}

Input any(Choices& choices) {
  if (choices.below(3) == 0) return any_binary(choices, 4);
  const OwnedValues values = any_values(choices, 4);
  return {any_stream(values, choices, Liberty::none), {}, {"text"}};
}

// Binary arrays, as test data of numerical programs: matrices, a vector of labels, and bytes up to the size.
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  conformance::Noise noise(seed);
  std::uint64_t left = size;
  const auto value = [&](DType dtype, const conformance::Dims& dims) {
    const std::uint64_t bytes = size_of(dtype) * conformance::count_of(dims);
    const std::vector<std::byte> header = written_header(dtype, dims);
    out.write(header);
    write_elements(noise, dtype, bytes, out);
    left -= std::min(left, header.size() + bytes);
  };
  constexpr std::uint64_t least = 128;  // bytes; a smaller rest is one array
  constexpr DType types[] = {DType::f32, DType::f64, DType::f16, DType::i64, DType::i32, DType::boolean};
  for (int arrays = 0; arrays < 6 && left > least; ++arrays) {
    const DType dtype = types[noise.below(std::size(types))];
    const std::uint64_t elements = left / 3 / size_of(dtype);
    const std::uint64_t columns = std::min<std::uint64_t>(elements, 2 + noise.below(255));
    value(dtype, {elements / columns, columns});
  }
  if (left > smallest_array) {
    value(DType::u8, {left - smallest_array});
    return {};
  }
  // Less than an array takes: a scalar and line feeds.
  if (left > 0) value(DType::u8, {});
  out.write(std::vector<std::byte>(static_cast<std::size_t>(left), std::byte{'\n'}));
  return {};
}

std::string plain_text_values(Choices& choices) {
  constexpr std::string_view values[] = {"1i32", "-2.5f32", "true", "[1, 2, 3]", "empty([0]i64)", "0x1f", "f32.nan"};
  std::string text;
  for (std::uint32_t left = 1 + choices.below(3); left > 0; --left) {
    text += std::string(values[choices.below(std::size(values))]) + "\n";
  }
  return text;
}

// Values before and behind, all of one form: in binary, as words, or in any spelling.
Input surrounded(const Input& broken, Choices& choices) {
  enum Form { binary, plain_text, any_form, forms };
  const auto form = static_cast<Form>(choices.below(forms));
  const auto some = [&]() -> std::vector<std::byte> {
    if (form == binary) return any_binary(choices, 3).bytes;
    if (form == plain_text) return bytes_of(plain_text_values(choices));
    return any_stream(any_values(choices, 2), choices, Liberty::none);
  };
  Input input = broken;
  const std::uint32_t where = choices.below(3);  // 0: before, 1: behind, 2: both
  if (where != 0) {
    const std::vector<std::byte> behind = some();
    input.bytes.push_back(std::byte{'\n'});
    input.bytes.insert(input.bytes.end(), behind.begin(), behind.end());
  }
  if (where != 1) {
    std::vector<std::byte> before = some();
    before.push_back(std::byte{'\n'});
    before.insert(before.end(), input.bytes.begin(), input.bytes.end());
    input.bytes = std::move(before);
  }
  if (form != binary) conformance::add_feature(input.features, "text");
  return input;
}

}  // namespace
}  // namespace hallmark::futhark

namespace hallmark::conformance::generator {

extern const Generator futhark;
const Generator futhark{"futhark", "futhark#specification", hallmark::futhark::any, hallmark::futhark::sized,
                        hallmark::futhark::surrounded};

}  // namespace hallmark::conformance::generator
