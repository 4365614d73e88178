#include <cmath>

#include "conformance/show/content_text.hpp"

namespace hallmark::show {
namespace {

using conformance::Histogram;
using conformance::Quantity;
using conformance::Statistics;
using reports::Json;

constexpr std::uint64_t listed_each_end = 5;

// Numbers that JSON lacks, and integers that a double would round, become strings.
Json number_json(const Quantity& quantity) {
  constexpr double exact = 9007199254740991;  // 2^53 - 1
  const bool safe = std::isfinite(quantity.real) && (!quantity.exact || std::abs(quantity.real) <= exact);
  if (!safe) return text_of(quantity);
  if (!quantity.exact || quantity.half) return quantity.real;
  return static_cast<std::int64_t>(quantity.real);
}

Json histogram_json(const Histogram& histogram) {
  Json json = {{"form", nullptr}, {"counts", Json::array()}};
  for (std::size_t i = 0; i < histogram.size; ++i) json["counts"].push_back(reports::number(histogram.counts[i]));
  switch (histogram.form) {
    case Histogram::Form::none: return nullptr;
    case Histogram::Form::constant: json["form"] = "constant"; break;
    case Histogram::Form::values:
      json["form"] = "values";
      json["first"] = number_json(histogram.first);
      break;
    case Histogram::Form::bins:
      json["form"] = "bins";
      json["edges"] = histogram.edges;
      break;
  }
  return json;
}

void add_statistics(Json& entry, const Statistics& of) {
  entry["finite"] = reports::number(of.finite);
  entry["nan"] = reports::number(of.nan);
  entry["inf"] = reports::number(of.inf);
  entry["negative_inf"] = reports::number(of.negative_inf);
  if (of.finite == 0) return;
  entry["min"] = number_json(of.min);
  entry["max"] = number_json(of.max);
  entry["mean"] = of.mean;
  entry["median"] = number_json(of.median);
  if (of.median_of < of.finite) entry["median_sample"] = reports::number(of.median_of);
  entry["std"] = of.std;
  entry["histogram"] = histogram_json(of.histogram);
}

// The dtype, the shape, and the first and last elements.
void add_array(Json& entry, const TensorView& value) {
  entry["dtype"] = name_of(value.dtype);
  entry["shape"] = Json::array();
  ElementCount dimensions;
  for (std::uint64_t axis = 0; axis < value.shape.rank(); ++axis) {
    entry["shape"].push_back(reports::number(value.shape[axis]));
    dimensions.dimension(value.shape[axis]);
  }
  if (!dimensions.overflows()) entry["elements"] = reports::number(dimensions.elements());
  if (!value.has_data) return;
  entry["nbytes"] = reports::number(value.data.size());
  if (size_of(value.dtype) == 0) return;
  const std::uint64_t count = value.data.size() / size_of(value.dtype);
  const std::uint64_t first = count <= 2 * listed_each_end ? count : listed_each_end;
  const auto show = [&](std::uint64_t from, std::uint64_t to) {
    Json list = Json::array();
    for (std::uint64_t i = from; i < to; ++i)
      list.push_back(number_json(conformance::element_at(value.dtype, value.data, i)));
    return list;
  };
  entry["first"] = show(0, first);
  entry["last"] = show(first == count ? count : count - listed_each_end, count);
}

}  // namespace

void ContentJson::put(const Json& entry) {
  if (!first_) write(",");
  write(entry.dump(-1, ' ', false, Json::error_handler_t::replace));
  first_ = false;
}

void ContentJson::number(std::string_view name, std::uint64_t value) noexcept {
  attempt([&] { put({{"kind", "number"}, {"name", name}, {"value", reports::number(value)}}); });
}

void ContentJson::text(std::string_view name, std::string_view value) noexcept {
  attempt([&] { put({{"kind", "text"}, {"name", name}, {"value", value}}); });
}

void ContentJson::scalar(const TensorView& value) noexcept {
  attempt([&] {
    const Json number = number_json(conformance::element_at(value.dtype, value.data, 0));
    put({{"kind", "scalar"}, {"name", value.name}, {"dtype", name_of(value.dtype)}, {"value", number}});
  });
}

void ContentJson::array(const TensorView& value) noexcept {
  attempt([&] {
    Json entry = {{"kind", "array"}, {"name", value.name}};
    add_array(entry, value);
    put(entry);
  });
}

void ContentJson::bits(const BitsView& value) noexcept {
  attempt([&] { put({{"kind", "bits"}, {"name", value.name}, {"elements", reports::number(value.count)}}); });
}

void ContentJson::tensor(const TensorView& tensor, const Place& place) noexcept {
  attempt([&] {
    Json entry = {{"kind", "tensor"}, {"name", tensor.name}, {"path", path_of(place)}, {"data", tensor.has_data}};
    add_array(entry, tensor);
    if (tensor.has_data && tensor.dtype != DType::bytes) {
      add_statistics(entry, conformance::statistics_of(tensor.dtype, tensor.data));
    }
    put(entry);
  });
}

void ContentJson::bit_tensor(const BitsView& tensor, const Place& place) noexcept {
  attempt([&] {
    Json entry = {{"kind", "tensor"}, {"name", tensor.name}, {"path", path_of(place)}, {"data", true}};
    entry["dtype"] = "packed_bit";
    entry["shape"] = {reports::number(tensor.count)};
    entry["elements"] = reports::number(tensor.count);
    entry["nbytes"] = reports::number(tensor.data.size());
    add_statistics(entry, conformance::statistics_of(tensor));
    put(entry);
  });
}

}  // namespace hallmark::show
