// SPDX-License-Identifier: Apache-2.0
#include "conformance/show/totals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "reports/plural.hpp"

namespace hallmark::show {
namespace {

// "6738415616 parameters (6.74 billion)": people know models by their millions and billions.
std::string text_of(std::uint64_t parameters) {
  std::string text = reports::plural(parameters, "parameter");
  const char* const names[] = {"million", "billion", "trillion"};
  double scaled = static_cast<double>(parameters) / 1e6;
  if (scaled < 1) return text;
  std::size_t name = 0;
  for (; name + 1 < std::size(names) && scaled >= 1000; ++name) scaled /= 1000;
  return text + fmt::format(" ({:.2f} {})", scaled, names[name]);
}

reports::Json json_of(const Totals::Sum& sum) {
  return {{"tensors", reports::number(sum.tensors)},
          {"parameters", reports::number(sum.parameters)},
          {"nbytes", reports::number(sum.bytes)}};
}

}  // namespace

bool Totals::add(std::string_view dtype, std::uint64_t parameters, std::uint64_t bytes) noexcept {
  const auto sum = [](std::uint64_t a, std::uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; };
  for (Sum* const into : {&all_, &of_dtype_[dtype]}) {
    ++into->tensors;
    into->parameters = sum(into->parameters, parameters);
    into->bytes = sum(into->bytes, bytes);
  }
  return true;
}

bool Totals::tensor(const TensorView& tensor, const Place&) noexcept {
  const ElementCount elements = count_of(tensor.shape);
  return add(name_of(tensor.dtype), elements.overflows() ? UINT64_MAX : elements.elements(), tensor.data.size());
}

bool Totals::bit_tensor(const BitsView& tensor, const Place&) noexcept {
  return add("packed_bit", tensor.count, tensor.data.size());
}

std::string Totals::text() const {
  if (all_.tensors == 0) return "";
  std::string out = ", " + text_of(all_.parameters);
  if (all_.bytes == 0) return out;
  std::vector<std::pair<std::string_view, Sum>> dtypes(of_dtype_.begin(), of_dtype_.end());
  std::erase_if(dtypes, [](const auto& one) { return one.second.bytes == 0; });
  std::ranges::stable_sort(dtypes, [](const auto& a, const auto& b) { return a.second.bytes > b.second.bytes; });
  out += fmt::format(", {} of {}", reports::plural(all_.bytes, "byte"), dtypes.size() == 1 ? dtypes[0].first : "data");
  std::vector<std::string> parts;
  for (const auto& [dtype, sum] : dtypes) parts.push_back(fmt::format("{} {}", sum.bytes, dtype));
  return dtypes.size() == 1 ? out : fmt::format("{}: {}", out, fmt::join(parts, ", "));
}

reports::Json Totals::json() const {
  reports::Json json = json_of(all_);
  json["dtypes"] = reports::Json::object();
  for (const auto& [dtype, sum] : of_dtype_) json["dtypes"][std::string(dtype)] = json_of(sum);
  return json;
}

}  // namespace hallmark::show
