// SPDX-License-Identifier: Apache-2.0
// Input streams for the Futhark benchmarks and the peer, generated from a seed: the same bytes on every machine.
#pragma once

#include "benchmarks/harness/sample.hpp"
#include "hallmark/futhark.hpp"

namespace hallmark::benchmarks {

// put_value encodes a binary value without dimensions, or with one.
void put_value(File& to, DType dtype, std::optional<std::uint64_t> dimension, Bytes data, bool line_feed = false);

// Types: all scalars are i32, or of the twelve types in random order.
enum class Types : std::uint8_t { one, mixed };

// futhark_scalars returns `count` binary scalars, without separators or each followed by a line feed.
[[nodiscard]] File futhark_scalars(std::uint64_t count, Types types, bool line_feeds);

// futhark_rows returns `count` binary arrays of four i32.
[[nodiscard]] File futhark_rows(std::uint64_t count);

// futhark_booleans returns one binary array of `size` bool.
[[nodiscard]] File futhark_booleans(std::uint64_t size);

// The numbers in a text: integers below 2^31 without a suffix, or doubles below 1 with 17 digits.
enum class Numbers : std::uint8_t { i32, f64 };

// futhark_text_array returns one text array of `count` numbers, futhark_text_scalars as many scalars, each followed by
// its suffix and a space.
[[nodiscard]] File futhark_text_array(std::uint64_t count, Numbers numbers);
[[nodiscard]] File futhark_text_scalars(std::uint64_t count, Numbers numbers);

// encode_futhark encodes an array of them; its items are the numbers.
[[nodiscard]] Work encode_futhark(std::uint64_t count, Numbers numbers, Form form);

}  // namespace hallmark::benchmarks
