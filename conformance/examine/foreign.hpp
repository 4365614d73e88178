// SPDX-License-Identifier: Apache-2.0
// Well-known files of other formats, so that a message can name them.
#pragma once

#include <string_view>

#include "hallmark/core/bytes.hpp"

namespace hallmark::conformance {

// foreign_format returns what a file is, such as "a PNG image", by its first bytes; empty if that is not certain.
[[nodiscard]] std::string_view foreign_format(Bytes file) noexcept;

// left_by_a_download returns what a download that failed leaves under the name of a file, such as "an HTML page".
[[nodiscard]] std::string_view left_by_a_download(Bytes file) noexcept;

// foreign_kind returns what a file keeps tensors in, such as "npy", by its first bytes; empty if it keeps none, as
// far as they show. It is quick enough for every file of a folder.
[[nodiscard]] std::string_view foreign_kind(Bytes start) noexcept;

}  // namespace hallmark::conformance
