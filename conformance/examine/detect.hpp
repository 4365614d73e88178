// detect: which format an input is in, where nobody said. Contract, section 1.
#pragma once

#include <string_view>

#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

// detect gives the codec for an input: by a magic in its first bytes, else by the extension of its file name, else by
// its structure in the order of the registry. Null when none fits. `name` is empty where there is none.
[[nodiscard]] const Codec* detect(Bytes input, std::string_view name);

// codec_by_name gives the first codec with the extension of a file name (in any case of letters), or null.
[[nodiscard]] const Codec* codec_by_name(std::string_view name) noexcept;

// has_extension says whether a file name ends in one of a codec's extensions.
[[nodiscard]] bool has_extension(const Codec& codec, std::string_view name) noexcept;

}  // namespace hallmark::conformance
