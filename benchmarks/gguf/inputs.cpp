// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/gguf/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/random.hpp"
#include "conformance/model/arena.hpp"
#include "hallmark/gguf.hpp"

namespace hallmark::benchmarks {
namespace {

using gguf::ValueType;

File written(std::vector<gguf::Pair> metadata, const std::vector<TensorView>& tensors) {
  metadata.insert(metadata.begin(), {"general.architecture", {ValueType::string, 0, "llama", {}}});
  const gguf::FileView file{3, false, metadata, tensors};
  File out(gguf::encoded_size(file));
  std::vector<std::byte> memory(gguf::encode_scratch(file));
  Scratch scratch(memory);
  check_answer(static_cast<bool>(gguf::encode(file, scratch, out)), "gguf::encode");
  return out;
}

}  // namespace

File gguf_tokens(std::uint64_t count) {
  Random random;
  File tokens;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t length = 1 + random.below(12);
    tokens.resize(tokens.size() + 8);
    store_le(tokens.data() + tokens.size() - 8, length);
    for (std::uint64_t j = 0; j < length; ++j) tokens.push_back(static_cast<std::byte>('a' + random.below(26)));
  }
  return written({{"tokenizer.ggml.tokens", {ValueType::array, 0, {}, {ValueType::string, count, tokens}}}}, {});
}

File gguf_tables(std::uint32_t count, TableOrder order) {
  conformance::Arena arena;
  const Shape square = arena.shape({2, 2});
  const Bytes elements = arena.bytes(File(16));
  std::vector<gguf::Pair> metadata;
  std::vector<TensorView> tensors;
  for (std::uint32_t i = 0; i < count; ++i) {
    metadata.push_back({arena.text(fmt::format("config.value_{:06}", i)), {ValueType::u32, i, {}, {}}});
    std::string name =
        fmt::format("blk.{:06}.attn_{}.{}", i / 4, i % 4 < 2 ? "norm" : "output", i % 2 == 0 ? "bias" : "weight");
    tensors.push_back({arena.text(std::move(name)), DType::f32, true, square, elements});
  }
  if (order == TableOrder::shuffled) {
    Random random;
    random.shuffle(metadata);
    random.shuffle(tensors);
  }
  return written(metadata, tensors);
}

Work encode_gguf(File file, std::uint64_t entries) {
  auto keep = std::make_shared<File>(std::move(file));
  auto tables = std::make_shared<std::vector<std::byte>>(gguf::scratch_bound(*keep));
  Scratch once(*tables);
  const auto decoded = gguf::decode(*keep, once);
  check_answer(static_cast<bool>(decoded), "gguf::decode");
  const gguf::FileView view = *decoded;
  auto memory = std::make_shared<std::vector<std::byte>>(gguf::encode_scratch(view));
  auto out = std::make_shared<File>(gguf::encoded_size(view));
  return {[keep, tables, view, memory, out] {
            clobber_memory();
            Scratch scratch(*memory);
            const Encoded encoded = gguf::encode(view, scratch, *out);
            check_answer(encoded && encoded.size == keep->size(), "gguf::encode");
          },
          entries, 0, memory};
}

}  // namespace hallmark::benchmarks
