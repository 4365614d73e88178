// SPDX-License-Identifier: Apache-2.0
// The generator of GGUF.
#include <algorithm>

#include "conformance/gguf/generate.hpp"

namespace hallmark::gguf {
namespace {

conformance::Input any(conformance::Choices& choices) {
  const OwnedModel model = any_model(choices, 5);
  conformance::Input input{any_file(model, choices), {}, {}};
  if (model.big_endian) conformance::add_feature(input.features, "big-endian");
  if (model.version == 2) conformance::add_feature(input.features, "version-2");
  const Borrowed borrowed(model);
  const auto nested = [](const Pair& pair) { return pair.value.array.type == ValueType::array; };
  if (std::ranges::any_of(borrowed.view().metadata, nested)) {
    conformance::add_feature(input.features, "nested-arrays");
  }
  return input;
}

// head gives that of a model of the field; what it has in u8 or booleans is in i8 here.
File head(const conformance::OwnedModel& field) {
  OwnedModel model;
  model.metadata = {{"general.architecture", ValueType::string, Put{}.text("transformer").file}};
  model.tensors = field.tensors;
  for (OwnedTensor& tensor : model.tensors) {
    if (hallmark::size_of(tensor.dtype) == 1) tensor.dtype = DType::i8;
  }
  return head_of(model);
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
