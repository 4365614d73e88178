// SPDX-License-Identifier: Apache-2.0
// Makes Futhark values from choices, writes and reads them.
#include "conformance/futhark/generate.hpp"

#include <algorithm>
#include <stdexcept>

#include "conformance/generate/formats.hpp"
#include "conformance/generate/noise.hpp"

namespace hallmark::futhark {
namespace {

using conformance::Choices;

conformance::Dims any_dims(Choices& choices) {
  conformance::Dims dims = conformance::small_dims(choices, 6);
  if (choices.chance(60)) {
    dims.assign(127, 1);
  } else if (!dims.empty() && choices.chance(5)) {
    conformance::make_empty(dims, choices, 1);
  } else if (dims.size() == 1 && choices.chance(8)) {
    dims.front() = 60 + choices.below(300);
  }
  return dims;
}

std::uint64_t any_edge(Choices& choices, DType dtype) {
  const std::uint64_t infinity = infinity_bits(dtype);
  const std::uint64_t edges[] = {0, 1, infinity, infinity - 1, nan_bits(dtype), nan_bits(dtype) + 1};
  return edges[choices.below(std::size(edges))] | (choices.chance(2) ? sign_bit(dtype) : 0);
}

std::uint64_t any_element(Choices& choices, const Type& type) {
  if (type.is_bool()) return choices.below(2);
  const unsigned width = 8U * type.size;
  const std::uint64_t all = UINT64_MAX >> (64 - width);
  const std::uint64_t near = std::uint64_t{choices.below(5)} - 2;
  switch (choices.below(5)) {
    case 0: return choices.below(10) & all;
    case 1: return near & all;  // around 0
    case 2: return ((std::uint64_t{1} << choices.below(width)) + near) & all;
    case 3: return type.is_float() ? any_edge(choices, type.dtype) : (all / 2 + near) & all;
    default: return choices.word() & all;
  }
}

void demand(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace

Borrowed::Borrowed(const OwnedValues& values) {
  for (const OwnedValue& value : values) {
    tensors_.push_back({{}, value.dtype, true, shapes_.of(value.dims), value.data});
  }
}

std::vector<std::byte> written(const OwnedValues& values, const Style& style) {
  const Borrowed borrowed(values);
  std::vector<std::byte> out(static_cast<std::size_t>(encoded_size({borrowed.view(), style})));
  Scratch none_needed;
  if (!encode({borrowed.view(), style}, none_needed, out)) return {};
  return out;
}

std::optional<OwnedValues> read(Bytes input, const Options& options) {
  std::vector<std::byte> memory(scratch_bound(input, options));
  Scratch scratch(memory);
  const auto stream = decode(input, scratch, options);
  if (!stream) return std::nullopt;
  std::vector<std::byte> reading(read_scratch(*stream, options));
  Values values(*stream, Scratch(reading), options);
  OwnedValues all;
  std::uint64_t end = 0;
  std::uint64_t text_memory = 0;
  for (ValueView value; values.next(value); end = value.offset + value.length) {
    demand(value.offset >= end && value.length > 0, "values follow each other");
    const auto& [name, dtype, has_data, shape, data] = value.tensor;
    if (value.form == Form::text) {
      const std::uint64_t needed = data.size() + 8 * shape.rank();
      demand(needed <= 4 * value.length, "text is read into 4 bytes for each of its own at most");
      text_memory = std::max(text_memory, needed);
    }
    all.push_back({dtype, conformance::dims_of(shape), {data.begin(), data.end()}});
  }
  demand(end <= input.size() && all.size() == stream->values, "all values that were counted can be read");
  demand(text_memory == stream->text_memory, "the memory that reading needs is that of the largest text");
  return all;
}

OwnedValues any_values(Choices& choices, std::uint32_t most) {
  OwnedValues values;
  for (std::uint32_t left = choices.below(std::uint64_t{most} + 1); left > 0; --left) {
    OwnedValue value{types[choices.below(std::size(types))].dtype, {}, {}};
    if (!values.empty() && choices.chance(2)) {  // of the type and shape of the one before
      value.dtype = values.back().dtype;
      value.dims = values.back().dims;
    } else {
      value.dims = any_dims(choices);
    }
    const Type& type = *type_of(value.dtype);
    value.data.resize(conformance::count_of(value.dims) * type.size);
    for (std::size_t at = 0; at < value.data.size(); at += type.size)
      store_bits(value.data.data() + at, any_element(choices, type), type.size);
    values.push_back(std::move(value));
  }
  return values;
}

bool has_text(const OwnedValue& value) {
  return refusal(Borrowed({value}).view().front(), {Form::text}).rule == nullptr;
}

namespace {

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

const conformance::Generator futhark_generator{"futhark", "futhark#specification", any, sized};

}  // namespace hallmark::futhark
