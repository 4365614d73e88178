// SPDX-License-Identifier: Apache-2.0
// Tells files of HTTP messages by their first bytes.
#pragma once

#include <cstdint>
#include <optional>

#include "hallmark/core/bytes.hpp"

namespace hallmark::http {

// Role distinguishes requests from responses.
enum class Role : std::uint8_t { request, response };

// max_head limits the size of a head.
inline constexpr std::uint64_t max_head = std::uint64_t{1} << 20;

// role_of returns the kind of message whose start line, valid or nearly so, is the first line of the input.
[[nodiscard]] std::optional<Role> role_of(Bytes bytes) noexcept;

// is_inference: the first message has a target /v2/…/infer or a field Inference-Header-Content-Length. `start` is the
// start of a file; of a head that is longer, only these bytes are read.
[[nodiscard]] bool is_inference(Bytes start) noexcept;

}  // namespace hallmark::http
