// DType: the element types that the formats share, under one set of names.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "hallmark/core/api.hpp"

namespace hallmark {

enum class DType : std::uint8_t {
  boolean,
  i8,
  i16,
  i32,
  i64,
  u8,
  u16,
  u32,
  u64,
  f16,
  bf16,
  f32,
  f64,
  f8_e5m2,
  f8_e4m3,
  bytes
};

// size_of gives bytes for each element; 0 for `bytes`, whose elements have lengths of their own.
[[nodiscard]] constexpr std::uint64_t size_of(DType dtype) noexcept {
  switch (dtype) {
    case DType::boolean:
    case DType::i8:
    case DType::u8:
    case DType::f8_e5m2:
    case DType::f8_e4m3: return 1;
    case DType::i16:
    case DType::u16:
    case DType::f16:
    case DType::bf16: return 2;
    case DType::i32:
    case DType::u32:
    case DType::f32: return 4;
    case DType::i64:
    case DType::u64:
    case DType::f64: return 8;
    case DType::bytes: return 0;
  }
  return 0;
}

// name_of gives the name that reports and values use: "bool", "i8", … "f8_e4m3", "bytes".
[[nodiscard]] HALLMARK_API std::string_view name_of(DType dtype) noexcept;
[[nodiscard]] HALLMARK_API std::optional<DType> dtype_named(std::string_view name) noexcept;

}  // namespace hallmark
