// SPDX-License-Identifier: Apache-2.0
// The generator of safetensors.
#include "conformance/safetensors/generate.hpp"

namespace hallmark::safetensors {
namespace {

// feature_of gives the feature of testees that know a dtype, or null.
const char* feature_of(DType dtype) {
  const std::string_view name = name_of(dtype);
  if (dtype == DType::c64) return "c64";
  if (name.ends_with("fnuz")) return "fnuz";
  if (bits_of(dtype) < 8 || dtype == DType::f8_e8m0) return "sub-byte";
  return name.starts_with("f8") ? "f8" : nullptr;
}

conformance::Input any(conformance::Choices& choices) {
  const OwnedModel model = any_model(choices, 5);
  conformance::Input input{any_file(model, choices), {}, {}};
  for (const OwnedTensor& tensor : model.tensors) {
    if (const char* feature = feature_of(tensor.dtype)) conformance::add_feature(input.features, feature);
  }
  return input;
}

constexpr conformance::ModelLayout field_layout{head_of, 120, 1, sorted};

}  // namespace
}  // namespace hallmark::safetensors

namespace hallmark::conformance::generator {

extern const Generator safetensors;
const Generator safetensors = model_generator<hallmark::safetensors::field_layout>("safetensors", "safetensors#format",
                                                                                   hallmark::safetensors::any);

}  // namespace hallmark::conformance::generator
