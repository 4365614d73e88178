#include "conformance/show/content_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/show/hex.hpp"
#include "conformance/show/long_text.hpp"

namespace hallmark::show {
namespace {

using conformance::Histogram;
using conformance::Statistics;
using conformance::text_of;
using show::text_of;

constexpr std::uint64_t shown_each_end = 5;
constexpr std::uint64_t shown_rows = 5;
constexpr std::size_t shown_bits_bytes = 4;

// `{ 1, 2, 3, 4, 5, ..., 8, 9, 10, 11, 12 }`: up to ten elements, else the first and the last five.
template <class Show>
std::string row(std::uint64_t first, std::uint64_t count, const Show& show) {
  std::string out = "{ ";
  for (std::uint64_t i = 0; i < count; ++i) {
    if (i != 0) out += ", ";
    if (count > 2 * shown_each_end && i == shown_each_end) {
      out += "..., ";
      i = count - shown_each_end;
    }
    out += show(first + i);
  }
  return out + " }";
}

std::string element_text(const TensorView& tensor, std::uint64_t index) {
  const conformance::Quantity element = conformance::element_at(tensor.dtype, tensor.data, index);
  if (tensor.dtype == DType::boolean) return element.whole != 0 ? "true" : "false";
  return text_of(element);
}

std::uint64_t elements_of(const TensorView& tensor) {
  const std::uint64_t size = size_of(tensor.dtype);
  return size == 0 ? 0 : tensor.data.size() / size;
}

// A tensor of n >= 2 dimensions shows its first n rows, as the OINF verifier does.
std::string values(const TensorView& tensor) {
  const auto show = [&](std::uint64_t index) { return element_text(tensor, index); };
  const std::uint64_t count = elements_of(tensor);
  if (tensor.shape.rank() <= 1) return row(0, count, show);
  const std::uint64_t rows = tensor.shape[0];
  const std::uint64_t shown = std::min({rows, tensor.shape.rank(), shown_rows});
  const std::uint64_t wide = rows == 0 ? 0 : count / rows;
  std::string out = "{ \n";
  for (std::uint64_t i = 0; i < shown; ++i) out += row(i * wide, wide, show) + " ,\n";
  if (rows > shown) out += "...\n";
  return out + "}";
}

std::string histogram_text(const Histogram& histogram) {
  std::string out;
  switch (histogram.form) {
    case Histogram::Form::none: return "";
    case Histogram::Form::constant: return fmt::format("={}\n", histogram.counts[0]);
    case Histogram::Form::values:
      for (std::size_t i = 0; i < histogram.size; ++i) {
        out += fmt::format("{}{}:{}", i == 0 ? "\t" : " ", text_of(plus(histogram.first, i)), histogram.counts[i]);
      }
      return out + "\n";
    case Histogram::Form::bins:
      for (std::size_t i = 0; i < histogram.size; ++i) {
        out += fmt::format("\t[{},{}):{}\n", text_of(histogram.edges[i]), text_of(histogram.edges[i + 1]),
                           histogram.counts[i]);
      }
      return out;
  }
  return out;
}

}  // namespace

std::string text_of(const Shape& shape) {
  std::string out = "[";
  for (std::uint64_t axis = 0; axis < shape.rank(); ++axis) {
    fmt::format_to(std::back_inserter(out), "{}{}", axis == 0 ? "" : ", ", shape[axis]);
  }
  return out + "]";
}

void ContentText::begin(Part part) {
  if (part != part_) write("\n");
  part_ = part;
}

void ContentText::number(std::string_view name, std::uint64_t value) noexcept {
  attempt([&] {
    begin(Part::numbers);
    write(fmt::format("{} := {}\n", reports::escaped(name), value));
  });
}

void ContentText::text(std::string_view name, std::string_view value) noexcept {
  attempt([&] {
    begin(Part::metadata);
    write_escaped(output(), name);
    write(": str = ");
    write_quoted_escaped(output(), value);
    write("\n");
  });
}

void ContentText::scalar(const TensorView& value) noexcept {
  attempt([&] {
    begin(Part::metadata);
    write(fmt::format("{}: {} = {}\n", reports::escaped(value.name), name_of(value.dtype), element_text(value, 0)));
  });
}

void ContentText::array(const TensorView& value) noexcept {
  attempt([&] {
    begin(Part::metadata);
    write(fmt::format("{}: {}{} = {}\n", reports::escaped(value.name), name_of(value.dtype), text_of(value.shape),
                      values(value)));
  });
}

void ContentText::bits(const BitsView& value) noexcept {
  attempt([&] {
    begin(Part::metadata);
    write(fmt::format("{}: bitset[{}] = {}\n", reports::escaped(value.name), value.count,
                      hex(value.data, shown_bits_bytes)));
  });
}

void StatisticsText::begin_tensor() {
  begin(Part::tensors);
  if (!first_) write("\n");
  first_ = false;
}

std::string StatisticsText::known_as(std::string_view name, const Place& place) {
  const std::string known = name.empty() ? path_of(place) : reports::escaped(name);
  return known.empty() ? known : known + ": ";
}

void StatisticsText::tensor(const TensorView& tensor, const Place& place) noexcept {
  attempt([&] {
    begin_tensor();
    const std::string head = known_as(tensor.name, place) + std::string(name_of(tensor.dtype));
    const std::string shape = text_of(tensor.shape);
    const std::uint64_t count = elements_of(tensor);
    if (!tensor.has_data) return write(head + shape + " -- uninitialized\n");
    if (tensor.dtype == DType::bytes) {
      return write(fmt::format("{}{}\n- [nbytes: {}]\n", head, shape, tensor.data.size()));
    }
    if (count == 0) return write(head + shape + " -- empty\n");
    if (count == 1) {
      const bool plain = tensor.shape.rank() == 0;
      return write(fmt::format("{}{} = {}\n", head, plain ? "" : shape, element_text(tensor, 0)));
    }
    write(fmt::format("{}{} = {}\n", head, shape, values(tensor)));
    write_statistics(tensor.data.size(), conformance::statistics_of(tensor.dtype, tensor.data));
  });
}

void StatisticsText::bit_tensor(const BitsView& tensor, const Place& place) noexcept {
  attempt([&] {
    begin_tensor();
    const std::string head = fmt::format("{}packed_bit[{}]", known_as(tensor.name, place), tensor.count);
    if (tensor.count == 0) return write(head + " -- empty\n");
    const auto show = [&](std::uint64_t index) { return std::string(bit_at(tensor, index) ? "1" : "0"); };
    write(fmt::format("{} = {}\n", head, row(0, tensor.count, show)));
    write_statistics(tensor.data.size(), conformance::statistics_of(tensor));
  });
}

void StatisticsText::write_statistics(std::uint64_t nbytes, const Statistics& of) {
  if (of.finite == 0) {
    write(fmt::format("- [nbytes: {}]\n", nbytes));
  } else {
    const bool sampled = of.median_of < of.finite;
    write(fmt::format("- [nbytes: {}, min: {}, max: {}, mean: {}, median: {}{}, std: {}]\n", nbytes, text_of(of.min),
                      text_of(of.max), text_of(of.mean), text_of(of.median),
                      sampled ? fmt::format(" (of a sample of {})", of.median_of) : "", text_of(of.std)));
  }
  if (of.nan + of.inf + of.negative_inf != 0) {
    write(fmt::format("- nan: {}, inf: {}, -inf: {} (all else is of the {} finite values)\n", of.nan, of.inf,
                      of.negative_inf, of.finite));
  }
  if (of.finite == 0) return;
  write("- hist:\n");
  if (of.histogram.form == Histogram::Form::constant) write(fmt::format("\t[{}]", text_of(of.min)));
  write(histogram_text(of.histogram));
}

}  // namespace hallmark::show
