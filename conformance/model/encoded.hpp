// SPDX-License-Identifier: Apache-2.0
// Runs the encoder of a family: the functions encode_scratch, encoded_size and encode of the namespace of a value. The
// standard library and codecs/core suffice: fuzz targets are built without others.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "conformance/model/scratch_memory.hpp"
#include "hallmark/core/decoded.hpp"

namespace hallmark::conformance {

// EncodeReply holds the bytes, or the violation if the format cannot represent the value.
struct EncodeReply {
  std::vector<std::byte> bytes;
  Violation refusal;                           // rule is null if the value was encoded
  std::optional<std::uint64_t> header_length;  // for formats with a header length
};

// size_for is the size of what the encoder writes, or its bound where that is less, so that a bound which is too small
// is a refusal.
template <class... What>
[[nodiscard]] std::uint64_t size_for(const Scratch& scratch, const What&... what) {
  if constexpr (requires { encoded_size_bound(what...); }) {
    return std::min(encoded_size(what..., scratch), encoded_size_bound(what...));
  } else if constexpr (requires { encoded_size(what..., scratch); }) {
    return encoded_size(what..., scratch);
  } else {
    return encoded_size(what...);
  }
}

// encoded takes what the encoder takes before its memory: a model, after its layout where a family has several.
template <class... What>
[[nodiscard]] EncodeReply encoded(const What&... what) {
  ScratchMemory memory;
  Scratch scratch = memory.of(encode_scratch(what...));
  EncodeReply reply;
  reply.bytes.resize(static_cast<std::size_t>(std::min(size_for(scratch, what...), most_memory.output)));
  const Encoded done = encode(what..., scratch, reply.bytes);
  reply.refusal = done.refusal;
  if (done.header_length != 0) reply.header_length = done.header_length;
  return reply;
}

// written is the bytes alone; a refusal gives nothing.
template <class... What>
[[nodiscard]] std::vector<std::byte> written(const What&... what) {
  EncodeReply reply = encoded(what...);
  if (reply.refusal.rule != nullptr) return {};
  return std::move(reply.bytes);
}

}  // namespace hallmark::conformance
