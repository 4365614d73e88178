#include "hallmark/core/dtype.hpp"

#include <iterator>

namespace hallmark {
namespace {

// In the order of the enum.
constexpr std::string_view dtype_names[] = {"bool", "i8",  "i16",  "i32", "i64", "u8",      "u16",     "u32",
                                            "u64",  "f16", "bf16", "f32", "f64", "f8_e5m2", "f8_e4m3", "bytes"};

}  // namespace

std::string_view name_of(DType dtype) noexcept { return dtype_names[static_cast<std::size_t>(dtype)]; }

std::optional<DType> dtype_named(std::string_view name) noexcept {
  for (std::size_t i = 0; i < std::size(dtype_names); ++i) {
    if (dtype_names[i] == name) return static_cast<DType>(i);
  }
  return std::nullopt;
}

}  // namespace hallmark
