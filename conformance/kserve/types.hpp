// Datatypes and texts that the generators choose from.
#pragma once

#include <algorithm>
#include <string_view>

#include "hallmark/kserve.hpp"

namespace hallmark::kserve {

struct Type {
  const char* name;
  DType dtype;
};
inline constexpr Type types[] = {{"BOOL", DType::boolean}, {"UINT8", DType::u8},   {"UINT16", DType::u16},
                                 {"UINT32", DType::u32},   {"UINT64", DType::u64}, {"INT8", DType::i8},
                                 {"INT16", DType::i16},    {"INT32", DType::i32},  {"INT64", DType::i64},
                                 {"FP16", DType::f16},     {"FP32", DType::f32},   {"FP64", DType::f64},
                                 {"BYTES", DType::bytes},  {"BF16", DType::bf16}};

inline const char* type_name(DType dtype) {
  return std::ranges::find_if(types, [dtype](const Type& type) { return type.dtype == dtype; })->name;
}

using std::string_view_literals::operator""sv;

// Texts of one to four bytes a character, and what JSON must escape.
inline constexpr std::string_view stems[] = {
    "a", "b",    "A", "input_0", "input_00", "-",      "\u00fc\u00df", "\u6f22", "\xf0\x9f\x8c\x8d",
    " ", "\x7f", "",  "\"",      "\\",       "\n\x01", "n\0l"sv};

}  // namespace hallmark::kserve
