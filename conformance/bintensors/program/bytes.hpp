// Records of BinTensors by hand, for inputs that the encoder does not write.
#pragma once

#include "conformance/program/testing/inputs.hpp"

namespace hallmark::program_testing {

// varint returns the shortest varint.
[[nodiscard]] inline std::string varint(std::uint64_t value) {
  if (value <= 250) return word(static_cast<std::uint8_t>(value));
  if (value <= UINT16_MAX) return '\xfb' + word(static_cast<std::uint16_t>(value));
  if (value <= UINT32_MAX) return '\xfc' + word(static_cast<std::uint32_t>(value));
  return '\xfd' + word(value);
}

// with_header puts the length before a record, and spaces after it up to a multiple of 8.
[[nodiscard]] inline std::string with_header(std::string record, const std::string& data = "") {
  record.append((8 - record.size() % 8) % 8, ' ');
  return word(std::uint64_t{record.size()}) + record + data;
}

}  // namespace hallmark::program_testing
