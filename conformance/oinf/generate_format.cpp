// SPDX-License-Identifier: Apache-2.0
// The generator of OINF.
#include <array>

#include "codecs/oinf/writer.hpp"
#include "conformance/generate/transformer.hpp"
#include "conformance/oinf/generate.hpp"

namespace hallmark::oinf {
namespace {

using conformance::Choices;
using conformance::Input;

Input any(Choices& choices) {
  const Model model = any_model(choices, 5);
  return {any_file(model.view(), choices), {}, {}};
}

// A model, and the bytes of its tokeniser, which bring the file to its size: a multiple of 8.
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  conformance::Noise noise(seed);
  const DType weights = noise.below(2) == 0 ? DType::f32 : DType::f16;
  Model model;
  model.sizevars = {{"heads", 1 + noise.below(64)}, {"layers", 1 + noise.below(32)}};
  std::vector<std::byte> epsilon(4);
  noise.fill(DType::f32, epsilon);
  const Bytes architecture = model.arena.put([](Writer& to) { put_string(to, "transformer"); });
  model.metadata = {{"architecture", ValueType::string, architecture},
                    {"epsilon", ValueType::f32, epsilon},
                    {"tied", ValueType::boolean, model.arena.bytes({std::byte{1}})}};
  // The tables are a few percent at most; what they leave goes to the tokeniser.
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t tables = 256;; tables *= 2) {
    model.tensors.clear();
    sizes.clear();
    for (auto& tensor : transformer_of(noise, weights, size > tables ? size - tables : 0)) {
      model.tensors.push_back(
          {model.arena.text(std::move(tensor.name)), tensor.dtype, true, model.arena.shape(tensor.dims), {}});
      sizes.push_back(tensor.size);
    }
    model.tensors.push_back({"tokenizer.model", DType::u8, true, model.arena.shape({0}), {}});
    sizes.push_back(0);
    if (model.tensors.size() == 1 || head_of(model.view(), sizes).size() + 8 * sizes.size() <= tables) break;
  }
  std::uint64_t total = head_of(model.view(), sizes).size();
  for (const std::uint64_t one : sizes) total += rounded_up(one);
  if (size > total) sizes.back() = size - total;
  model.tensors.back().shape = model.arena.shape({sizes.back()});

  out.write(head_of(model.view(), sizes));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    write_elements(noise, model.tensors[i].dtype, sizes[i], out);
    constexpr std::array<std::byte, 8> zeros{};
    out.write(Bytes(zeros).first(static_cast<std::size_t>(rounded_up(sizes[i]) - sizes[i])));
  }
  return {};
}

}  // namespace
}  // namespace hallmark::oinf

namespace hallmark::conformance::generator {

extern const Generator oinf;
const Generator oinf{"oinf", "oinf#high-level-layout", hallmark::oinf::any, hallmark::oinf::sized, 8};

}  // namespace hallmark::conformance::generator
