// Punctuation: how many entries the tables of a walk may need.
#pragma once

#include <cstdint>

#include "hallmark/core/bytes.hpp"

namespace hallmark::kserve {

// Punctuation counts what tables are made for; strings that hold such characters only add to it.
struct Punctuation {
  std::uint64_t braces = 0;
  std::uint64_t brackets = 0;
  std::uint64_t colons = 0;
  std::uint64_t commas = 0;
  std::uint64_t backslashes = 0;

  friend bool operator==(const Punctuation&, const Punctuation&) = default;
};

// punctuation_of counts in vectors of the processor where `vectors` says that it has such (processor.hpp).
[[nodiscard]] Punctuation punctuation_of(Bytes json, bool vectors) noexcept;

}  // namespace hallmark::kserve
