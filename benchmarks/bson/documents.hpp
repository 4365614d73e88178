// SPDX-License-Identifier: Apache-2.0
// Documents as in applications, generated from a seed: the same bytes on every machine.
#pragma once

#include <cstdint>

#include "hallmark/core/bytes.hpp"

namespace hallmark::benchmarks {

// The kind of documents in a collection.
enum class Collection : std::uint8_t {
  mixed,    // records and notes, two in five with an embedding
  records,  // short fields and nested documents, no vectors
  vectors,  // an id and an embedding each
};

// documents returns concatenated documents of at least `size` bytes and at most one document more. They are generated
// once for each collection and size and are never freed. Above 16 MiB the first 16 MiB repeat.
[[nodiscard]] Bytes documents(Collection collection, std::uint64_t size);

}  // namespace hallmark::benchmarks
