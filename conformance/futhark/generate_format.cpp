// SPDX-License-Identifier: Apache-2.0
// The generator of Futhark streams.
#include <algorithm>

#include "conformance/futhark/generate.hpp"
#include "conformance/generate/noise.hpp"

namespace hallmark::futhark {
namespace {

using conformance::Choices;
using conformance::Input;

Input any(Choices& choices) {
  if (choices.below(3) == 0) {
    const bool line_feeds = choices.chance(2);
    return {written(any_values(choices, 4), {Form::binary, line_feeds}), {}, {}};
  }
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

}  // namespace
}  // namespace hallmark::futhark

namespace hallmark::conformance::generator {

extern const Generator futhark;
const Generator futhark{"futhark", "futhark#specification", hallmark::futhark::any, hallmark::futhark::sized};

}  // namespace hallmark::conformance::generator
