// detect: the format of an input without --format.
#pragma once

#include <string_view>

#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

// detect returns the codec for an input: by a magic in its first bytes, else by the extension of its file name, else by
// its structure, in the order of the registry; null if none fits. `name` may be empty.
[[nodiscard]] const Codec* detect(Bytes input, std::string_view name);

// codec_by_name returns the first codec with the extension of a file name (ignoring case), or null.
[[nodiscard]] const Codec* codec_by_name(std::string_view name) noexcept;

// has_extension: the file name ends in one of the codec's extensions.
[[nodiscard]] bool has_extension(const Codec& codec, std::string_view name) noexcept;

}  // namespace hallmark::conformance
