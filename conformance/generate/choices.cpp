// SPDX-License-Identifier: Apache-2.0
// Reads choices from a tape, and makes tapes from seeds.
#include "conformance/generate/choices.hpp"

namespace hallmark::conformance {

// What lies beyond the tape cannot be edited. A tape that is read twice is recorded once.
void Choices::record(std::size_t width, std::uint64_t bound) {
  if (draws_ == nullptr || width == 0 || width > tape_.size() - at_) return;
  if (!draws_->empty() && at_ < draws_->back().at + draws_->back().width) return;
  draws_->push_back({at_, width, bound});
}

std::uint64_t Choices::number(std::size_t width, std::uint64_t bound) {
  record(width, bound);
  std::uint64_t value = 0;
  for (; width > 0; --width) value = value << 8 | next();
  return value;
}

std::uint32_t Choices::below(std::uint64_t bound) {
  std::size_t width = 0;
  for (std::uint64_t reach = 1; reach < bound; reach <<= 8) ++width;
  return static_cast<std::uint32_t>(number(width, bound) % bound);
}

std::vector<std::byte> Choices::bytes(std::size_t count) {
  record(count, 0);
  std::vector<std::byte> out(count);
  for (std::byte& b : out) b = static_cast<std::byte>(next());
  return out;
}

std::uint64_t split_mix(std::uint64_t& state) noexcept {
  std::uint64_t z = state += 0x9e3779b97f4a7c15U;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return z ^ z >> 31;
}

std::vector<std::uint8_t> tape_of(std::uint64_t seed, std::size_t length) {
  std::vector<std::uint8_t> tape;
  tape.reserve(length);
  while (tape.size() < length) {
    const std::uint64_t word = split_mix(seed);
    for (int i = 0; i < 8 && tape.size() < length; ++i) tape.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  }
  return tape;
}

}  // namespace hallmark::conformance
