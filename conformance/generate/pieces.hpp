// SPDX-License-Identifier: Apache-2.0
// Pieces: the parts of an input that another input may have, too: byte ranges of its layout, and words of its text.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/generator.hpp"
#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

// Range is a byte range of a layout.
struct Range {
  std::string path;   // of the field, or of what it belongs to
  std::string field;  // its name
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

// ranges_of gives the layout of an input: all of a valid one, of another what stands before its first error.
[[nodiscard]] std::vector<Range> ranges_of(const Codec& codec, Bytes input, const Options& options);

// Piece is a range that is like others of its kind: a field of the same name, a word in as many brackets.
struct Piece {
  std::uint64_t kind = 0;
  std::size_t offset = 0;
  std::size_t length = 0;
  bool text = false;  // a word, a list in brackets or an entry of it; else a field
};

// pieces_of gives all pieces of an input. What follows its first error is one more, of the kind of the field that is
// broken.
[[nodiscard]] std::vector<Piece> pieces_of(const Codec& codec, Bytes input, const Options& options);

// replace puts bytes in place of a range; a header length from outside follows its JSON.
void replace(Input& input, std::size_t offset, std::size_t length, Bytes bytes);

}  // namespace hallmark::conformance
