// SPDX-License-Identifier: Apache-2.0
// Generator: what makes inputs of one format, and the registry of all of them. Each family fills one for each of its
// format ids, in its generate.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/generate/choices.hpp"
#include "hallmark/core/bytes.hpp"

namespace hallmark::conformance {

// Input is one input, and what a reader must know of it.
struct Input {
  std::vector<std::byte> bytes;
  std::optional<std::uint64_t> header_length;  // given from outside, of formats that have one
  std::vector<std::string> features;           // of testees that can read it
};

// ByteSink takes a file piece by piece, so that it may be larger than memory.
class ByteSink {
 public:
  virtual void write(Bytes piece) = 0;

 protected:
  ~ByteSink() = default;
};

// Sized is what a reader must know of a file that was written piece by piece.
struct Sized {
  std::optional<std::uint64_t> header_length;
  std::vector<std::string> features;
};

struct ModelLayout;

struct Generator {
  std::string_view format;
  std::string_view clause;  // what says how a whole input is laid out: the clause of valid inputs

  // any gives a small valid input in any of the ways that the format leaves open.
  Input (*any)(Choices& choices);
  // sized writes a valid input as programs of the field write it, of `size` bytes, or of a few more where it cannot be
  // so small or the format counts in steps. It needs memory for tables, not for data.
  Sized (*sized)(std::uint64_t seed, std::uint64_t size, ByteSink& out);
  std::uint64_t step = 1;               // that sizes are multiples of, for the format pads its files
  const ModelLayout* layout = nullptr;  // of a format that stores the data of named tensors after all else
  // The text says what each value of any() is: a reader may refuse such an input, but not read another value. False
  // where readers differ in values by choice, as of JSON numbers, of names that stand twice, or of "{}" and nothing.
  bool definite = false;
};

// definite is a generator of a format whose text settles every value.
[[nodiscard]] constexpr Generator definite(Generator generator) {
  generator.definite = true;
  return generator;
}

[[nodiscard]] std::span<const Generator* const> all_generators() noexcept;
// generator_named gives the generator of a format id, or null.
[[nodiscard]] const Generator* generator_named(std::string_view format) noexcept;

// add_feature adds what is not listed yet.
inline void add_feature(std::vector<std::string>& features, std::string_view feature) {
  for (const std::string& known : features) {
    if (known == feature) return;
  }
  features.emplace_back(feature);
}

}  // namespace hallmark::conformance
