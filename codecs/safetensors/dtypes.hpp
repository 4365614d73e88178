// SPDX-License-Identifier: Apache-2.0
// The dtypes by the names of the crate, in the order of its enumeration. safetensors-crate#dtype.
#pragma once

#include <algorithm>
#include <iterator>

#include "core/words.hpp"
#include "hallmark/core/bytes.hpp"
#include "hallmark/core/dtype.hpp"

namespace hallmark::safetensors {

struct NamedDType {
  std::string_view name;
  DType dtype;
  std::uint64_t start = word_of(name);
};

inline constexpr NamedDType named_dtypes[] = {{"BOOL", DType::boolean},
                                              {"F4", DType::f4},
                                              {"F6_E2M3", DType::f6_e2m3},
                                              {"F6_E3M2", DType::f6_e3m2},
                                              {"U8", DType::u8},
                                              {"I8", DType::i8},
                                              {"F8_E5M2", DType::f8_e5m2},
                                              {"F8_E4M3", DType::f8_e4m3},
                                              {"F8_E8M0", DType::f8_e8m0},
                                              {"F8_E4M3FNUZ", DType::f8_e4m3fnuz},
                                              {"F8_E5M2FNUZ", DType::f8_e5m2fnuz},
                                              {"I16", DType::i16},
                                              {"U16", DType::u16},
                                              {"F16", DType::f16},
                                              {"BF16", DType::bf16},
                                              {"I32", DType::i32},
                                              {"U32", DType::u32},
                                              {"F32", DType::f32},
                                              {"C64", DType::c64},
                                              {"F64", DType::f64},
                                              {"I64", DType::i64},
                                              {"U64", DType::u64}};

// dtype_of gives nothing for a name that the crate does not have.
[[nodiscard]] inline const NamedDType* dtype_of(Bytes name) noexcept {
  const std::uint64_t start = load_up_to_word(name.data(), name.size());
  const NamedDType* const found = std::ranges::find_if(
      named_dtypes, [&](const NamedDType& one) { return one.start == start && one.name == as_text(name); });
  return found == std::end(named_dtypes) ? nullptr : found;
}

// order_of gives the place of a dtype in that order, at the end where there is none.
[[nodiscard]] constexpr std::uint32_t order_of(DType dtype) noexcept {
  return static_cast<std::uint32_t>(std::ranges::find(named_dtypes, dtype, &NamedDType::dtype) -
                                    std::begin(named_dtypes));
}

}  // namespace hallmark::safetensors
