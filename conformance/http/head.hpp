// SPDX-License-Identifier: Apache-2.0
// Reads heads: start lines, and the fields that say what a body is.
#pragma once

#include "conformance/http/lines.hpp"
#include "conformance/http/messages.hpp"

namespace hallmark::http {

// Coding is the compression of the content.
enum class Coding : std::uint8_t { identity, gzip, deflate, other };

struct Head {
  Role role = Role::request;
  std::uint64_t status = 0;  // of a response
  std::uint64_t fields = 0;  // where the fields end
  bool readable = true;      // no error leaves the form of the body unknown
  bool transfer_coded = false;
  bool chunked = false;  // chunked is the only transfer coding
  Coding coding = Coding::identity;
  std::optional<std::uint64_t> content_length = {};
  std::optional<std::uint64_t> header_length = {};  // from the field
};

// read_head reads the next head and reports the faults in it; false if it cannot be taken apart.
[[nodiscard]] bool read_head(Lines& lines, const Settings& settings, Findings& findings, Head& head);

}  // namespace hallmark::http
