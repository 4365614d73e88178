// SPDX-License-Identifier: Apache-2.0
// What an element is made of: the sizes of values, and keys. bson#element.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <iterator>

#include "core/utf8.hpp"
#include "core/words.hpp"
#include "hallmark/bson.hpp"

namespace hallmark::bson {

inline constexpr std::uint8_t subtype_old_binary = 0x02;
inline constexpr std::uint8_t subtype_vector = 0x09;

// The shape of a value: its size where that is fixed, else what to do.
inline constexpr std::uint8_t largest_fixed = 16;
inline constexpr std::uint8_t has_length = 0x20;  // read by its type
inline constexpr std::uint8_t nested = 0x21;      // a document or an array
inline constexpr std::uint8_t no_type = 0x40;     // 0x00, too

inline constexpr std::array<std::uint8_t, 256> value_shapes = [] {
  std::array<std::uint8_t, 256> shapes{};
  shapes.fill(no_type);
  const auto set = [&shapes](Type type, std::uint8_t shape) { shapes[static_cast<std::uint8_t>(type)] = shape; };
  for (const Type type : {Type::undefined, Type::null, Type::max_key, Type::min_key}) set(type, 0);
  set(Type::int32, 4);
  for (const Type type : {Type::number, Type::datetime, Type::timestamp, Type::int64}) set(type, 8);
  set(Type::object_id, 12);
  set(Type::decimal128, 16);
  for (const Type type : {Type::document, Type::array}) set(type, nested);
  for (const Type type : {Type::string, Type::binary, Type::boolean, Type::regex, Type::db_pointer, Type::code,
                          Type::symbol, Type::code_with_scope}) {
    set(type, has_length);
  }
  return shapes;
}();

// CstringScan is what a scan for NUL found.
struct CstringScan {
  std::uint64_t length = 0;  // without the NUL; all that was there when it is missing
  bool terminated = false;
  bool ascii = true;
};

// scan_cstring looks for a NUL, eight bytes at a time: keys are short and most are ASCII.
[[nodiscard]] inline CstringScan scan_cstring(Bytes text) noexcept {
  std::uint64_t seen = 0;  // every byte before the NUL, ORed
  std::size_t at = 0;
  for (; at + word_size <= text.size(); at += word_size) {
    const auto word = load_le<std::uint64_t>(text.data() + at);
    const std::uint64_t zeros = mark_zeros(word);
    if (zeros != 0) {
      const unsigned length = first_marked(zeros);
      return {at + length, true, is_ascii(seen | first_bytes(word, length))};
    }
    seen |= word;
  }
  for (; at < text.size(); ++at) {
    const auto byte = std::to_integer<std::uint64_t>(text[at]);
    if (byte == 0) return {at, true, is_ascii(seen)};
    seen |= byte;
  }
  return {at, false, is_ascii(seen)};
}

// NotUtf8 is where a cstring first breaks UTF-8, in either of two ways: by what modified UTF-8 has beyond it, a NUL in
// two bytes or a surrogate, and by anything else.
struct NotUtf8 {
  std::uint64_t modified = nowhere;
  std::uint64_t other = nowhere;
};

// sort_out finds both in a cstring of which find_invalid_utf8 gave `bad`.
[[nodiscard, gnu::noinline, gnu::cold]] inline NotUtf8 sort_out(Bytes text, std::uint64_t bad) noexcept {
  const auto byte = [&](std::uint64_t at) {
    return at < text.size() ? std::to_integer<unsigned>(text[static_cast<std::size_t>(at)]) : 0U;
  };
  NotUtf8 found;
  for (;;) {
    const bool nul = byte(bad) == 0xc0 && byte(bad + 1) == 0x80;
    const bool surrogate = byte(bad) == 0xed && (byte(bad + 1) & 0xe0) == 0xa0 && (byte(bad + 2) & 0xc0) == 0x80;
    std::uint64_t& first = nul || surrogate ? found.modified : found.other;
    first = std::min(first, bad);
    if (found.modified != nowhere && found.other != nowhere) return found;
    const std::uint64_t next = bad + (nul ? 2 : surrogate ? 3 : 1);
    const std::uint64_t further = find_invalid_utf8(text.subspan(static_cast<std::size_t>(next)));
    if (further == nowhere) return found;
    bad = next + further;
  }
}

// is_decimal says whether a key is `number` as an array writes it: no sign, no leading zeros.
[[nodiscard]] inline bool is_decimal(Bytes key, std::uint64_t number) noexcept {
  char digits[20];
  return as_text(key) == std::string_view(digits, std::to_chars(digits, std::end(digits), number).ptr);
}

}  // namespace hallmark::bson
