// SPDX-License-Identifier: Apache-2.0
// Which files of a folder are judged: those that show a format by a mark, or by a name that one format alone has.
#pragma once

#include <string_view>

#include "conformance/compression/buffer.hpp"
#include "hallmark/core/recognise.hpp"

namespace hallmark::conformance {

// name_suffices: a file of a folder with this name is judged, whatever it holds. `given` is the format of --format, or
// null. Names end without ".gz" here and below.
[[nodiscard]] bool name_suffices(std::string_view name, const Codec* given) noexcept;

// reason_to_skip says why a file of a folder is not judged; empty if it is. `start` is its first start_window bytes, or
// all of it, decompressed.
[[nodiscard]] std::string_view reason_to_skip(Bytes start, std::string_view name, const Codec* given) noexcept;

// reason_to_skip_file is the same of a file as it lies there, which may be in gzip format. `unzipped` is memory that is
// kept from file to file.
[[nodiscard]] std::string_view reason_to_skip_file(Bytes start, std::string_view path, const Codec* given,
                                                   compression::Buffer& unzipped);

// doubt says why a file that a user names may be another program's after all; empty if nothing speaks for that.
[[nodiscard]] std::string_view doubt(Bytes input, std::string_view name) noexcept;

}  // namespace hallmark::conformance
