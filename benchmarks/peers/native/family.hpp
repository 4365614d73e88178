// SPDX-License-Identifier: Apache-2.0
// Family: what a family has for `side_by_side`: its inputs, and what Hallmark does with them.
#pragma once

#include <fmt/format.h>

#include <map>

#include "benchmarks/harness/sample.hpp"
#include "benchmarks/peers/native/work.hpp"
#include "conformance/model/scratch_memory.hpp"
#include "hallmark/core/decoded.hpp"

namespace hallmark::benchmarks {

struct Families {
  // By the name of the work. Every rule is checked, and every value that is not a view of the input converted. A name
  // that ends in "-lengths" is the floor of a work: what follows the lengths in a file, and looks at nothing else.
  std::map<std::string, PeerWork (*)(const std::string& path)> works;
  // By the name of the kind: writes an input, the same bytes on every machine. The number is a size in bytes or a count
  // of what the input has most of, as the kind says.
  std::map<std::string, std::function<void(std::uint64_t number, const std::string& path)>> inputs;
};

// families gives what all have: each of the sources peer.cpp of benchmarks defines add_<family>(Families& all).
[[nodiscard]] Families families();

// work_of looks a work up in what all have.
[[nodiscard]] PeerWork work_of(const std::string& work, const std::string& path);

// floats_of is so many f32 that differ, little-endian.
[[nodiscard]] File floats_of(std::uint64_t count);

// write_file throws std::runtime_error if the disk does not take it.
void write_file(const std::string& path, Bytes bytes);

// made writes what a function returns.
template <class Make>
[[nodiscard]] auto made(Make make) {
  return [make](std::uint64_t number, const std::string& path) { write_file(path, Bytes(make(number))); };
}

using Memory = conformance::ScratchMemory;

template <class View>
[[nodiscard]] const View& valid(const Decoded<View>& decoded) {
  if (!decoded) throw Refused(fmt::format("refused by {}", decoded.violation().rule->id));
  return *decoded;
}

// reading decodes a file in memory, in each pass: `bound` gives the scratch that `decode` takes, `count` what a view
// has most of, and `answer` what all peers must find.
template <class Bound, class Decode, class Count, class Answer>
[[nodiscard]] PeerWork reading(const std::string& path, Bound bound, Decode decode, Count count, Answer answer) {
  const Input input = input_of(path);
  const auto memory = std::make_shared<Memory>();
  const auto read = [=] {
    Scratch scratch = memory->of(bound(input->bytes(), Options()));
    return decode(input->bytes(), scratch, Options());
  };
  return {[=]() -> std::uint64_t { return count(valid(read())); }, [=] { return answer(valid(read())); }};
}

template <class T>
[[nodiscard]] std::uint64_t sum_of(Bytes data) {
  std::uint64_t sum = 0;
  for (std::size_t at = 0; at < data.size(); at += sizeof(T)) sum += load_le<T>(data.data() + at);
  return sum;
}

// The bits of all elements as unsigned numbers, added up; of BYTES the lengths and the bytes.
[[nodiscard]] std::uint64_t sum_of(const TensorView& tensor);

}  // namespace hallmark::benchmarks
