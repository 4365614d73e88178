// SPDX-License-Identifier: Apache-2.0
// Which format an input is in, as `hallmark validate` finds it. HTTP messages and gzip files must be opened before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hallmark/core/codec.hpp"

namespace hallmark {

// As much of the start of a file as is looked at for marks, in bytes.
inline constexpr std::size_t start_window = 8192;

// codec_by_mark returns the codec whose magic the first bytes have, or null.
[[nodiscard]] HALLMARK_API const Codec* codec_by_mark(Bytes input) noexcept;

// codec_by_name returns the first codec with the extension of a file name (ignoring case), or null.
[[nodiscard]] HALLMARK_API const Codec* codec_by_name(std::string_view name) noexcept;

// recognise returns the codec of an input: by its mark, else by its name, else by its structure, in the order of
// all_codecs; null if none fits. `name` may be empty.
[[nodiscard]] HALLMARK_API const Codec* recognise(Input input, std::string_view name = {}) noexcept;

// Choice is the layout of an input, and another one that accepts it too, with another meaning; null in most cases.
struct Choice {
  const Codec* codec = nullptr;
  const Codec* alternative = nullptr;
};

// choose tells the layouts of a family apart that nothing but decoding can, those of BinTensors. It returns the layout
// that accepts the input with the strict profile, the latest if several do, else the one whose first error comes last.
// Any other codec is returned as it is. What choose takes of the scratch it gives back.
[[nodiscard]] HALLMARK_API Choice choose(const Codec& found, Input input, const Scratch& scratch,
                                         const Options& options = {}) noexcept;
// choose_bound is the working memory that choose needs, and that decode and validate need of what it chooses. With less
// the layouts that need more are not tried.
[[nodiscard]] HALLMARK_API std::uint64_t choose_bound(const Codec& found, Input input,
                                                      const Options& options = {}) noexcept;

}  // namespace hallmark
