// Reads choices from a tape, and makes tapes from seeds.
#include "conformance/testing/choices.hpp"

namespace hallmark::conformance {

std::uint8_t Choices::byte() {
  if (tape_.empty()) return 0;
  const std::uint8_t byte = tape_.front();
  tape_ = tape_.subspan(1);
  return byte;
}

std::uint32_t Choices::below(std::uint64_t bound) {
  std::uint64_t value = 0;
  for (std::uint64_t reach = 1; reach < bound; reach <<= 8) value = value << 8 | byte();
  return static_cast<std::uint32_t>(value % bound);
}

std::uint64_t Choices::word() {
  std::uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value = value << 8 | byte();
  return value;
}

std::vector<std::byte> Choices::bytes(std::size_t count) {
  std::vector<std::byte> out(count);
  for (std::byte& b : out) b = static_cast<std::byte>(byte());
  return out;
}

std::vector<std::uint8_t> tape_of(std::uint64_t seed, std::size_t length) {
  // SplitMix64 (Steele, Lea, Flood 2014): a counter and a mixer, so no standard library's engine decides the bytes.
  std::vector<std::uint8_t> tape;
  tape.reserve(length);
  while (tape.size() < length) {
    seed += 0x9e3779b97f4a7c15U;
    std::uint64_t z = seed;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    z ^= z >> 31;
    for (int i = 0; i < 8 && tape.size() < length; ++i) tape.push_back(static_cast<std::uint8_t>(z >> (8 * i)));
  }
  return tape;
}

}  // namespace hallmark::conformance
