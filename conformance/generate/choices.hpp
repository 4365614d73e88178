// SPDX-License-Identifier: Apache-2.0
// Choices: the tape that generators read their decisions from. A generator is a function from choices to a valid input,
// so that the same one serves properties (the tape comes from RapidCheck and shrinks with it) and programs (the tape
// comes from a seed).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace hallmark::conformance {

// Draw is one decision that was read from a tape: where it lies, and what it was read for.
struct Draw {
  std::size_t at = 0;
  std::size_t width = 0;    // in bytes, the most significant first
  std::uint64_t bound = 0;  // the value counts modulo this; 0: any bytes
};

// Choices gives 0 for ever once the tape is used up; generators make 0 their simplest choice, so they come to an end
// and a shorter tape means a smaller input.
class Choices {
 public:
  // `draws`, if given, gets what is read, in the order of the tape, for those who edit it.
  explicit Choices(std::span<const std::uint8_t> tape, std::vector<Draw>* draws = nullptr)
      : tape_(tape), draws_(draws) {}

  [[nodiscard]] std::uint8_t byte() { return static_cast<std::uint8_t>(number(1, 0)); }
  // below gives 0 to bound - 1; bound is 1 to 2^32. Reads as many bytes of tape as the bound needs.
  [[nodiscard]] std::uint32_t below(std::uint64_t bound);
  // chance is true once in `in`, never when the tape is used up.
  [[nodiscard]] bool chance(std::uint32_t in) { return below(in) + 1 == in; }
  [[nodiscard]] std::uint64_t word() { return number(8, 0); }
  [[nodiscard]] std::vector<std::byte> bytes(std::size_t count);
  [[nodiscard]] bool exhausted() const { return at_ == tape_.size(); }

 private:
  std::uint64_t number(std::size_t width, std::uint64_t bound);
  std::uint8_t next() { return exhausted() ? std::uint8_t{0} : tape_[at_++]; }
  void record(std::size_t width, std::uint64_t bound);

  std::span<const std::uint8_t> tape_;
  std::size_t at_ = 0;
  std::vector<Draw>* draws_;
};

// joined gives several tables of texts as one, from which generators choose.
template <std::size_t... sizes>
[[nodiscard]] constexpr auto joined(const std::string_view (&... tables)[sizes]) {
  std::array<std::string_view, (sizes + ...)> all{};
  std::size_t next = 0;
  const auto add = [&](const auto& table) {
    for (const std::string_view text : table) all[next++] = text;
  };
  (add(tables), ...);
  return all;
}

// split_mix steps SplitMix64 (Steele, Lea, Flood 2014): a counter and a mixer, so no standard library's engine decides
// the bytes.
[[nodiscard]] std::uint64_t split_mix(std::uint64_t& state) noexcept;

// tape_of gives the tape of a seed: the same bytes on every platform.
[[nodiscard]] std::vector<std::uint8_t> tape_of(std::uint64_t seed, std::size_t length);

}  // namespace hallmark::conformance
