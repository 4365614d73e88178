// SPDX-License-Identifier: Apache-2.0
// Bundle: a file of inputs of one format, which every mutant is given.
#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hallmark/core/options.hpp"

namespace hallmark::mutants {

// Kind says what is done with the bytes of an input.
enum class Kind : char {
  decode = 'd',  // by the strict profile and by compat; what is accepted is encoded again
  encode = 'e',  // the bytes are the JSON of a value
};

struct Input {
  Kind kind = Kind::decode;
  std::optional<std::uint64_t> header_length;
  Form form = Form::binary;
  std::string bytes;
};

// An input is written as one line of its kind, form, header length and size, then its bytes.
inline void write(std::ostream& out, const Input& input) {
  out << static_cast<char>(input.kind) << (input.form == Form::text ? 't' : 'b') << ' '
      << (input.header_length ? std::to_string(*input.header_length) : "-") << ' ' << input.bytes.size() << '\n'
      << input.bytes;
}

inline std::vector<Input> read_bundle(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<Input> inputs;
  std::string kind;
  std::string header_length;
  std::size_t size = 0;
  while (in >> kind >> header_length >> size && in.get() == '\n') {
    Input input{static_cast<Kind>(kind[0]), {}, kind[1] == 't' ? Form::text : Form::binary, std::string(size, '\0')};
    if (header_length != "-") input.header_length = std::stoull(header_length);
    if (!in.read(input.bytes.data(), static_cast<std::streamsize>(size))) break;
    inputs.push_back(std::move(input));
  }
  if (!in.eof() || inputs.empty()) throw std::runtime_error(path + ": no bundle of inputs");
  return inputs;
}

}  // namespace hallmark::mutants
