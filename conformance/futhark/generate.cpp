// Makes Futhark values from choices, and encodes them.
#include "conformance/futhark/generate.hpp"

namespace hallmark::futhark {
namespace {

class Generator {
 public:
  explicit Generator(conformance::Choices& choices) : choices_(choices) {}

  // value is, now and then, of the type and shape of the one before.
  OwnedValue value(const OwnedValue* before) {
    OwnedValue value{dtypes[choices_.below(std::size(dtypes))], {}, {}};
    const bool again = before != nullptr && choices_.chance(2);
    if (again) {
      value.dtype = before->dtype;
      value.dims = before->dims;
    } else {
      shape(value);
    }
    for (std::uint64_t count = conformance::count_of(value.dims); count > 0; --count) {
      const std::uint64_t bits = element(value.dtype);
      for (unsigned i = 0; i < width(value.dtype); i += 8) value.data.push_back(static_cast<std::byte>(bits >> i));
    }
    return value;
  }

 private:
  void shape(OwnedValue& value) {
    value.dims = conformance::small_dims(choices_, 6);
    if (choices_.chance(60)) {
      value.dims.assign(127, 1);
    } else if (!value.dims.empty() && choices_.chance(5)) {
      conformance::make_empty(value.dims, choices_, 1);
    } else if (value.dims.size() == 1 && choices_.chance(8)) {
      value.dims.front() = 60 + choices_.below(300);
    }
  }

  std::uint64_t element(DType dtype) {
    if (dtype == DType::boolean) return choices_.below(2);
    const std::uint64_t all = UINT64_MAX >> (64 - width(dtype));
    const std::uint64_t near = std::uint64_t{choices_.below(5)} - 2;
    switch (choices_.below(5)) {
      case 0: return choices_.below(10) & all;
      case 1: return near & all;  // around 0
      case 2: return ((std::uint64_t{1} << choices_.below(width(dtype))) + near) & all;
      case 3: return is_floating(dtype) ? edge(dtype) : (all / 2 + near) & all;
      default: return choices_.word() & all;
    }
  }
  std::uint64_t edge(DType dtype) {
    const std::uint64_t infinity = word_of_infinity(dtype);
    const std::uint64_t edges[] = {0, 1, infinity, infinity - 1, word_of_nan(dtype), word_of_nan(dtype) + 1};
    return edges[choices_.below(std::size(edges))] | (choices_.chance(2) ? sign(dtype) : 0);
  }

  conformance::Choices& choices_;
};

}  // namespace

std::uint64_t word_of_infinity(DType dtype) {
  return dtype == DType::f16 ? 0x7c00 : dtype == DType::f32 ? 0x7f800000 : 0x7ff0000000000000;
}
std::uint64_t word_of_nan(DType dtype) {
  return dtype == DType::f16 ? 0x7e00 : dtype == DType::f32 ? 0x7fc00000 : 0x7ff8000000000000;
}

OwnedValue owned(const ValueView& value) {
  const TensorView& tensor = value.tensor;
  return {tensor.dtype, conformance::dims_of(tensor.shape), {tensor.data.begin(), tensor.data.end()}};
}

Borrowed::Borrowed(const OwnedValues& values) {
  for (const OwnedValue& value : values) {
    tensors_.push_back({{}, value.dtype, shapes_.of(value.dims), value.data, true});
  }
}

OwnedValues any_values(conformance::Choices& choices, std::uint32_t most) {
  OwnedValues values;
  Generator generator(choices);
  for (std::uint32_t left = choices.below(std::uint64_t{most} + 1); left > 0; --left) {
    OwnedValue next = generator.value(values.empty() ? nullptr : &values.back());
    values.push_back(std::move(next));
  }
  return values;
}

bool has_text(const OwnedValue& value) {
  if (!is_floating(value.dtype)) return true;
  for (std::size_t i = 0; i < value.data.size() / size_of(value.dtype); ++i) {
    const std::uint64_t bits = load(value, i);
    if (is_nan(bits, value.dtype) && bits != word_of_nan(value.dtype)) return false;
  }
  return true;
}

std::vector<std::byte> written(const OwnedValues& values, const Style& style) {
  const Borrowed borrowed(values);
  std::vector<std::byte> out(static_cast<std::size_t>(encoded_size({borrowed.view(), style})));
  Scratch none_needed;
  if (!encode({borrowed.view(), style}, none_needed, out)) return {};
  return out;
}

}  // namespace hallmark::futhark
