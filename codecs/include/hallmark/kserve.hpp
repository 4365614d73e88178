// SPDX-License-Identifier: Apache-2.0
// KServe inference requests and responses with the binary tensor data extension: bodies, a JSON object and after it
// the data of the tensors that are not in the JSON. Decisions where the specification is silent:
// codecs/kserve/README.md.
#pragma once

#include <span>
#include <string_view>

#include "hallmark/core/decoder.hpp"

namespace hallmark::kserve {

// Levels of JSON objects and arrays unless Limits::max_depth says otherwise; the outermost object is the first.
inline constexpr std::uint32_t default_max_depth = 64;
// Dimensions that a tensor may have unless Limits::max_rank says otherwise.
inline constexpr std::uint32_t default_max_rank = 255;

enum class Role : std::uint8_t { request, response };

// Encoding is where the data of a tensor travel.
enum class Encoding : std::uint8_t { json, binary };

// MessageTensor is a tensor of a message. Its data are little-endian and row-major whatever the encoding: a view into
// the body, or converted into the scratch. Elements of BYTES are 4 bytes of length each, then as many bytes.
struct MessageTensor {
  TensorView tensor;
  Encoding encoding = Encoding::json;
  Bytes object;      // the JSON object that declares it, braces included; its known members are read from the above
  Bytes parameters;  // the JSON object of its parameters, or nothing; binary_data_size in it is read from the above
  Bytes values;      // the JSON array of its data, or nothing
};

// MessageView is a valid body.
struct MessageView {
  Bytes json;                       // the JSON object, braces included
  std::uint64_t header_length = 0;  // bytes before the binary data
  std::span<const MessageTensor> tensors;
};

// scratch_bound is linear in the JSON: at most 16 bytes for each of its bytes, and 40; what is after the JSON costs
// nothing. Without a header length the end of the JSON has to be looked for, and less is asked for. JSON of 4 GiB
// cannot be read.
[[nodiscard]] HALLMARK_API std::uint64_t scratch_bound(LastingBytes body, const Options& options = {}) noexcept;

// decode reads a whole body. Options::header_length is the length of the JSON; without it the JSON ends at the brace
// that closes it. Rejections: kserve/rules.hpp.
HALLMARK_API Decoded<MessageView> decode(Role role, LastingBytes body, Scratch& scratch,
                                         const Options& options = {}) noexcept;

// validate goes on after everything that can be read; JSON that cannot be read ends it.
HALLMARK_API Verdict validate(Role role, LastingBytes body, Scratch& scratch, const Options& options,
                              DiagnosticSink& sink) noexcept;

// encoded_size is the size of the body that encode writes.
[[nodiscard]] HALLMARK_API std::uint64_t encoded_size(Role role, const MessageView& message) noexcept;

// encode_scratch is the working memory encode needs, to decode what it wrote.
[[nodiscard]] HALLMARK_API std::uint64_t encode_scratch(Role role, const MessageView& message) noexcept;

// encode writes a body without superfluous white space: the members of `json` but the list of tensors, then that list,
// each tensor with its name, shape, datatype, parameters and data first, then the unknown members of `object`. Names
// are escaped where JSON needs it; numbers are the fewest digits that lead back to the same bits. It refuses what the
// decoder would, by the same rules. Encoded::header_length is the length of the JSON.
HALLMARK_API Encoded encode(Role role, const MessageView& message, Scratch& scratch, std::span<std::byte> out) noexcept;

}  // namespace hallmark::kserve
