// SPDX-License-Identifier: Apache-2.0
// The generators of BinTensors, one for each layout.
#include "conformance/bintensors/generate.hpp"

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

template <Layout layout>
constexpr conformance::ModelLayout field_layout{[](const OwnedModel& field) { return head_of(layout, field); }, 40, 1,
                                                sorted};

}  // namespace
}  // namespace hallmark::bintensors

namespace hallmark::conformance::generator {

using hallmark::bintensors::Layout;

extern const Generator bintensors_v0;
const Generator bintensors_v0 = model_generator<hallmark::bintensors::field_layout<Layout::v0>>(
    "bintensors-v0", "bintensors#assembling-the-format", hallmark::bintensors::any<Layout::v0>);
extern const Generator bintensors_v1;
const Generator bintensors_v1 = model_generator<hallmark::bintensors::field_layout<Layout::v1>>(
    "bintensors-v1", "bintensors#assembling-the-format", hallmark::bintensors::any<Layout::v1>);

}  // namespace hallmark::conformance::generator
