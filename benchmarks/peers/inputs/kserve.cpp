// KServe bodies; the length of the JSON lies beside each, in FILE.header_length. NUMBER is a count of tensors or
// elements; 0 elements are as many as make 5 MB.
#include <fmt/format.h>

#include <fstream>

#include "benchmarks/kserve/inputs.hpp"
#include "benchmarks/peers/inputs/kind.hpp"

namespace hallmark::benchmarks {
namespace {

Sample small(std::uint64_t) {
  return body_of(R"({"inputs":[{"name":"x","shape":[1],"datatype":"INT32","data":[1]}]})");
}

// A request or a response of `count` FP32 tensors of 4 elements, with binary data.
Sample tensors(std::uint64_t count, const char* member, const char* before) {
  std::string json = fmt::format(R"({{{}"{}":[)", before, member);
  for (std::uint64_t i = 0; i < count; ++i) {
    json += fmt::format(
        R"({}{{"name":"tensor_{:06}","shape":[1,4],"datatype":"FP32","parameters":{{"binary_data_size":16}}}})",
        i == 0 ? "" : ",", i);
  }
  return body_of(json + "]}", 16 * count);
}

// A response with one FP32 tensor in JSON: the request of the other benchmarks under another name.
Sample answer(std::uint64_t elements) {
  std::string json(as_text(kserve_json({"FP32", elements}).bytes));
  json.replace(0, std::string_view(R"({"inputs")").size(), R"({"model_name":"m","outputs")");
  return body_of(std::move(json));
}

Kind kind(std::string name, std::function<Sample(std::uint64_t)> make) {
  return {std::move(name), [make](std::uint64_t number, const std::string& path) {
            const Sample body = make(number);
            write_file(path, body.bytes);
            std::ofstream(path + ".header_length") << *body.options.header_length << '\n';
          }};
}

}  // namespace

std::vector<Kind> kinds() {
  std::vector<Kind> all{
      kind("kserve-small", small), kind("kserve-image", [](std::uint64_t) { return kserve_typical(); }),
      kind("kserve-tensors", [](std::uint64_t count) { return tensors(count, "inputs", ""); }),
      kind("kserve-outputs", [](std::uint64_t count) { return tensors(count, "outputs", R"("model_name":"m",)"); }),
      kind("kserve-answer", answer)};
  for (const KserveData& data : kserve_data) {
    all.push_back(kind("kserve-json-" + std::string(data.datatype), [data](std::uint64_t elements) {
      return kserve_json({data.datatype, elements == 0 ? data.elements : elements});
    }));
  }
  return all;
}

}  // namespace hallmark::benchmarks
