// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/safetensors/inputs.hpp"

#include <fmt/format.h>

#include <numeric>

#include "benchmarks/harness/random.hpp"

namespace hallmark::benchmarks {
namespace {

using safetensors::OwnedModel;

// A header with members as they are given, and data of `size` bytes.
File file_of(const std::vector<std::string>& members, std::uint64_t size) {
  File file = safetensors::with_header(fmt::format("{{{}}}", fmt::join(members, ",")));
  file.resize(file.size() + size);
  return file;
}

std::string member_of(const std::string& name, std::uint64_t place) {
  return fmt::format(R"("{}":{{"dtype":"F32","shape":[2,2],"data_offsets":[{},{}]}})", name, 16 * place,
                     16 * (place + 1));
}

}  // namespace

File safetensors_tensors(std::uint32_t count, Order order) {
  constexpr const char* last[] = {"attn.bias", "attn.weight", "norm.bias", "norm.weight"};
  Random random;
  std::vector<std::uint32_t> names(count);
  std::iota(names.begin(), names.end(), 0U);
  if (order == Order::shuffled) random.shuffle(names);
  std::vector<std::uint32_t> places(count);
  std::iota(places.begin(), places.end(), 0U);
  if (order == Order::data_shuffled) random.shuffle(places);
  std::vector<std::string> members;
  for (std::uint32_t i = 0; i < count; ++i) {
    members.push_back(member_of(fmt::format("layer.{:06}.{}", names[i] / 4, last[names[i] % 4]), places[i]));
  }
  return file_of(members, std::uint64_t{16} * count);
}

OwnedModel model_7b() {
  constexpr std::uint64_t width = 4096;
  constexpr std::uint64_t inner = 11008;
  constexpr std::uint64_t words = 32000;
  OwnedModel model;
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
  std::ranges::sort(model.tensors, {}, &safetensors::OwnedTensor::name);
  return model;
}

Sample safetensors_model(std::uint64_t size) {
  // The first tensor fills the pages of the header, so that the others start at a page, which can be locked.
  OwnedModel model;
  model.tensors.push_back({"embedding", DType::u8, {0}, {}});
  for (std::uint32_t i = 0; i < 256; ++i) {
    model.tensors.push_back({fmt::format("layer.{:06}.weight", i), DType::f32, {size / 1024}, {}});
  }
  std::uint64_t& first = model.tensors[0].dims[0];
  const std::uint64_t data = (safetensors::head_of(model).size() / page_size() + 2) * page_size();
  // Its size takes as many digits wherever the others begin, and the header is padded to 8.
  for (int round = 0; round < 8; ++round) first = data - safetensors::head_of(model).size();
  const std::uint64_t header = safetensors::head_of(model).size();
  check_answer(header + first == data, "a header of a whole number of pages");
  return untouchable(safetensors::head_of(model), data, data + size);
}

File safetensors_header(Header header, std::uint64_t size) {
  std::vector<std::string> members;
  if (header == Header::brackets) {
    std::string all = R"({"a":[[])";
    while (all.size() + 4 < size) all += ",[]";
    return safetensors::with_header(all + "]}");
  }
  std::uint64_t length = 2;
  Random random;
  const bool same = header == Header::same_names;
  const std::size_t one = same ? 5 : member_of(std::string(60, 'p'), 1U << 20).size() + 1;
  std::vector<std::uint32_t> names(size / one);
  std::iota(names.begin(), names.end(), 0U);
  random.shuffle(names);
  for (std::uint32_t i = 0; i < names.size() && length + one < size; ++i) {
    members.push_back(same ? R"("":1)" : member_of(std::string(52, 'p') + fmt::format("{:08}", names[i]), i));
    length += members.back().size() + 1;
  }
  return file_of(members, same ? 0 : 16 * members.size());
}

Work encode_safetensors(File file, std::uint64_t tensors) {
  struct Content {
    File file;
    std::vector<std::byte> tables;
    safetensors::FileView view;
    File out;
  };
  auto content = std::make_shared<Content>();
  content->file = std::move(file);
  content->tables.resize(safetensors::scratch_bound(content->file));
  Scratch once(content->tables);
  const auto decoded = safetensors::decode(content->file, once);
  check_answer(static_cast<bool>(decoded), "safetensors::decode");
  content->view = *decoded;
  auto memory = std::make_shared<std::vector<std::byte>>(safetensors::encode_scratch(content->view));
  content->out.resize(safetensors::encoded_size(content->view, Scratch(*memory)));
  return {[content, memory] {
            clobber_memory();
            Scratch scratch(*memory);
            const Encoded encoded = safetensors::encode(content->view, scratch, content->out);
            check_answer(encoded && encoded.size == content->out.size(), "safetensors::encode");
          },
          tensors, 0, memory};
}

}  // namespace hallmark::benchmarks
