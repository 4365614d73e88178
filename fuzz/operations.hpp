// OperationReader: reads an input as a sequence of operations with operands, for targets that build files.
#pragma once

#include <algorithm>

#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

// At the end of the input operands are zero or empty, so that every input is a complete sequence.
class OperationReader {
 public:
  // `bound` limits operands with a length byte, so that an engine finds short ones.
  OperationReader(Bytes input, std::uint8_t bound) noexcept : input_(input), bound_(bound) {}

  [[nodiscard]] bool ended() const noexcept { return input_.empty(); }
  std::uint8_t byte() noexcept {
    const Bytes one = bytes(1);
    return one.empty() ? std::uint8_t{0} : std::to_integer<std::uint8_t>(one.front());
  }
  Bytes bytes() noexcept { return bytes(byte() % bound_); }
  std::string_view text() noexcept { return as_text(bytes()); }
  // bytes returns the next `size` bytes, or all that are left.
  Bytes bytes(std::size_t size) noexcept {
    const Bytes taken = input_.first(std::min(size, input_.size()));
    input_ = input_.subspan(taken.size());
    return taken;
  }
  template <class T>
  T integer() noexcept {
    std::byte word[sizeof(T)]{};
    return load_le<T>(fixed(word).data());
  }
  template <std::size_t N>
  std::span<const std::byte, N> fixed(std::byte (&into)[N]) noexcept {
    const Bytes of = bytes(N);
    if (!of.empty()) std::memcpy(into, of.data(), of.size());
    return into;
  }

 private:
  Bytes input_;
  std::uint8_t bound_;
};

}  // namespace hallmark::fuzz
