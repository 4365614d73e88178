// SPDX-License-Identifier: Apache-2.0
// Repeats keep vectors small that have tens of thousands of entries: {"repeat": N, "of": …, "counter": SPELLING}.
// Copies differ by their number, 0 to N-1. corpus/README.md says how they are written.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/core/bytes.hpp"
#include "reports/json_at.hpp"

namespace hallmark::conformance {

// Limits: copies of one repeat; bytes of the JSON that a value has with its repeats expanded, roughly.
inline constexpr std::uint64_t max_copies = std::uint64_t{1} << 20;
inline constexpr std::uint64_t max_value_bytes = std::uint64_t{64} << 20;

// Numeral says how the number of a copy is written: `decimal`, `decimal:5`, `u8`, `u32le`, `u64be`, `varint`, with
// `*STEP` and `+START` after it.
class Numeral {
 public:
  // named throws reports::BadValue unless this is a spelling, and can write the numbers of `copies` copies.
  [[nodiscard]] static Numeral named(const reports::JsonAt& at, std::string_view name, std::uint64_t copies);

  void append(std::uint64_t copy, std::vector<std::byte>& all) const;
  // append_text appends decimal digits, or base64 of the bytes of other spellings.
  void append_text(std::uint64_t copy, std::string& text) const;
  // size_before is that of the bytes of the copies before `copy`.
  [[nodiscard]] std::uint64_t size_before(std::uint64_t copy) const;

 private:
  enum class Form : std::uint8_t { decimal, little, big, varint };
  using Room = std::array<std::byte, 20>;  // for 64 bits in decimal

  [[nodiscard]] std::uint64_t number(std::uint64_t copy) const noexcept { return start_ + step_ * copy; }
  [[nodiscard]] Bytes spelled(std::uint64_t copy, Room& room) const noexcept;

  Form form_ = Form::decimal;
  unsigned width_ = 0;  // digits, or bytes; of decimal 0 for as many as it takes
  std::uint64_t step_ = 1;
  std::uint64_t start_ = 0;
};

// CopiedRun is a run of bytes in each copy: always the same, or the number of the copy.
struct CopiedRun {
  std::vector<std::byte> bytes;
  std::string text;  // what it is
  std::optional<Numeral> counter = {};

  void append(std::uint64_t copy, std::vector<std::byte>& all) const;
  [[nodiscard]] std::vector<std::byte> of_copy(std::uint64_t copy) const;
};

// bytes_before is the size of the first `copies` copies.
[[nodiscard]] std::uint64_t bytes_before(const std::vector<CopiedRun>& parts, std::uint64_t copies);

// has_repeats: some part of a value of a vector is a repeat.
[[nodiscard]] bool has_repeats(const reports::Json& value);
// check_repeats throws reports::BadValue unless all repeats of a value can be expanded within the limits. It returns
// how many bytes of JSON they add, roughly.
std::uint64_t check_repeats(const reports::JsonAt& value);
// expanded returns a value without repeats. They must have been checked.
[[nodiscard]] reports::Json expanded(const reports::Json& value);

}  // namespace hallmark::conformance
