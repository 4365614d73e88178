#include "benchmarks/kserve/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/random.hpp"

namespace hallmark::benchmarks {
namespace {

// Appends a random value of a datatype: an integer over most of its range, a float between -2 and 2.
void number(std::string& to, std::string_view datatype, Random& random) {
  const auto signed_below = [&random](std::uint64_t half) {
    return static_cast<std::int64_t>(random.below(2 * half)) - static_cast<std::int64_t>(half);
  };
  const auto out = std::back_inserter(to);
  if (datatype == "BOOL") {
    fmt::format_to(out, "{}", random.below(2) != 0);
  } else if (datatype == "FP32") {
    fmt::format_to(out, "{}", static_cast<float>(signed_below(1U << 24)) / 9699690.0F);
  } else if (datatype == "FP64") {
    fmt::format_to(out, "{}", static_cast<double>(signed_below(std::uint64_t{1} << 52)) / 6469693230.0e6);
  } else if (datatype == "BYTES") {
    fmt::format_to(out, "\"word {:06}\"", random.below(1000000));
  } else if (datatype == "UINT64") {
    fmt::format_to(out, "{}", random.below(UINT64_MAX));
  } else if (datatype == "INT64") {
    fmt::format_to(out, "{}", signed_below(std::uint64_t{1} << 62));
  } else {
    const int bits = std::stoi(std::string(datatype.substr(datatype.find('T') + 1)));
    if (datatype.front() == 'U') {
      fmt::format_to(out, "{}", random.below(std::uint64_t{1} << bits));
    } else {
      fmt::format_to(out, "{}", signed_below(std::uint64_t{1} << (bits - 1)));
    }
  }
}

}  // namespace

Sample body_of(std::string json, std::uint64_t data) {
  Options options;
  options.header_length = json.size();
  json.append(data, '\x3f');
  const Bytes bytes = as_bytes(json);
  return {File(bytes.begin(), bytes.end()), options};
}

Sample unframed(Sample body) {
  body.options = {};
  return body;
}

Sample kserve_typical() {
  constexpr std::size_t image = 3 * 224 * 224 * sizeof(float);
  const std::string json = fmt::format(
      R"({{"id":"7d0a2f3e-3c11-4a0e-9a3d-1f6f6a1a7d52","parameters":{{"sequence_id":0,"priority":1,"binary_data_output":true}},)"
      R"("inputs":[{{"name":"image_tensor","shape":[1,3,224,224],"datatype":"FP32","parameters":{{"binary_data_size":{}}}}}],)"
      R"("outputs":[{{"name":"probabilities","parameters":{{"binary_data":true}}}}]}})",
      image);
  return body_of(json, image);
}

Sample kserve_json(const KserveData& data) {
  Random random;
  std::string json =
      fmt::format(R"({{"inputs":[{{"name":"x","shape":[{}],"datatype":"{}","data":[)", data.elements, data.datatype);
  for (std::uint64_t i = 0; i < data.elements; ++i) {
    if (i != 0) json += ',';
    number(json, data.datatype, random);
  }
  json += "]}]}";
  return body_of(std::move(json));
}

}  // namespace hallmark::benchmarks
