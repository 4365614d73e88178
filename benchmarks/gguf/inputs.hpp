// SPDX-License-Identifier: Apache-2.0
// Input files for the GGUF benchmarks and their peers, generated from a seed: the same bytes on every machine.
#pragma once

#include "benchmarks/harness/sample.hpp"
#include "hallmark/gguf.hpp"

namespace hallmark::benchmarks {

// gguf_tokens returns a file without tensors whose vocabulary has `count` tokens of 1 to 12 letters.
[[nodiscard]] File gguf_tokens(std::uint64_t count);
// tokens_followed follows the lengths of its tokens, and gives how many there are; nothing can read it faster.
[[nodiscard]] std::uint64_t tokens_followed(Bytes file);

// gguf_model returns a model as people have them: a vocabulary of `count` tokens with their types, twice as many
// merges, and the tensors of a model of seven billion parameters, each cut to eight elements.
[[nodiscard]] File gguf_model(std::uint64_t count);

// gguf_tables returns a file of `count` pairs of u32 and as many f32 tensors of 2 × 2 elements, named as in models.
[[nodiscard]] File gguf_tables(std::uint32_t count, TableOrder order);

}  // namespace hallmark::benchmarks
