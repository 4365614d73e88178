// detect: the format of an input without --format.
#pragma once

#include <string_view>

#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

// detect returns the codec for an input: by a magic in its first bytes, else by the extension of its file name, else by
// its structure, in the order of the registry; null if none fits. `name` may be empty.
[[nodiscard]] const Codec* detect(hallmark::Input input, std::string_view name);

// codec_by_mark returns the codec that a magic or an HTTP start line in the first bytes names, or null.
[[nodiscard]] const Codec* codec_by_mark(Bytes input) noexcept;

// codec_by_name returns the first codec with the extension of a file name (ignoring case), or null.
[[nodiscard]] const Codec* codec_by_name(std::string_view name) noexcept;

// content_name returns a file name without ".gz" (in any case) at its end.
[[nodiscard]] std::string_view content_name(std::string_view name) noexcept;

// is_compressed: a file is in gzip format. Its name ends in ".gz"; or, under `automatic` detection, the name identifies
// no format and the first bytes are those of gzip. A BSON document may start with them too.
[[nodiscard]] bool is_compressed(Bytes start, std::string_view name, bool automatic) noexcept;

// ends_with_any_case compares ASCII letters ignoring case.
[[nodiscard]] bool ends_with_any_case(std::string_view text, std::string_view ending) noexcept;

// has_extension: the file name ends in one of the codec's extensions.
[[nodiscard]] bool has_extension(const Codec& codec, std::string_view name) noexcept;

}  // namespace hallmark::conformance
