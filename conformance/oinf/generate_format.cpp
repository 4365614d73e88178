// SPDX-License-Identifier: Apache-2.0
// The generator of OINF.
#include "conformance/oinf/generate.hpp"

namespace hallmark::oinf {
namespace {

conformance::Input any(conformance::Choices& choices) {
  const Model model = any_model(choices, 5);
  return {any_file(model.view(), choices), {}, {}};
}

// head gives that of a model of the field; what it has in bf16 is in f16 here.
std::vector<std::byte> head(const conformance::OwnedModel& field) {
  conformance::OwnedModel model = field;
  for (conformance::OwnedTensor& tensor : model.tensors) {
    if (tensor.dtype == DType::bf16) tensor.dtype = DType::f16;
  }
  return head_of(model);
}

constexpr conformance::ModelLayout field_layout{head, 64, 8};

}  // namespace
}  // namespace hallmark::oinf

namespace hallmark::conformance::generator {

extern const Generator oinf;
const Generator oinf =
    model_generator<hallmark::oinf::field_layout>("oinf", "oinf#high-level-layout", hallmark::oinf::any);

}  // namespace hallmark::conformance::generator
