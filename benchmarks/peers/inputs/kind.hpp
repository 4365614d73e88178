// Kind: an input for the peers, the same bytes on every machine. Each family has a program that writes its kinds.
#pragma once

#include "benchmarks/harness/sample.hpp"

namespace hallmark::benchmarks {

// `write` makes the file. The number is a size in bytes or a count of what the input has most of, as the kind says.
struct Kind {
  std::string name;
  std::function<void(std::uint64_t number, const std::string& path)> write;
};

// kinds gives those of the family; each of the other files defines it.
[[nodiscard]] std::vector<Kind> kinds();

// write_file throws std::runtime_error if the disk does not take it.
void write_file(const std::string& path, Bytes bytes);

// made gives a `write` for what a function returns.
template <class Make>
[[nodiscard]] auto made(Make make) {
  return [make](std::uint64_t number, const std::string& path) { write_file(path, Bytes(make(number))); };
}

}  // namespace hallmark::benchmarks
