// Choices: the tape that generators read their decisions from. A generator is a function from choices to a valid input,
// so that the same one serves properties (the tape comes from RapidCheck and shrinks with it) and programs (the tape
// comes from a seed).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hallmark::conformance {

// Choices gives 0 for ever once the tape is used up; generators make 0 their simplest choice, so they come to an end
// and a shorter tape means a smaller input.
class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> tape) : tape_(tape) {}

  [[nodiscard]] std::uint8_t byte();
  // below gives 0 to bound - 1; bound is 1 to 2^32. Reads as many bytes of tape as the bound needs.
  [[nodiscard]] std::uint32_t below(std::uint64_t bound);
  // chance is true once in `in`, never when the tape is used up.
  [[nodiscard]] bool chance(std::uint32_t in) { return below(in) + 1 == in; }
  [[nodiscard]] std::uint64_t word();
  [[nodiscard]] std::vector<std::byte> bytes(std::size_t count);
  [[nodiscard]] bool exhausted() const { return tape_.empty(); }

 private:
  std::span<const std::uint8_t> tape_;
};

// tape_of gives the tape of a seed: the same bytes on every platform.
[[nodiscard]] std::vector<std::uint8_t> tape_of(std::uint64_t seed, std::size_t length);

}  // namespace hallmark::conformance
