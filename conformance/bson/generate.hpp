// SPDX-License-Identifier: Apache-2.0
// Valid BSON files from a tape of choices, with what a reader must find in them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/bson_vector/generate.hpp"
#include "conformance/generate/choices.hpp"
#include "hallmark/bson.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::bson {

struct ExpectedVector {
  std::uint64_t document = 0;
  std::string path;  // as reports write it
  bson_vector::OwnedVector vector;

  [[nodiscard]] bool operator==(const ExpectedVector&) const = default;
};

struct GeneratedFile {
  std::vector<std::byte> bytes;
  std::vector<std::uint64_t> ends;  // of each document, as an offset in the file
  std::vector<ExpectedVector> vectors;
  std::string content;  // the types of elements and the bytes of their values, in order
  Encoded written;      // with right calls a refusal would be a fault of the Builder or of this generator
};

// Calls of the Builder: right ones, or also such as it refuses.
enum class Calls : std::uint8_t { right, any };

// any_file gives up to `most_documents` documents with every element type, nested as the tape goes on.
[[nodiscard]] GeneratedFile any_file(conformance::Choices choices, std::uint32_t most_documents,
                                     Calls calls = Calls::right);

// build_file writes the same file into memory of any size.
[[nodiscard]] Encoded build_file(conformance::Choices choices, std::uint32_t most_documents, std::span<std::byte> out,
                                 Calls calls = Calls::right);

// built gives the file that calls of a Builder write: once over no memory to measure, once to write. Throws
// std::invalid_argument where it refuses them.
[[nodiscard]] std::vector<std::byte> built(const std::function<void(Builder&)>& calls);

// vectors_in gives the vectors that a reader finds in a valid file.
[[nodiscard]] std::vector<ExpectedVector> vectors_in(Bytes file);

// content_in gives the content of a valid file, as its layout shows it.
[[nodiscard]] std::string content_in(Bytes file);

}  // namespace hallmark::bson
