// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/gguf/inputs.hpp"

#include <fmt/format.h>

#include "benchmarks/harness/language_model.hpp"
#include "benchmarks/harness/random.hpp"
#include "conformance/gguf/generate.hpp"

namespace hallmark::benchmarks {
namespace {

using gguf::ValueType;

// Strings of 1 to 12 letters, as the elements of an array.
File words(Random& random, std::uint64_t count) {
  File words(20 * count);
  gguf::Fields to(false, words);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::string word(1 + random.below(12), 'a');
    for (char& letter : word) letter = static_cast<char>('a' + random.below(26));
    to.string(word);
  }
  words.resize(to.size());
  return words;
}

gguf::Pair array_of(std::string_view key, ValueType type, std::uint64_t count, Bytes data) {
  return {key, {ValueType::array, 0, {}, {type, count, data}}};
}

}  // namespace

File gguf_tokens(std::uint64_t count) {
  Random random;
  const File tokens = words(random, count);
  gguf::Model model = gguf::named("llama");
  model.metadata.push_back(array_of("tokenizer.ggml.tokens", ValueType::string, count, tokens));
  return gguf::file_of(model.view());
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
  gguf::Model model = gguf::named("llama");
  for (const char* key : {"block_count", "context_length", "embedding_length", "feed_forward_length"})
    model.metadata.push_back({model.text(fmt::format("llama.{}", key)), {ValueType::u32, 32, {}, {}}});
  model.metadata.push_back(array_of("tokenizer.ggml.tokens", ValueType::string, count, tokens));
  model.metadata.push_back(array_of("tokenizer.ggml.token_type", ValueType::i32, count, types));
  model.metadata.push_back(array_of("tokenizer.ggml.merges", ValueType::string, 2 * count, merges));
  const Shape row = model.shape({8});
  const Bytes elements = model.bytes(File(32));
  const auto names = model_7b();
  for (const auto& tensor : names.tensors) model.tensors.push_back({tensor.name, DType::f32, true, row, elements});
  return gguf::file_of(model.view());
}

File gguf_tables(std::uint32_t count, TableOrder order) {
  gguf::Model model;
  const Shape square = model.shape({2, 2});
  const Bytes elements = model.bytes(File(16));
  for (std::uint32_t i = 0; i < count; ++i) {
    model.metadata.push_back({model.text(fmt::format("config.value_{:06}", i)), {ValueType::u32, i, {}, {}}});
    std::string name =
        fmt::format("blk.{:06}.attn_{}.{}", i / 4, i % 4 < 2 ? "norm" : "output", i % 2 == 0 ? "bias" : "weight");
    model.tensors.push_back({model.text(std::move(name)), DType::f32, true, square, elements});
  }
  if (order == TableOrder::shuffled) {
    Random random;
    random.shuffle(model.metadata);
    random.shuffle(model.tensors);
  }
  model.metadata.insert(model.metadata.begin(), gguf::named("llama").metadata.front());
  return gguf::file_of(model.view());
}

}  // namespace hallmark::benchmarks
