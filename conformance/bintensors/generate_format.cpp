// SPDX-License-Identifier: Apache-2.0
// The generators of BinTensors, one for each layout.
#include <algorithm>

#include "conformance/bintensors/generate.hpp"
#include "conformance/generate/transformer.hpp"

namespace hallmark::bintensors {
namespace {

using conformance::Choices;
using conformance::Input;

template <Layout layout>
Input any(Choices& choices) {
  OwnedModel model = any_model(choices, 6);
  // As often as not in the order of the original writer, which brings no warning.
  if (choices.below(2) == 0) return {any_file(layout, sorted(std::move(model)), &choices), {}, {}};
  return {any_file(layout, model, &choices), {}, {}};
}

// A model, and the bytes of its tokeniser, which bring the file to its size.
template <Layout layout>
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  conformance::Noise noise(seed);
  constexpr DType weights[] = {DType::f32, DType::f16, DType::bf16};
  const DType dtype = weights[noise.below(std::size(weights))];
  // The record grows more slowly than the data; what it takes is known once it is written.
  std::vector<conformance::PlannedTensor> plan;
  for (std::uint64_t record = 128;; record *= 2) {
    plan = transformer_of(noise, dtype, size > record ? size - record : 0);
    std::uint64_t names = 128;
    for (const auto& tensor : plan) names += 2 * tensor.name.size() + 40;
    if (plan.empty() || names <= record) break;
  }
  OwnedModel model{true, {{"architecture", "transformer"}, {"format", "pt"}}, {}};
  for (const auto& tensor : plan) model.tensors.push_back({tensor.name, tensor.dtype, tensor.dims, {}});
  model.tensors.push_back({"tokenizer.model", DType::u8, {0}, {}});
  model = sorted(std::move(model));
  std::uint64_t& rest = std::ranges::find(model.tensors, "tokenizer.model", &OwnedTensor::name)->dims[0];
  // Its size decides how wide its own numbers are: twice is enough but where they become wider by that very step.
  for (int round = 0; round < 3; ++round) {
    std::uint64_t total = head_of(layout, model).size();
    for (const OwnedTensor& tensor : model.tensors) total += data_size(tensor);
    if (total == size) break;
    rest = rest + size > total ? rest + size - total : 0;
  }
  out.write(head_of(layout, model));
  for (const OwnedTensor& tensor : model.tensors) write_elements(noise, tensor.dtype, data_size(tensor), out);
  return {};
}

}  // namespace
}  // namespace hallmark::bintensors

namespace hallmark::conformance::generator {

using hallmark::bintensors::Layout;

extern const Generator bintensors_v0;
const Generator bintensors_v0{"bintensors-v0", "bintensors#assembling-the-format",
                              hallmark::bintensors::any<Layout::v0>, hallmark::bintensors::sized<Layout::v0>};
extern const Generator bintensors_v1;
const Generator bintensors_v1{"bintensors-v1", "bintensors#assembling-the-format",
                              hallmark::bintensors::any<Layout::v1>, hallmark::bintensors::sized<Layout::v1>};

}  // namespace hallmark::conformance::generator
