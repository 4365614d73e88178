// SPDX-License-Identifier: Apache-2.0
// The generator of safetensors.
#include "conformance/safetensors/generate.hpp"

namespace hallmark::safetensors {
namespace {

conformance::Input any(conformance::Choices& choices) {
  const OwnedModel model = any_model(choices, 5);
  conformance::Input input{any_file(model, choices), {}, {}};
  for (const OwnedTensor& tensor : model.tensors) {
    const char* const feature = element_of(tensor.dtype).feature;
    if (feature != nullptr) conformance::add_feature(input.features, feature);
  }
  return input;
}

conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  write_model(seed, size, {sorted, head_of, 120}, out);
  return {};
}

}  // namespace
}  // namespace hallmark::safetensors

namespace hallmark::conformance::generator {

extern const Generator safetensors;
const Generator safetensors{"safetensors", "safetensors#format", hallmark::safetensors::any,
                            hallmark::safetensors::sized};

}  // namespace hallmark::conformance::generator
