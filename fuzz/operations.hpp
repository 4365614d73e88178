// Program: an input that is no file but a row of operations with operands, for targets that build files.
#pragma once

#include <algorithm>

#include "fuzz/invariants.hpp"

namespace hallmark::fuzz {

// Program reads operands; at its end they are zero or empty, so that every input is a whole program.
class Program {
 public:
  // Operands that say their own length, in a byte, are shorter than `bound`, so that an engine finds the end of one
  // soon.
  Program(Bytes text, std::uint8_t bound) noexcept : text_(text), bound_(bound) {}

  [[nodiscard]] bool ended() const noexcept { return text_.empty(); }
  std::uint8_t byte() noexcept {
    const Bytes one = bytes(1);
    return one.empty() ? std::uint8_t{0} : std::to_integer<std::uint8_t>(one.front());
  }
  Bytes bytes() noexcept { return bytes(byte() % bound_); }
  std::string_view text() noexcept { return as_text(bytes()); }
  // bytes gives the next `size` bytes, or as many as there are.
  Bytes bytes(std::size_t size) noexcept {
    const Bytes taken = text_.first(std::min(size, text_.size()));
    text_ = text_.subspan(taken.size());
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
  Bytes text_;
  std::uint8_t bound_;
};

}  // namespace hallmark::fuzz
