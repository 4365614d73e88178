// What the table of every codec is filled with: functions of the shape that Codec asks for, made from a family's own.
#pragma once

#include "hallmark/core/codec.hpp"

namespace hallmark {

// violation_of decodes and keeps only what was wrong: `decode` is decode(input, scratch, options) of a family.
template <auto decode>
[[nodiscard]] Violation violation_of(Bytes input, Scratch& scratch, const Options& options) noexcept {
  return decode(input, scratch, options).violation();
}

}  // namespace hallmark
