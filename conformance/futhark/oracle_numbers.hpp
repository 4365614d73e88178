// Numbers of a text as the oracle sees them: their lexemes, the types they fit, and their bits.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "conformance/generate/wide.hpp"
#include "hallmark/core/tensor.hpp"

namespace hallmark::futhark::oracle {

using conformance::Wide;  // products of numbers of a stream cannot wrap in it
using std::size_t;
using std::uint64_t;

inline const std::map<std::string, DType> named_types = {
    {"i8", DType::i8},   {"i16", DType::i16}, {"i32", DType::i32}, {"i64", DType::i64},
    {"u8", DType::u8},   {"u16", DType::u16}, {"u32", DType::u32}, {"u64", DType::u64},
    {"f16", DType::f16}, {"f32", DType::f32}, {"f64", DType::f64}, {"bool", DType::boolean}};

// Word is what a word means: a type, and the bits of one element.
struct Word {
  DType dtype;
  uint64_t bits;
};
inline const std::map<std::string, Word> words = {{"true", {DType::boolean, 1}},
                                                  {"false", {DType::boolean, 0}},
                                                  {"f16.nan", {DType::f16, 0x7e00}},
                                                  {"f16.inf", {DType::f16, 0x7c00}},
                                                  {"-f16.inf", {DType::f16, 0xfc00}},
                                                  {"f32.nan", {DType::f32, 0x7fc00000}},
                                                  {"f32.inf", {DType::f32, 0x7f800000}},
                                                  {"-f32.inf", {DType::f32, 0xff800000}},
                                                  {"f64.nan", {DType::f64, 0x7ff8000000000000}},
                                                  {"f64.inf", {DType::f64, 0x7ff0000000000000}},
                                                  {"-f64.inf", {DType::f64, 0xfff0000000000000}}};

inline bool is_floating(DType dtype) { return dtype == DType::f16 || dtype == DType::f32 || dtype == DType::f64; }
inline bool is_integral(DType dtype) { return !is_floating(dtype) && dtype != DType::boolean; }
inline uint64_t infinity(DType dtype) {
  return dtype == DType::f16 ? 0x7c00 : dtype == DType::f32 ? 0x7f800000 : 0x7ff0000000000000;
}

// Lexeme is a scalar in text: a word, or a number as its digits without underscores.
struct Lexeme {
  size_t begin = 0;
  size_t end = 0;
  std::optional<Word> word;
  std::optional<DType> suffix;
  bool negative = false;
  bool integer = true;
  unsigned base = 10;  // 2, 10 or 16
  std::string whole;
  std::string fraction;
  std::string exponent;  // with its sign; empty where there is none
};

// magnitude is that of an integer, or nothing beyond 64 bits.
[[nodiscard]] std::optional<uint64_t> magnitude(const Lexeme& number);

// fits is true for an integer that the type can hold.
[[nodiscard]] bool fits(DType dtype, const Lexeme& number);

// wraps is true for an integer that compat takes modulo the width of the type.
[[nodiscard]] bool wraps(DType dtype, const Lexeme& number);

// float_bits gives the bits of a float's magnitude in a type.
[[nodiscard]] uint64_t float_bits(const Lexeme& number, DType dtype);

[[nodiscard]] uint64_t bits_of(const Lexeme& lexeme, DType dtype);

}  // namespace hallmark::futhark::oracle
