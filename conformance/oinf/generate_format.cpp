// The generator of OINF.
#include <array>

#include "conformance/generate/transformer.hpp"
#include "conformance/oinf/file_writer.hpp"

namespace hallmark::oinf {
namespace {

using conformance::Choices;
using conformance::Input;

Input any(Choices& choices) { return {any_file(any_model(choices, 5), &choices), {}, {}}; }

// A model, and the bytes of its tokeniser, which bring the file to its size: a multiple of 8.
conformance::Sized sized(std::uint64_t seed, std::uint64_t size, conformance::ByteSink& out) {
  conformance::Noise noise(seed);
  const DType weights = noise.below(2) == 0 ? DType::f32 : DType::f16;
  OwnedModel model;
  model.sizevars = {{"heads", 1 + noise.below(64)}, {"layers", 1 + noise.below(32)}};
  std::vector<std::byte> epsilon(4);
  noise.fill(DType::f32, epsilon);
  model.metadata = {{"architecture", ValueType::string, string_blob("transformer")},
                    {"epsilon", ValueType::f32, epsilon},
                    {"tied", ValueType::boolean, {std::byte{1}}}};
  const auto padded = [](std::uint64_t bytes) { return (bytes + 7) / 8 * 8; };
  // The tables are a few percent at most; what they leave goes to the tokeniser.
  std::vector<std::uint64_t> sizes;
  for (std::uint64_t tables = 256;; tables *= 2) {
    model.tensors.clear();
    sizes.clear();
    for (auto& tensor : transformer_of(noise, weights, size > tables ? size - tables : 0)) {
      model.tensors.push_back({std::move(tensor.name), type_of(tensor.dtype), tensor.dims, true, {}});
      sizes.push_back(tensor.size);
    }
    model.tensors.push_back({"tokenizer.model", ValueType::u8, {0}, true, {}});
    sizes.push_back(0);
    if (model.tensors.size() == 1 || head_of(model, sizes).size() + 8 * sizes.size() <= tables) break;
  }
  std::uint64_t total = head_of(model, sizes).size();
  for (const std::uint64_t one : sizes) total += padded(one);
  if (size > total) sizes.back() = size - total;
  model.tensors.back().dims = {sizes.back()};

  out.write(head_of(model, sizes));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    write_elements(noise, dtype_of(model.tensors[i].dtype), sizes[i], out);
    constexpr std::array<std::byte, 8> zeros{};
    out.write(Bytes(zeros).first(static_cast<std::size_t>(padded(sizes[i]) - sizes[i])));
  }
  return {};
}

}  // namespace
}  // namespace hallmark::oinf

namespace hallmark::conformance::generator {

extern const Generator oinf;
const Generator oinf{"oinf", "oinf#high-level-layout", hallmark::oinf::any, hallmark::oinf::sized};

}  // namespace hallmark::conformance::generator
