// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/gguf/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/language_model.hpp"
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

// Strings of 1 to 12 letters, as the elements of an array.
File words(Random& random, std::uint64_t count) {
  File words;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t length = 1 + random.below(12);
    words.resize(words.size() + 8);
    store_le(words.data() + words.size() - 8, length);
    for (std::uint64_t j = 0; j < length; ++j) words.push_back(static_cast<std::byte>('a' + random.below(26)));
  }
  return words;
}

gguf::Pair array_of(std::string_view key, ValueType type, std::uint64_t count, Bytes data) {
  return {key, {ValueType::array, 0, {}, {type, count, data}}};
}

}  // namespace

File gguf_tokens(std::uint64_t count) {
  Random random;
  const File tokens = words(random, count);
  return written({array_of("tokenizer.ggml.tokens", ValueType::string, count, tokens)}, {});
}

std::uint64_t tokens_followed(Bytes file) {
  constexpr std::size_t head = 114;  // 24, the pair of the architecture, the key, type and count of the tokens
  const auto count = load_le<std::uint64_t>(file.data() + head - 8);
  std::uint64_t seen = 0;
  for (Bytes left = file.subspan(head); seen < count && left.size() >= 8; ++seen) {
    const auto length = load_le<std::uint64_t>(left.data());
    if (length > left.size() - 8) break;
    left = left.subspan(8 + static_cast<std::size_t>(length));
  }
  return seen;
}

File gguf_model(std::uint64_t count) {
  Random random;
  const File tokens = words(random, count);
  const File merges = words(random, 2 * count);
  const File types(4 * count);
  conformance::Arena arena;
  std::vector<gguf::Pair> metadata;
  for (const char* key : {"block_count", "context_length", "embedding_length", "feed_forward_length"})
    metadata.push_back({arena.text(fmt::format("llama.{}", key)), {ValueType::u32, 32, {}, {}}});
  metadata.push_back(array_of("tokenizer.ggml.tokens", ValueType::string, count, tokens));
  metadata.push_back(array_of("tokenizer.ggml.token_type", ValueType::i32, count, types));
  metadata.push_back(array_of("tokenizer.ggml.merges", ValueType::string, 2 * count, merges));
  const Shape row = arena.shape({8});
  const Bytes elements = arena.bytes(File(32));
  std::vector<TensorView> tensors;
  const auto model = model_7b();
  for (const auto& tensor : model.tensors) tensors.push_back({tensor.name, DType::f32, true, row, elements});
  return written(metadata, tensors);
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
