// SPDX-License-Identifier: Apache-2.0
// KServe bodies; the length of the JSON lies beside each, in FILE.header_length. The number is a count of tensors or
// elements; 0 elements are as many as make 5 MB.
#include <fmt/format.h>

#include <fstream>

#include "benchmarks/kserve/inputs.hpp"
#include "benchmarks/peers/native/family.hpp"
#include "hallmark/kserve.hpp"

namespace hallmark::benchmarks {
namespace {

Sample small(std::uint64_t) {
  return body_of(R"({"inputs":[{"name":"x","shape":[1],"datatype":"INT32","data":[1]}]})");
}

constexpr std::string_view of_response = R"({"model_name":"m"})";

// `count` FP32 tensors of 4 elements, with binary data.
kserve::OwnedTensors tensors(std::uint64_t count) {
  kserve::OwnedTensors all;
  const File data(16, std::byte{0x3f});
  for (std::uint64_t i = 0; i < count; ++i) {
    all.push_back({fmt::format("tensor_{:06}", i), DType::f32, {1, 4}, data, kserve::Encoding::binary});
  }
  return all;
}

template <class Make>
auto body(Make make) {
  return [make](std::uint64_t number, const std::string& path) {
    const Sample body = make(number);
    write_file(path, body.bytes);
    std::ofstream(path + ".header_length") << *body.options.header_length << '\n';
  };
}

template <kserve::Role Of>
PeerWork message(const std::string& path) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  Options options;
  options.header_length = header_length_of(path);
  const auto decode = [=] {
    Scratch scratch = memory->of(kserve::scratch_bound(input->bytes(), options));
    return kserve::decode(Of, input->bytes(), scratch, options);
  };
  return {[=]() -> std::uint64_t { return valid(decode()).tensors.size(); },
          [=] {
            const auto decoded = decode();
            std::uint64_t elements = 0;
            std::uint64_t sum = 0;
            for (const kserve::MessageTensor& each : valid(decoded).tensors) {
              elements += count_of(each.tensor.shape).elements();
              sum += sum_of(each.tensor);
            }
            return answer_of({{"tensors", decoded->tensors.size()}, {"elements", elements}, {"sum", sum}});
          }};
}

}  // namespace

void add_kserve(Families& all) {
  all.works.insert(
      {{"kserve-request", message<kserve::Role::request>}, {"kserve-response", message<kserve::Role::response>}});
  all.inputs.insert(
      {{"kserve-small", body(small)},
       {"kserve-image", body([](auto) { return kserve_typical(); })},
       {"kserve-tensors", body([](auto count) { return kserve_body(tensors(count)); })},
       {"kserve-outputs",
        body([](auto count) { return kserve_body(tensors(count), kserve::Role::response, of_response); })},
       {"kserve-answer",
        body([](auto count) { return kserve_json({"FP32", count}, kserve::Role::response, of_response); })}});
  for (const KserveData& data : kserve_data) {
    all.inputs["kserve-json-" + std::string(data.datatype)] =
        body([data](auto elements) { return kserve_json({data.datatype, elements == 0 ? data.elements : elements}); });
  }
}

}  // namespace hallmark::benchmarks
