// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/harness/language_model.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace hallmark::benchmarks {

std::string name_in_model(std::uint32_t i) {
  constexpr const char* parts[] = {"attn.bias", "attn.weight", "norm.bias", "norm.weight"};
  return fmt::format("layer.{:06}.{}", i / 4, parts[i % 4]);
}

conformance::OwnedModel model_7b() {
  constexpr std::uint64_t width = 4096;
  constexpr std::uint64_t inner = 11008;
  constexpr std::uint64_t words = 32000;
  conformance::OwnedModel model;
  const auto add = [&model](const std::string& name, std::vector<std::uint64_t> dims) {
    model.tensors.push_back({name + ".weight", DType::bf16, std::move(dims), {}});
  };
  add("model.embed_tokens", {words, width});
  add("model.norm", {width});
  add("lm_head", {words, width});
  for (int layer = 0; layer < 32; ++layer) {
    const std::string before = fmt::format("model.layers.{}.", layer);
    for (const char* name : {"q_proj", "k_proj", "v_proj", "o_proj"}) add(before + "self_attn." + name, {width, width});
    add(before + "mlp.gate_proj", {inner, width});
    add(before + "mlp.up_proj", {inner, width});
    add(before + "mlp.down_proj", {width, inner});
    add(before + "input_layernorm", {width});
    add(before + "post_attention_layernorm", {width});
  }
  std::ranges::sort(model.tensors, {}, &conformance::OwnedTensor::name);
  return model;
}

}  // namespace hallmark::benchmarks
