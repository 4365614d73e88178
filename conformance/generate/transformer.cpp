// SPDX-License-Identifier: Apache-2.0
#include "conformance/generate/transformer.hpp"

#include <fmt/format.h>

#include <bit>

namespace hallmark::conformance {
namespace {

// Plan lists the tensors of a model of `layers` layers and width `width`.
class Plan {
 public:
  Plan(DType weights, std::uint64_t layers, std::uint64_t width) : weights_(weights) {
    add("model.embed_tokens.weight", weights, {8 * width, width});
    for (std::uint64_t i = 0; i < layers; ++i) {
      const auto part = [&](const char* name, std::vector<std::uint64_t> dims) {
        add(fmt::format("model.layers.{}.{}", i, name), weights_, std::move(dims));
      };
      for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
        part(fmt::format("self_attn.{}.weight", name).c_str(), {width, width});
      }
      part("mlp.up_proj.weight", {4 * width, width});
      part("mlp.down_proj.weight", {width, 4 * width});
      part("input_layernorm.weight", {width});
    }
    add("model.norm.weight", weights, {width});
    add("model.position_ids", DType::i64, {1, width});
    add("model.causal_mask", DType::boolean, {width, width});
  }

  std::vector<PlannedTensor> tensors;
  std::uint64_t size = 0;

 private:
  void add(std::string name, DType dtype, std::vector<std::uint64_t> dims) {
    std::uint64_t bytes = size_of(dtype);
    for (const std::uint64_t dim : dims) bytes *= dim;
    size += bytes;
    tensors.push_back({std::move(name), dtype, std::move(dims), bytes});
  }

  DType weights_;
};

}  // namespace

std::vector<PlannedTensor> transformer_of(Noise& noise, DType weights, std::uint64_t size) {
  // One layer up to 64 KiB, and one more for each doubling: 17 for 4 GiB.
  const auto doublings = static_cast<std::uint64_t>(std::bit_width(size >> 16));
  const std::uint64_t layers = 1 + doublings + (doublings == 0 ? 0 : noise.below(2));
  // The largest width that fits, by halving; a tensor of 2^20 columns is beyond any file that is asked for.
  std::uint64_t fits = 0;
  for (std::uint64_t step = std::uint64_t{1} << 19; step > 0; step /= 2) {
    if (Plan(weights, layers, fits + step).size <= size) fits += step;
  }
  if (fits == 0) return {};
  if (fits > 64) fits -= fits % 64;
  return Plan(weights, layers, fits).tensors;
}

}  // namespace hallmark::conformance
