// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "conformance/model/value.hpp"
#include "conformance/show/contents.hpp"
#include "conformance/show/sink_writer.hpp"
#include "conformance/show/totals.hpp"
#include "conformance/statistics/statistics.hpp"

namespace hallmark::show {
namespace {

using conformance::Histogram;
using conformance::Quantity;
using conformance::Statistics;
using conformance::text_of;
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
  entry["shape"] = conformance::shape_json(value.shape);
  const ElementCount elements = count_of(value.shape);
  if (!elements.overflows()) entry["elements"] = reports::number(elements.elements());
  if (!value.has_data) return;
  entry["nbytes"] = reports::number(value.data.size());
  if (!conformance::has_numbers(value.dtype)) return;
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

class ContentJson final : public SinkWriter<ContentSink> {
 public:
  using SinkWriter::SinkWriter;

  bool number(std::string_view name, std::uint64_t value) noexcept override {
    return put([&] { return Json{{"kind", "number"}, {"name", name}, {"value", reports::number(value)}}; });
  }
  bool text(std::string_view name, std::string_view value) noexcept override {
    return put([&] { return Json{{"kind", "text"}, {"name", name}, {"value", value}}; });
  }
  bool scalar(const TensorView& value) noexcept override {
    return put([&] {
      const Json number = number_json(conformance::element_at(value.dtype, value.data, 0));
      return Json{{"kind", "scalar"}, {"name", value.name}, {"dtype", name_of(value.dtype)}, {"value", number}};
    });
  }
  bool array(const TensorView& value) noexcept override {
    return put([&] {
      Json entry = {{"kind", "array"}, {"name", value.name}};
      add_array(entry, value);
      return entry;
    });
  }
  bool bits(const BitsView& value) noexcept override {
    return put(
        [&] { return Json{{"kind", "bits"}, {"name", value.name}, {"elements", reports::number(value.count)}}; });
  }
  bool tensor(const TensorView& tensor, const Place& place) noexcept override {
    return put([&] {
      Json entry = {{"kind", "tensor"}, {"name", tensor.name}, {"path", path_of(place)}, {"data", tensor.has_data}};
      add_array(entry, tensor);
      if (tensor.has_data && conformance::has_numbers(tensor.dtype)) {
        add_statistics(entry, conformance::statistics_of(tensor.dtype, tensor.data));
      }
      return entry;
    });
  }
  bool bit_tensor(const BitsView& tensor, const Place& place) noexcept override {
    return put([&] {
      const Json count = reports::number(tensor.count);
      Json entry = {{"kind", "tensor"},       {"name", tensor.name},
                    {"path", path_of(place)}, {"data", true},
                    {"dtype", "packed_bit"},  {"shape", Json::array({count})},
                    {"elements", count},      {"nbytes", reports::number(tensor.data.size())}};
      add_statistics(entry, conformance::statistics_of(tensor));
      return entry;
    });
  }

 private:
  template <class Entry>
  bool put(const Entry& entry) noexcept {
    return attempt([&] {
      const std::string text = entry().dump(-1, ' ', false, Json::error_handler_t::replace);
      if (!first_) write(",");
      write(text);
      first_ = false;
    });
  }

  bool first_ = true;
};

}  // namespace

void print_totals(TextSink& output, const Contents& contents) {
  Totals totals;
  contents(totals);
  output.write(totals.json().dump());
}

void print_statistics_json(TextSink& output, const Contents& contents) {
  ContentJson writer(output);
  contents(writer);
  writer.finish();
}

}  // namespace hallmark::show
