// Valid BSON files from a tape of choices, with what a reader must find in them.
#pragma once

#include <string>
#include <vector>

#include "conformance/bson_vector/generate.hpp"
#include "conformance/generate/choices.hpp"
#include "hallmark/core/decoded.hpp"

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
  Encoded written;  // a refusal would be a fault of the Builder or of this generator
};

// any_file gives up to `most_documents` documents with every element type, nested as the tape goes on.
[[nodiscard]] GeneratedFile any_file(conformance::Choices choices, std::uint32_t most_documents);

// vectors_in gives the vectors that a reader finds in a valid file.
[[nodiscard]] std::vector<ExpectedVector> vectors_in(Bytes file);

// build_file writes the same file into memory of any size.
[[nodiscard]] Encoded build_file(conformance::Choices choices, std::uint32_t most_documents, std::span<std::byte> out);

}  // namespace hallmark::bson
