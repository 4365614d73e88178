// SPDX-License-Identifier: Apache-2.0
// The generator of GGUF.
#include <algorithm>

#include "conformance/generate/models.hpp"
#include "conformance/gguf/generate.hpp"

namespace hallmark::gguf {
namespace {

conformance::Input any(conformance::Choices& choices) {
  const Model model = any_model(choices, 5);
  conformance::Input input{any_file(model.view(), choices), {}, {}};
  if (model.big_endian) input.features.emplace_back("big-endian");
  if (model.version == 2) input.features.emplace_back("version-2");
  const auto nested = [](const Pair& pair) { return pair.value.array.type == ValueType::array; };
  if (std::ranges::any_of(model.metadata, nested)) input.features.emplace_back("nested-arrays");
  return input;
}

constexpr conformance::ModelLayout field_layout{head_of, 96, default_alignment, nullptr, DType::i8};

}  // namespace
}  // namespace hallmark::gguf

namespace hallmark::conformance::generator {

extern const Generator gguf;
const Generator gguf =
    model_generator<hallmark::gguf::field_layout>("gguf", "gguf#file-structure", hallmark::gguf::any);

}  // namespace hallmark::conformance::generator
