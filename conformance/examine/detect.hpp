// SPDX-License-Identifier: Apache-2.0
// detect: the format of an input without --format.
#pragma once

#include <string_view>

#include "hallmark/core/codec.hpp"

namespace hallmark::conformance {

// detect returns the codec that hallmark::recognise does, or that of the bodies if the input starts with the start line
// of an HTTP message.
[[nodiscard]] const Codec* detect(hallmark::Input input, std::string_view name) noexcept;

// codec_by_start returns the codec that a magic or an HTTP start line in the first bytes names, or null.
[[nodiscard]] const Codec* codec_by_start(Bytes input) noexcept;

// content_name returns a file name without ".gz" (in any case) at its end.
[[nodiscard]] std::string_view content_name(std::string_view name) noexcept;

// is_compressed: a file is in gzip format. Its name ends in ".gz"; or, under `automatic` detection, the name identifies
// no format and the first bytes are those of gzip. A BSON document may start with them too.
[[nodiscard]] bool is_compressed(Bytes start, std::string_view name, bool automatic) noexcept;

}  // namespace hallmark::conformance
