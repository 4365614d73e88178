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

// head gives that of a model of the field; what it has in u8 or booleans is in i8 here.
File head(const conformance::OwnedModel& field) {
  Model model = named("transformer");
  for (const auto& [name, dtype, dims, data] : field.tensors) {
    model.tensors.push_back({name, hallmark::size_of(dtype) == 1 ? DType::i8 : dtype, false, model.shape(dims), {}});
  }
  return head_of(model.view());
}

conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  const auto as_given = [](conformance::OwnedModel model) { return model; };
  write_model(seed, size, {as_given, head, 96, default_alignment}, out);
  return {};
}

}  // namespace
}  // namespace hallmark::gguf

namespace hallmark::conformance::generator {

extern const Generator gguf;
const Generator gguf{"gguf", "gguf#file-structure", hallmark::gguf::any, hallmark::gguf::sized,
                     hallmark::gguf::default_alignment};

}  // namespace hallmark::conformance::generator
