// SPDX-License-Identifier: Apache-2.0
#include "conformance/generate/models.hpp"

#include <set>
#include <string_view>

#include "conformance/generate/transformer.hpp"

namespace hallmark::conformance {
namespace {

using namespace std::string_view_literals;

// Texts of one to four bytes a character, each other's prefixes, and one with NUL.
constexpr std::string_view stems[] = {"a",
                                      "b",
                                      "B",
                                      "w.0",
                                      "w.00",
                                      "bias",
                                      "layer.1",
                                      "layer.1.weight",
                                      "layer.10",
                                      "-",
                                      "\u00fc\u00df",
                                      "\u6f22",
                                      " ",
                                      "\xf0\x9f\x8c\x8d",
                                      "\x7f",
                                      "n\0l"sv};
constexpr std::string_view characters = "azAZ09._-/ \n";

class ModelMaker {
 public:
  ModelMaker(Choices& choices, std::span<const DType> dtypes, std::uint32_t bits)
      : choices_(choices), dtypes_(dtypes), lost_(64 - bits) {}

  OwnedModel model(std::uint32_t most) {
    OwnedModel model;
    std::set<std::string> taken;
    model.has_metadata = choices_.chance(2);
    if (model.has_metadata) {
      for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
        std::string key = unique(taken);
        model.metadata.emplace_back(std::move(key), text());
      }
    }
    taken.clear();
    for (std::uint32_t left = choices_.below(std::uint64_t{most} + 1); left > 0; --left) {
      model.tensors.push_back(tensor(unique(taken)));
    }
    return model;
  }

 private:
  std::string text() {
    if (choices_.chance(12)) return std::string(240 + choices_.below(30), 'x');  // around the longest one-byte length
    if (!choices_.chance(3)) return std::string(stems[choices_.below(std::size(stems))]);
    std::string text;
    for (std::uint32_t left = choices_.below(20); left > 0; --left) {
      text += characters[choices_.below(characters.size())];
    }
    return text;
  }

  // A text that the table has not yet.
  std::string unique(std::set<std::string>& taken) {
    std::string name = text();
    while (!taken.insert(name).second) name += characters[taken.size() % characters.size()];
    return name;
  }

  OwnedTensor tensor(std::string name) {
    OwnedTensor tensor{std::move(name), dtypes_[choices_.below(dtypes_.size())], {}, {}};
    tensor.dims = small_dims(choices_);
    if (!tensor.dims.empty() && choices_.chance(6)) {
      make_empty(tensor.dims, choices_, lost_);
    } else if (!tensor.dims.empty() && choices_.chance(10)) {
      tensor.dims.front() = 60 + choices_.below(200);
    }
    // The last dimension fills blocks, those of a byte included.
    if (const Block block = block_of(tensor.dtype); block.elements != 1) tensor.dims.push_back(block.elements);
    tensor.data = elements_of(tensor.dtype, count_of(tensor.dims), choices_);
    return tensor;
  }

  Choices& choices_;
  std::span<const DType> dtypes_;
  std::uint32_t lost_;
};

}  // namespace

OwnedModel any_model(Choices& choices, std::uint32_t most, std::span<const DType> dtypes, std::uint32_t bits) {
  return ModelMaker(choices, dtypes, bits).model(most);
}

OwnedTensor owned(const TensorView& tensor) {
  return {std::string(tensor.name), tensor.dtype, dims_of(tensor.shape), {tensor.data.begin(), tensor.data.end()}};
}

OwnedModel in_order(OwnedModel model, std::uint64_t (*order_of)(DType)) {
  std::ranges::sort(model.metadata);
  std::ranges::sort(model.tensors, [order_of](const OwnedTensor& a, const OwnedTensor& b) {
    return a.dtype != b.dtype ? order_of(a.dtype) > order_of(b.dtype) : a.name < b.name;
  });
  return model;
}

OwnedModel shuffled(OwnedModel model, Choices& choices) {
  shuffle(model.metadata, choices);
  shuffle(model.tensors, choices);
  return model;
}

std::uint64_t data_size(const OwnedModel& model) {
  std::uint64_t size = 0;
  for (const OwnedTensor& tensor : model.tensors) size += data_size(tensor);
  return size;
}

void write_model(std::uint64_t seed, std::uint64_t size, const ModelLayout& layout, ByteSink& out) {
  const auto padded = [&layout](std::uint64_t bytes) {
    return (bytes + layout.alignment - 1) / layout.alignment * layout.alignment;
  };
  size = padded(size);
  Noise noise(seed);
  constexpr DType weights[] = {DType::f32, DType::f16, DType::bf16};
  const DType dtype = weights[noise.below(std::size(weights))];
  // The head grows more slowly than the data; what it takes is known once it is written.
  std::vector<PlannedTensor> plan;
  for (std::uint64_t head = 128;; head *= 2) {
    plan = transformer_of(noise, dtype, size > head ? size - head : 0);
    std::uint64_t names = 128;
    for (const auto& tensor : plan) names += 2 * tensor.name.size() + layout.entry;
    if (plan.empty() || names <= head) break;
  }
  OwnedModel model{true, {{"architecture", "transformer"}, {"format", "pt"}}, {}};
  for (const auto& tensor : plan) model.tensors.push_back({tensor.name, tensor.dtype, tensor.dims, {}});
  model.tensors.push_back({"tokenizer.model", DType::u8, {0}, {}});
  if (layout.sorted != nullptr) model = layout.sorted(std::move(model));
  std::uint64_t& rest = std::ranges::find(model.tensors, "tokenizer.model", &OwnedTensor::name)->dims[0];
  // Its size decides how wide its own numbers are: twice is enough but where they become wider by that very step.
  for (int round = 0; round < 3; ++round) {
    std::uint64_t total = layout.head_of(model).size();
    for (const OwnedTensor& tensor : model.tensors) total += padded(data_size(tensor));
    if (total == size) break;
    rest = rest + size > total ? rest + size - total : 0;
  }
  out.write(layout.head_of(model));
  for (const OwnedTensor& tensor : model.tensors) {
    const std::uint64_t bytes = data_size(tensor);
    write_elements(noise, tensor.dtype, bytes, out);
    out.write(std::vector<std::byte>(static_cast<std::size_t>(padded(bytes) - bytes)));
  }
}

}  // namespace hallmark::conformance
