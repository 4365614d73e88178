// SPDX-License-Identifier: Apache-2.0
// Valid npy files from a tape of choices.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/shapes.hpp"
#include "hallmark/npy.hpp"

namespace hallmark::npy {

// OwnedFile is a file before it is written: its header by parts.
struct OwnedFile {
  std::uint8_t version = 1;
  std::string descr;  // a literal in UTF-8
  bool fortran_order = false;
  conformance::Dims shape;
  std::vector<std::byte> data;
};

// any_file gives a valid one of up to `most` fields and dimensions. Its data fit its header.
[[nodiscard]] OwnedFile any_file(conformance::Choices& choices, std::uint32_t most);

// put_file writes it in one of the ways that the format leaves open; without choices as plainly as can be.
[[nodiscard]] std::vector<std::byte> put_file(const OwnedFile& file, conformance::Choices& choices);

// header_of gives the header of an array, as plain as can be.
[[nodiscard]] std::string header_of(const std::string& descr, const conformance::Dims& shape,
                                    bool fortran_order = false);

// with_header gives a file of a version with this text as its header, padded to a multiple of 64.
[[nodiscard]] std::vector<std::byte> with_header(std::uint8_t version, std::string header, Bytes data = {});

}  // namespace hallmark::npy
